"""Long Seat: a pair takes the cards between it as minus points; a stop makes them plus points."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from referee.kernel.board import Row, Say, Shown, Spot
from referee.kernel.cards import Card, pairs
from referee.kernel.contract import (
    Holding,
    Level,
    Line,
    Move,
    Prompt,
    Result,
    Ruling,
    Scene,
    SeatId,
    Step,
    card_of,
    number_of,
    rank_by,
)
from referee.kernel.depth import with_depth
from referee.kernel.evening import evening
from referee.kernel.fields import Cards, Int, Seat
from referee.kernel.game import Game, GameState, Options, Seats, finished_lines
from referee.kernel.info import Info, Option, Sheet, Statistic, one_of
from referee.kernel.ledger import clash
from referee.kernel.paper import printed
from referee.kernel.statistics import by_code
from referee.kernel.turns import left_of
from referee.kernel.wording import ranked_by_two, step, words

DECK = pairs()
LONGEST = len(DECK.counts)
"""After a turn no number is in the row twice, so it has at most one card per number."""


@dataclass(frozen=True)
class State(GameState):
    """A game: the last ``placed`` cards of ``row`` are of this turn; ``up``, ``down`` are counts.

    ``taken`` has the cards themselves, ``deck`` counts cards left, ``counted`` are the seats with
    final counts entered. ``ended`` maps the seat of the last turn to the ruling code and clause
    against another card of theirs; the next card clears it.
    """

    turn: SeatId
    up: Mapping[SeatId, int]
    down: Mapping[SeatId, int]
    taken: Mapping[SeatId, tuple[Card, ...]]
    deck: int = DECK.size
    row: tuple[Card, ...] = ()
    placed: int = 0
    ended: Mapping[SeatId, tuple[str, str]] = field(default_factory=dict)
    counted: tuple[SeatId, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the deck is empty (LS-15)."""
        return self.deck == 0


INFO = Info(
    id="long-seat",
    prefix="LS",
    deck_clause="LS-3",
    turn_clause="LS-10",
    kinds={"draw": "LS-4", "stop": "LS-9", "counts": "LS-16"},
    version="2026.1",
    seats=(2, 6),
    family="numbers",
    statistics=(Statistic("took", "times", "LS-11", low=None),),
    options=(
        Option(Seat(name="start", optional=True), "LS-A7"),
        one_of("depth", "LS-16", "full", "quick"),
    ),
    tally=True,
    sheet=Sheet(boxes=("up", "down")),
)


def setup(seats: Seats, options: Options) -> State:
    """The state before the first card."""
    none = dict.fromkeys(seats, 0)
    return State(
        seats,
        options,
        str(options["depth"]),
        str(options["start"]),
        none,
        none,
        dict.fromkeys(seats, ()),
    )


def prompts(state: State) -> tuple[Prompt, ...]:
    """A card or a stop; a card of another seat is an aside, refused by its clause."""
    if state.over:
        return ()
    if state.depth == "quick":
        most = max(0, DECK.size - _in_front(state))
        sides = tuple(Int(name=side, low=0, high=most) for side in ("up", "down"))
        return tuple(
            Prompt("counts", seat, sides, "LS-16")
            for seat in state.seats
            if seat not in state.counted
        )
    card = (Cards(name="card", deck=DECK),)
    # The first card of a turn is compulsory, so a stop before it is refused (LS-7).
    stop = Prompt(
        "stop", state.turn, (), "LS-9" if state.placed else "LS-7", aside=not state.placed
    )
    others = (
        Prompt("draw", seat, card, "LS-4", aside=True, form="tap")
        for seat in state.seats
        if seat != state.turn
    )
    return (
        Prompt("draw", state.turn, card, "LS-4" if state.placed else "LS-7", form="tap"),
        stop,
        *others,
    )


def judge(state: State, move: Move) -> Iterator[Ruling]:
    """Yield every objection to a move."""
    match move.kind:
        case "counts":
            yield from _judge_counts(state, move)
        case "stop" if not state.placed:
            yield Ruling("nothing_placed", "LS-7", params={"seat": move.seat})
        case "draw":
            yield from _judge_turn(state, str(move.seat))
            yield from clash(DECK, _holdings(state), None, (card_of(move),), "LS-3", "card")


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """The ruling against a seat that is not on turn (LS-8, LS-9, LS-10)."""
    asked = state.depth == "full" and seat and kind in ("draw", "stop")
    return next(_judge_turn(state, seat), None) if asked and seat else None


