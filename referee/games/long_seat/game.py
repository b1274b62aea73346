"""Long Seat: one row of cards for all; a pair takes what lies between it as minus points, stopping turns them into plus points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.board import Row, Say, Shown, Spot
from referee.kernel.cards import Card, pairs
from referee.kernel.contract import Holding, Line, Move, Prompt, Result, Ruling, Scene, SeatId, Step, card_of, number_of, rank_by
from referee.kernel.depth import with_depth
from referee.kernel.evening import evening
from referee.kernel.fields import Cards, Int, Seat, Value
from referee.kernel.frozen import replace
from referee.kernel.game import Game, Options, Seats
from referee.kernel.info import Info, Option, Sheet, one_of
from referee.kernel.ledger import clash
from referee.kernel.paper import printed
from referee.kernel.turns import left_of

DECK = pairs()
LONGEST = len(DECK.counts)
"""No number lies twice in the field after a turn, so it never holds more cards than there are numbers."""


@dataclass(frozen=True)
class Turn:
    """A finished turn: the cards placed and taken, and how many were turned over."""

    seat: SeatId
    placed: tuple[Card, ...]
    taken: tuple[Card, ...]
    turned: int


@dataclass(frozen=True)
class State:
    """One game. The last ``placed`` cards of the ``row`` are of this turn; ``up`` and ``down`` count what each seat has.

    ``taken`` has the cards themselves, ``deck`` is the number left to draw, ``counted`` has the seats that told their final count.
    """

    seats: tuple[SeatId, ...]
    options: Mapping[str, Value]
    depth: str
    start: SeatId
    turn: SeatId
    deck: int = DECK.size
    row: tuple[Card, ...] = ()
    placed: int = 0
    up: Mapping[SeatId, int] = field(default_factory=dict)
    down: Mapping[SeatId, int] = field(default_factory=dict)
    taken: Mapping[SeatId, tuple[Card, ...]] = field(default_factory=dict)
    past: tuple[Turn, ...] = ()
    counted: tuple[SeatId, ...] = ()
    effects: tuple[Say, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the deck is used up (LS-15)."""
        return self.deck == 0


INFO = Info(
    id="long-seat",
    prefix="LS",
    deck_clause="LS-3",
    turn_clause="LS-10",
    kinds={"draw": "LS-4", "stop": "LS-9", "counts": "LS-16"},
    version="2026.1",
    seats=(2, 6),
    options=(
        Option(Seat(name="start", optional=True), "LS-A7"),
        one_of("depth", "LS-16", "full", "quick"),
    ),
    tally=True,
    sheet=Sheet(boxes=("up", "down")),
)


def setup(seats: Seats, options: Options) -> State:
    """The table before the first card."""
    start, none = str(options["start"]), dict.fromkeys(seats, 0)
    return State(seats, options, str(options["depth"]), start, start, up=none, down=none, taken=dict.fromkeys(seats, ()))


def prompts(state: State) -> tuple[Prompt, ...]:
    """The next card or the stop of whoever is on turn; a card of another seat can be told too, and is refused with its clause."""
    if state.over:
        return ()
    if state.depth == "quick":
        most = max(0, DECK.size - _in_front(state))
        sides = tuple(Int(name=side, low=0, high=most) for side in ("up", "down"))
        return tuple(Prompt("counts", seat, sides, "LS-16") for seat in state.seats if seat not in state.counted)
    card = (Cards(name="card", deck=DECK),)
    # Whoever has placed no card yet has no choice but to draw; a stop is refused by its clause (LS-7).
    stop = Prompt("stop", state.turn, (), "LS-9" if state.placed else "LS-7", aside=not state.placed)
    others = (Prompt("draw", seat, card, "LS-4", aside=True, form="tap") for seat in state.seats if seat != state.turn)
    return (Prompt("draw", state.turn, card, "LS-4" if state.placed else "LS-7", form="tap"), stop, *others)


def depth_is_open(state: State) -> bool:
    """How much is entered may change before the first card."""
    return not (state.over or state.row or state.past or state.counted)


def judge(state: State, move: Move) -> tuple[Ruling, ...]:
    """Every objection to a move."""
    if move.kind == "counts":
        return tuple(_judge_counts(state, move))
    if move.kind == "stop" and not state.placed:
        return (Ruling("nothing_placed", "LS-7", params={"seat": move.seat}),)
    if move.kind != "draw" or move.seat is None:
        return ()
    return (*_judge_turn(state, move.seat), *clash(DECK, _holdings(state), None, (card_of(move),), "LS-3", "card"))


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """Why a seat may not stop: its turn is over or has not come."""
    if state.depth == "quick" or seat is None or kind not in ("draw", "stop"):
        return None
    return next(_judge_turn(state, seat), None)


def advance(state: State, move: Move) -> State:
    """The game after a move."""
    if move.kind == "counts":
        return _count(state, str(move.seat), number_of(move, "up"), number_of(move, "down"))
    if move.kind == "draw":
        return _place(state, str(move.seat), card_of(move))
    return _stop(replace(state, effects=()))


def lines(state: State) -> tuple[Line, ...]:
    """What every turn brought, and at the end one line for every seat, worth 1 to a winner (LS-16)."""
    final = []
    for seat in state.seats if state.over else ():
        won, params = seat in _ranking(state)[0], {"up": state.up[seat], "down": state.down[seat], "total": score(state, seat)}
        final.append(Line(seat, 1, int(won), "LS-16", "won" if won else "lost", params))
    return (*_turn_lines(state), *final)


def scene(state: State) -> Scene:
    """What the table looks like now."""
    where = Say("placing", {"n": state.deck}, "LS-4") if state.depth == "full" else Say("counting", {}, "LS-16")
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
    """The ranking and what decided it: the total, face-down cards, or nothing more (LS-17, LS-18, LS-A1)."""
    if not state.over:
        return None
    ranking = _ranking(state)
    first, best = ranking[0], score(state, ranking[0][0])
    level = [seat for seat in state.seats if score(state, seat) == best]
    reasons = [Say("highest", {"who": level, "total": best}, "LS-17")]
    if len(level) > len(first):
        reasons.append(Say("more_down", {"who": list(first), "n": state.down[first[0]]}, "LS-18"))
    if len(first) > 1:
        reasons.append(Say("shared_win", {"who": list(first)}, "LS-A1"))
    return Result(ranking, tuple(reasons))


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The steps from a Pairs deck to the first card."""
    return (
        Step(Say("guide_shuffle", {"n": DECK.size}, "LS-3"), (Say("guide_room", {"n": LONGEST + 1}, "LS-5"),)),
        Step(Say("guide_heaps", {}, "LS-14"), (Say("guide_up", {}, "LS-12"), Say("guide_down", {}, "LS-14"))),
        Step(
            Say("guide_start", {"seat": options["start"]}, "LS-2"),
            (Say("guide_place", {}, "LS-7"), Say("guide_pair", {}, "LS-11"), Say("guide_stop", {}, "LS-13")),
        ),
    )


def boxes(line: Line) -> tuple[int, int]:
    """The boxes of the printed sheet: cards face up and face down."""
    return line.params["up"], line.params["down"]


def score(state: State, seat: SeatId) -> int:
    """One point for each card face down, one less for each face up (LS-12, LS-14, LS-16)."""
    return state.down[seat] - state.up[seat]


def _ranking(state: State) -> tuple[tuple[SeatId, ...], ...]:
    """By total, then by face-down cards (LS-17, LS-18)."""
    return rank_by({seat: (score(state, seat), state.down[seat]) for seat in state.seats})


# What happens


def _place(state: State, seat: SeatId, card: Card) -> State:
    """A card placed at the end of the field (LS-4); a pair, or the last card of the deck, ends the turn (LS-8, LS-15)."""
    # A card out of turn that the table lets stand begins the turn of whoever placed it.
    placed = state.placed + 1 if seat == state.turn else 1
    after = replace(state, turn=seat, placed=placed, row=(*state.row, card), deck=state.deck - 1, effects=())
    if card in state.row:
        return _take(after, state.row.index(card))
    return _stop(after) if after.over else after


def _take(state: State, first: int) -> State:
    """The pair and everything between go to the seat on turn, face up (LS-11)."""
    seat, cards = state.turn, state.row[first:]
    taken = replace(
        state,
        row=state.row[:first],
        up={**state.up, seat: state.up[seat] + len(cards)},
        taken={**state.taken, seat: (*state.taken[seat], *cards)},
        effects=(Say("took", {"seat": seat, "n": len(cards), "card": cards[0], "tone": "stop"}, "LS-11", cards),),
    )
    return _end_turn(taken, state.row[-state.placed :], taken=cards)


def _stop(state: State) -> State:
    """As many cards turned face down as were placed, if there are as many (LS-13)."""
    seat = state.turn
    turned = min(state.placed, state.up[seat])
    said = Say("turned" if turned else "none_to_turn", {"seat": seat, "n": turned, "placed": state.placed, "points": 2 * turned}, "LS-13")
    up, down = {**state.up, seat: state.up[seat] - turned}, {**state.down, seat: state.down[seat] + turned}
    return _end_turn(replace(state, up=up, down=down, effects=(said,)), state.row[len(state.row) - state.placed :], turned=turned)


def _end_turn(state: State, placed: tuple[Card, ...], taken: tuple[Card, ...] = (), turned: int = 0) -> State:
    """The turn goes to the left (LS-10), or the game is over (LS-15)."""
    seat = state.turn
    past = (*state.past, Turn(seat, placed, taken, turned))
    after = replace(state, past=past, placed=0, turn=left_of(state.seats, seat))
    if after.over:
        return _ended(after)
    return replace(after, effects=(*after.effects, Say("passes", {"seat": after.turn}, "LS-10")))


def _ended(state: State) -> State:
    return replace(state, effects=(*state.effects, Say("game_over", {}, "LS-15")))


def _count(state: State, seat: SeatId, up: int, down: int) -> State:
    """The final count of one seat; with the last one the game is over."""
    counted = (*state.counted, seat)
    after = replace(state, up={**state.up, seat: up}, down={**state.down, seat: down}, counted=counted, effects=())
    return _ended(replace(after, deck=0)) if len(after.counted) == len(state.seats) else after


# What is asked and judged


def _in_front(state: State) -> int:
    return sum(state.up.values()) + sum(state.down.values())


def _judge_turn(state: State, seat: SeatId) -> Iterator[Ruling]:
    """Placing a card after a pair (LS-8), after stopping (LS-9) or before one’s turn (LS-10)."""
    if seat == state.turn:
        return
    last = state.past[-1] if state.past else None
    params = {"seat": seat, "next": state.turn}
    if last is None or last.seat != seat or state.placed:
        yield Ruling("not_on_turn", "LS-10", params=params)
    elif last.taken:
        yield Ruling("pair_ends_turn", "LS-8", params=params)
    else:
        yield Ruling("has_stopped", "LS-9", params=params)


def _judge_counts(state: State, move: Move) -> Iterator[Ruling]:
    """A final count that no game ends with: too many cards, or more left for the field than it can hold (LS-3, LS-11, LS-15)."""
    own = number_of(move, "up") + number_of(move, "down")
    rest = DECK.size - _in_front(state) - own
    if rest < 0:
        yield Ruling("too_many_in_all", "LS-3", params={"n": DECK.size - rest, "most": DECK.size})
    elif rest > LONGEST and len(state.counted) == len(state.seats) - 1:
        yield Ruling("field_too_long", "LS-15", params={"n": rest, "most": LONGEST})
    if own == 1:
        yield Ruling("one_card_taken", "LS-11", params={"seat": move.seat})


# What is shown


def _holdings(state: State) -> tuple[Holding, ...]:
    taken = (Holding(card, seat, "taken") for seat, cards in state.taken.items() for card in cards)
    return (*(Holding(card, None, "row") for card in state.row), *taken)


def _hint(state: State) -> Say | None:
    """How many cards stopping now would turn over; if none, how many are left in the deck."""
    if state.over or state.depth == "quick":
        return None
    if state.deck == 1:
        return Say("last_card", {}, "LS-15")
    turned = min(state.placed, state.up[state.turn])
    return Say("would_turn", {"n": turned}, "LS-13") if turned else Say("in_deck", {"n": state.deck}, "LS-3")


def _board(state: State) -> tuple[Row, ...]:
    """The field with the cards of this turn marked and what a pair with each would take, then what lies in front of every seat."""
    old, beyond = len(state.row) - state.placed, len(state.row) + 1
    cards = [
        Spot(card, "new" if at >= old else "", None if state.over else Say("would_take", {"n": beyond - at}, "LS-11"))
        for at, card in enumerate(state.row)
    ]
    following = () if state.over else (Spot(state="next"),)
    placing = state.depth == "full" and not state.over
    notes = {seat: Say("up_and_down", {"up": state.up[seat], "down": state.down[seat]}, "LS-16") for seat in state.seats}
    rows = tuple(Row(seat=seat, note=notes[seat], value=score(state, seat), lit=placing and seat == state.turn) for seat in state.seats)
    return rows if state.depth == "quick" else (Row((*cards, *following), title=Say("field", {}, "LS-5")), *rows)


def _turn_lines(state: State) -> Iterator[Line]:
    """A line for every turn that changed a score: −1 for each card taken, +2 for each turned over (LS-12, LS-14)."""
    for turn in state.past:
        if turn.taken:
            params: dict[str, Any] = {"n": len(turn.taken), "card": turn.placed[-1]}
            yield Line(turn.seat, 1, -len(turn.taken), "LS-11", "took", params, turn.taken, part="game")
        elif turn.turned:
            params = {"n": turn.turned, "placed": len(turn.placed)}
            yield Line(turn.seat, 1, 2 * turn.turned, "LS-13", "turned", params, turn.placed, part="game")


SINGLE = with_depth(
    Game(
        info=INFO, setup=setup, prompts=prompts, judge=judge, advance=advance, lines=lines, scene=scene, result=result,
        guide=guide, paper=printed(lines, boxes, ("won",)), closed=closed,
    ),
    depth_is_open,
)
GAME = evening(SINGLE)