def advance(state: State, move: Move) -> State:
    """The state after an allowed move."""
    if move.kind == "counts":
        seat = str(move.seat)
        up, down = (
            {**state.up, seat: number_of(move, "up")},
            {**state.down, seat: number_of(move, "down")},
        )
        after = replace(state, up=up, down=down, counted=(*state.counted, seat), effects=())
        return _end(after) if len(after.counted) == len(state.seats) else after
    if move.kind == "draw":
        return _place(state, str(move.seat), card_of(move))
    return _stop(replace(state, effects=()))


def scene(state: State) -> Scene:
    """The current scene."""
    where = (
        Say("placing", {"n": state.deck}, "LS-4")
        if state.depth == "full"
        else Say("counting", {}, "LS-16")
    )
    return Scene(
        1,
        Say("match_over", {}, "LS-15") if state.over else where,
        DECK,
        holdings=_holdings(state),
        complete=int(state.over),
        board=_board(state),
        hint=_hint(state),
        effects=state.effects,
        shown={seat: Shown(score(state, seat)) for seat in state.seats},
    )


def result(state: State) -> Result | None:
    """The ranking by total, then face-down cards, then a shared win (LS-17, LS-18, LS-A1)."""
    return (
        ranked_by_two(
            _scores(state), "total", "highest LS-17", "more_down LS-18", "shared_win LS-A1"
        )
        if state.over
        else None
    )


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The setup steps, from the deck to the first card."""
    return (
        step("guide_shuffle LS-3", words("guide_room LS-5", n=LONGEST + 1), n=DECK.size),
        step("guide_heaps LS-14", "guide_up LS-12", "guide_down LS-14"),
        step(
            "guide_start LS-2",
            "guide_place LS-7",
            "guide_pair LS-11",
            "guide_stop LS-13",
            seat=options["start"],
        ),
    )


def score(state: State, seat: SeatId) -> int:
    """One point per card face down, minus one per card face up (LS-12, LS-14, LS-16)."""
    return state.down[seat] - state.up[seat]


def _scores(state: State) -> dict[SeatId, tuple[int, int]]:
    """Each seat: its total, then its face-down cards (LS-17, LS-18)."""
    return {seat: (score(state, seat), state.down[seat]) for seat in state.seats}


# Moves


def _place(state: State, seat: SeatId, card: Card) -> State:
    """Append a card (LS-4); a pair or the last card of the deck ends the turn (LS-8, LS-15)."""
    # An allowed card out of turn starts the turn of the seat that placed it.
    placed = state.placed + 1 if seat == state.turn else 1
    after = replace(
        state,
        turn=seat,
        placed=placed,
        row=(*state.row, card),
        deck=state.deck - 1,
        ended={},
        effects=(),
    )
    if card in state.row:
        return _take(after, card)
    return _stop(after) if after.over else after


def _take(state: State, card: Card) -> State:
    """Give the pair and all cards between to the seat on turn (LS-11), −1 point each (LS-12)."""
    seat, first = state.turn, state.row.index(card)
    cards = state.row[first:]
    taken = replace(
        state,
        row=state.row[:first],
        up={**state.up, seat: state.up[seat] + len(cards)},
        taken={**state.taken, seat: (*state.taken[seat], *cards)},
        finished=(
            *state.finished,
            Line(
                seat,
                1,
                -len(cards),
                "LS-11",
                "took",
                {"n": len(cards), "card": card},
                cards,
                part="game",
            ),
        ),
        effects=(
            Say(
                "took",
                {"seat": seat, "n": len(cards), "card": card, "tone": "stop"},
                "LS-11",
                cards,
            ),
        ),
    )
    return _end_turn(taken, "pair_ends_turn", "LS-8")


def _stop(state: State) -> State:
    """Turn face-up cards down, at most as many as were placed (LS-13), +2 points each (LS-14)."""
    seat, placed = state.turn, state.row[len(state.row) - state.placed :]
    turned = min(state.placed, state.up[seat])
    line = Line(
        seat,
        1,
        2 * turned,
        "LS-13",
        "turned",
        {"n": turned, "placed": len(placed)},
        placed,
        part="game",
    )
    said = Say(
        "turned" if turned else "none_to_turn",
        {"seat": seat, "n": turned, "placed": state.placed, "points": 2 * turned},
        "LS-13",
    )
    up, down = (
        {**state.up, seat: state.up[seat] - turned},
        {**state.down, seat: state.down[seat] + turned},
    )
    stopped = replace(
        state,
        up=up,
        down=down,
        finished=(*state.finished, line) if turned else state.finished,
        effects=(said,),
    )
    return _end_turn(stopped, "has_stopped", "LS-9")


def _end_turn(state: State, code: str, clause: str) -> State:
    """Pass the turn left (LS-10), or end the game (LS-15)."""
    after = replace(
        state, placed=0, turn=left_of(state.seats, state.turn), ended={state.turn: (code, clause)}
    )
    if after.over:
        return _end(after)
    return replace(after, effects=(*after.effects, Say("passes", {"seat": after.turn}, "LS-10")))


def _end(state: State) -> State:
    """One line per seat: 1 for a winner (LS-16)."""
    first, lines = rank_by(_scores(state))[0], list[Line]()
    for seat in state.seats:
        params = {"up": state.up[seat], "down": state.down[seat], "total": score(state, seat)}
        lines.append(
            Line(seat, 1, int(seat in first), "LS-16", "won" if seat in first else "lost", params)
        )
    return replace(
        state,
        deck=0,
        finished=(*state.finished, *lines),
        effects=(*state.effects, Say("game_over", {}, "LS-15")),
    )


# Prompts and judgement


def _in_front(state: State) -> int:
    """The number of cards in front of the seats counted so far."""
    return sum(state.up[seat] + state.down[seat] for seat in state.counted)


def _judge_turn(state: State, seat: SeatId) -> Iterator[Ruling]:
    """A card after a pair (LS-8), after a stop (LS-9) or out of turn (LS-10)."""
    if seat != state.turn:
        code, clause = state.ended.get(seat, ("not_on_turn", "LS-10"))
        yield Ruling(code, clause, params={"seat": seat, "next": state.turn})


def _judge_counts(state: State, move: Move) -> Iterator[Ruling]:
    """Impossible final counts: too many cards, or too many left in the row (LS-3, LS-11, LS-15)."""
    own = number_of(move, "up") + number_of(move, "down")
    rest = DECK.size - _in_front(state) - own
    if rest < 0:
        yield Ruling(
            "too_many_in_all", "LS-3", Level.IMPOSSIBLE, {"n": DECK.size - rest, "most": DECK.size}
        )
    elif rest > LONGEST and len(state.counted) == len(state.seats) - 1:
        yield Ruling("field_too_long", "LS-15", params={"n": rest, "most": LONGEST})
    if own == 1:
        yield Ruling("one_card_taken", "LS-11", params={"seat": move.seat})


# Scene and board


def _holdings(state: State) -> tuple[Holding, ...]:
    taken = (Holding(card, seat, "taken") for seat, cards in state.taken.items() for card in cards)
    return (*(Holding(card, None, "row") for card in state.row), *taken)


def _hint(state: State) -> Say | None:
    """The number of cards a stop would turn down; if none, the cards left in the deck."""
    if state.over or state.depth == "quick":
        return None
    if state.deck == 1:
        return Say("last_card", {}, "LS-15")
    turned = min(state.placed, state.up[state.turn])
    return (
        Say("would_turn", {"n": turned}, "LS-13")
        if turned
        else Say("in_deck", {"n": state.deck}, "LS-3")
    )


def _board(state: State) -> tuple[Row, ...]:
    """The row, with what a pair with each card would take; then the counts of every seat."""
    old, beyond = len(state.row) - state.placed, len(state.row) + 1
    cards = [
        Spot(
            card,
            "new" if at >= old else "",
            None if state.over else Say("would_take", {"n": beyond - at}, "LS-11"),
        )
        for at, card in enumerate(state.row)
    ]
    following = () if state.over else (Spot(state="next"),)
    placing = state.depth == "full" and not state.over
    notes = {
        seat: Say("up_and_down", {"up": state.up[seat], "down": state.down[seat]}, "LS-16")
        for seat in state.seats
    }
    rows = tuple(
        Row(
            seat=seat,
            note=notes[seat],
            value=score(state, seat),
            active=placing and seat == state.turn,
        )
        for seat in state.seats
    )
    return (
        rows
        if state.depth == "quick"
        else (Row((*cards, *following), title=Say("field", {}, "LS-5")), *rows)
    )


SINGLE = with_depth(
    Game(
        info=INFO,
        setup=setup,
        prompts=prompts,
        judge=judge,
        advance=advance,
        scene=scene,
        result=result,
        guide=guide,
        paper=printed(
            finished_lines, lambda line: (line.params["up"], line.params["down"]), ("won",)
        ),
        closed=closed,
        counted=lambda lines: by_code(lines, {"took": "took"}),
    ),
    # Card by card must start with the first card; a final count works at any time.
    lambda state: not (state.over or state.row or state.ended or state.counted),
    quick_midway=True,
)
GAME = evening(SINGLE)
