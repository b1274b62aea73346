"""Pairs: take a card or fold; pairs and folds score, and the first to reach a limit loses."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from referee.kernel.board import Row, Say, Shown, Spot
from referee.kernel.cards import Card, pairs
from referee.kernel.contract import (
    Holding,
    Line,
    Move,
    Prompt,
    Result,
    Ruling,
    Scene,
    SeatId,
    Step,
    card_of,
    rank_by,
    totals,
)
from referee.kernel.depth import with_depth
from referee.kernel.earlier import carried, points_before
from referee.kernel.fields import Cards, Int, Seat
from referee.kernel.game import Earlier, Game, GameState, Options, Seats, Told, finished_lines
from referee.kernel.info import Info, Sheet, Statistic, one_of
from referee.kernel.ledger import clash
from referee.kernel.paper import printed
from referee.kernel.statistics import by_code
from referee.kernel.turns import left_of, order_from
from referee.kernel.wording import step, words

DECK = pairs()
BURNED = 5
SHARED, LEAST = 60, 11
"""The dividend of the losing score, and the lowest losing score in the source."""

INFO = Info(
    id="pairs",
    prefix="PA",
    deck_clause="PA-1",
    seats_clause="PA-2",
    turn_clause="PA-11",
    kinds={"deal": "PA-6", "draw": "PA-10", "fold": "PA-14", "round": "PA-13"},
    version="2026.1",
    seats=(2, 8),
    family="numbers",
    statistics=(
        Statistic("pair", "times", "PA-12", low=None),
        Statistic("fold", "times", "PA-14", low=None),
    ),
    options=(
        one_of("taken_from", "PA-A1", "nearest", "told"),
        one_of("many_players", "PA-A2", "eleven", "rounded_down"),
        one_of("deck_out", "PA-A3", "shuffle", "finish"),
        one_of("depth", "PA-10", "full", "quick"),
    ),
    low_wins=True,
    ranked=False,
    sheet=Sheet(boxes=("how",), rows=20),
)
_CARD = (Cards(name="card", deck=DECK),)


@dataclass(frozen=True)
class State(GameState):
    """A table: ``stacks`` are the cards in front of the seats, ``turn`` acts after the deal.

    ``due`` are the seats to be dealt a card, also to break a tie. ``deck`` counts cards left,
    ``discards`` are the known ones. ``finished`` has one line per round, with the card kept.
    """

    stacks: Mapping[SeatId, tuple[Card, ...]]
    due: tuple[SeatId, ...]
    turn: SeatId | None = None
    deck: int = DECK.size - BURNED
    discards: tuple[Card, ...] = ()


def goal(seats: Seats, options: Options) -> int:
    """The losing score: 60 // players + 1, at least 11 unless rounded down (PA-4, PA-A2)."""
    share = SHARED // len(seats) + 1
    return share if options["many_players"] == "rounded_down" else max(share, LEAST)


def points(state: State) -> dict[SeatId, int]:
    """The points of every seat so far."""
    return totals(state.finished, state.seats)


def over(state: State) -> bool:
    """Whether a seat has reached the losing score (PA-3)."""
    return max(points(state).values()) >= goal(state.seats, state.options)


def in_play(state: State) -> tuple[Card, ...]:
    """The cards of this round in all stacks."""
    return tuple(card for stack in state.stacks.values() for card in stack)


def lowest(state: State) -> Card:
    """The lowest card in play (PA-14)."""
    return min(in_play(state), key=int)


def holders(state: State, seat: SeatId) -> tuple[SeatId, ...]:
    """The seats with the lowest card, from the folding seat to the left (PA-A1)."""
    return tuple(one for one in order_from(state.seats, seat) if lowest(state) in state.stacks[one])


def holdings(state: State) -> tuple[Holding, ...]:
    """Every card with a known place."""
    stacks = (
        Holding(card, seat, "stack") for seat, stack in state.stacks.items() for card in stack
    )
    kept = (Holding(card, line.seat, "kept") for line in state.finished for card in line.cards)
    return (*stacks, *kept, *(Holding(card, None, "discard") for card in state.discards))


def setup(seats: Seats, options: Options) -> State:
    """The state after the shuffle, with five cards burned (PA-5)."""
    return State(seats, options, str(options["depth"]), dict.fromkeys(seats, ()), seats)


def prompts(state: State) -> tuple[Prompt, ...]:
    """The deal, else a card or a fold; a card out of turn is an aside, refused by its clause."""
    if over(state):
        return ()
    if state.depth == "quick":
        kept = Int(name="points", low=1, high=len(DECK.counts))
        return (
            Prompt(
                "round", None, (Seat(name="who", values=state.seats), kept), "PA-13", form="tap"
            ),
        )
    if state.turn is None:
        return (
            Prompt(
                "deal",
                state.due[0],
                _CARD,
                "PA-8" if all(state.stacks.values()) else "PA-6",
                form="tap",
            ),
        )
    # With `told`, the player chooses among the seats that have the lowest card (PA-A1).
    able = holders(state, state.turn) if state.options["taken_from"] == "told" else ()
    whose = (Seat(name="whose", values=able, default=able[0]),) if len(able) > 1 else ()
    fold = Prompt("fold", state.turn, whose, "PA-14", form="tap")
    if not state.deck:
        return (fold,)
    others = (
        Prompt("draw", seat, _CARD, "PA-10", aside=True, form="tap")
        for seat in state.seats
        if seat != state.turn
    )
    return (Prompt("draw", state.turn, _CARD, "PA-10", form="tap"), fold, *others)


def judge(state: State, move: Move) -> Iterator[Ruling]:
    """Yield every objection: no copy left (PA-1, PA-13), or a card out of turn (PA-11)."""
    match move.kind:
        case "round":
            yield from clash(
                DECK, holdings(state), None, (str(move.data["points"]),), "PA-13", "points"
            )
        case "draw" | "deal":
            if move.kind == "draw" and move.seat != state.turn:
                yield Ruling("not_on_turn", "PA-11", params={"seat": move.seat, "next": state.turn})
            yield from clash(DECK, holdings(state), None, (card_of(move),), "PA-1", "card")


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """Moves closed after a round (PA-12, PA-14), in the deal (PA-6, PA-8), with no deck (PA-A3)."""
    if state.depth == "quick" or kind == "round":
        return None
    if state.turn is None:
        if kind != "deal" and state.finished and not any(state.stacks.values()):
            return Ruling("round_over", state.finished[-1].clause, params={"next": state.due[0]})
        return Ruling(
            "deal_first",
            "PA-8" if all(state.stacks.values()) else "PA-6",
            params={"next": state.due[0]},
        )
    if kind != "draw" or state.deck:
        return None
    if seat != state.turn:
        return Ruling("not_on_turn", "PA-11", params={"seat": seat, "next": state.turn})
    return Ruling("only_fold", "PA-A3")


# Moves


def advance(state: State, move: Move) -> State:
    """The state after an allowed move; an empty deck is reshuffled (PA-17)."""
    after = _played(replace(state, effects=()), str(move.seat), move)
    if after.deck or over(after):
        return after
    # House rule `finish`: mid-round the table plays on without a deck and may only fold (PA-A3).
    # If the deal used the last card, the round has not begun and the deck is reshuffled.
    if state.turn and after.turn and after.options["deck_out"] == "finish":
        return replace(after, effects=(*after.effects, Say("only_fold", {}, "PA-A3")))
    return _shuffled(after)


def _played(state: State, seat: SeatId, move: Move) -> State:
    match move.kind:
        case "deal":
            return _deal(state, seat, card_of(move))
        case "draw" if card_of(move) in state.stacks[seat]:
            return _scored(
                _laid(state, seat, card_of(move)), seat, card_of(move), "PA-12", "pair", {}
            )
        case "draw":
            following = left_of(state.seats, seat)
            said = Say("passes", {"seat": following}, "PA-11")
            return replace(_laid(state, seat, card_of(move)), turn=following, effects=(said,))
        case "fold":
            whose = move.data.get("whose") or holders(state, seat)[0]
            return _scored(
                state,
                seat,
                lowest(state),
                "PA-14",
                "fold_own" if whose == seat else "fold",
                {"whose": str(whose)},
            )
        case _:
            return _scored(
                state, str(move.data["who"]), str(move.data["points"]), "PA-13", "keeps", {}
            )


def _laid(state: State, seat: SeatId, card: Card) -> State:
    return replace(
        state,
        deck=max(0, state.deck - 1),
        stacks={**state.stacks, seat: (*state.stacks[seat], card)},
    )


def _deal(state: State, seat: SeatId, card: Card) -> State:
    """Deal a card (PA-6): replace a pair (PA-9), lowest goes first (PA-7), ties get more (PA-8)."""
    if card in state.stacks[seat]:
        said = Say("replaced", {"seat": seat, "card": card}, "PA-9", (card,))
        return replace(
            state, deck=max(0, state.deck - 1), discards=(*state.discards, card), effects=(said,)
        )
    laid = replace(_laid(state, seat, card), due=state.due[1:])
    if laid.due:
        return laid
    least = min(laid.stacks.values(), key=lambda stack: tuple(map(int, stack)))
    tied = tuple(one for one in laid.seats if laid.stacks[one] == least)
    if len(tied) > 1:
        return replace(
            laid, due=tied, effects=(Say("tied", {"who": tied, "card": least[-1]}, "PA-8"),)
        )
    return replace(laid, turn=tied[0], effects=(Say("goes_first", {"seat": tied[0]}, "PA-7"),))


def _scored(
    state: State, seat: SeatId, card: Card, clause: str, code: str, params: Mapping[str, str]
) -> State:
    """Keep a card as points (PA-13), discard the rest, start a round (PA-15) unless lost (PA-3)."""
    line = Line(
        seat, len(state.finished) + 1, int(card), clause, code, {"card": card, **params}, (card,)
    )
    others = Counter(in_play(state)) - Counter(line.cards)
    said = Say(
        code,
        {"seat": seat, "points": line.points, **line.params, "tone": "stop"},
        clause,
        line.cards,
    )
    after = replace(
        state,
        discards=(*state.discards, *others.elements()),
        finished=(*state.finished, line),
        effects=(said,),
    )
    return replace(after, stacks=dict.fromkeys(state.seats, ()), due=state.seats, turn=None)


def _shuffled(state: State) -> State:
    """Shuffle all cards but those kept and in play; burn five again (PA-5, PA-17)."""
    fresh = max(0, DECK.size - BURNED - len(state.finished) - len(in_play(state)))
    return replace(
        state,
        deck=fresh,
        discards=(),
        effects=(*state.effects, Say("shuffled", {"n": fresh, "burned": BURNED}, "PA-17")),
    )


def switch(state: State, depth: str) -> State:
    """The table at another depth; a round begun card by card is dropped and entered at its end.

    Quick rounds do not record discards, so a return to full depth reshuffles.
    """
    after = replace(
        state,
        depth=depth,
        effects=(),
        stacks=dict.fromkeys(state.seats, ()),
        due=state.seats,
        turn=None,
        deck=state.deck + len(in_play(state)),
    )
    if depth == state.depth or not state.finished:
        return after
    return _shuffled(after) if depth == "full" else replace(after, discards=())


# Scene and board


def scene(state: State) -> Scene:
    """The current scene: points, the losing score (PA-4), and the stacks at full depth."""
    ended, done, unit = (
        over(state),
        len(state.finished),
        Say("of_goal", {"n": goal(state.seats, state.options)}, "PA-4"),
    )
    # The cost of a fold; in the deal, the cards left.
    hint = (
        Say("fold_costs", {"card": lowest(state), "n": state.deck}, "PA-14")
        if state.turn
        else Say("in_deck", {"n": state.deck}, "PA-5")
    )
    return Scene(
        done if ended else done + 1,
        Say("match_over", {}, "PA-3") if ended else Say("round", {"n": done + 1}, "PA-6"),
        DECK,
        holdings=holdings(state),
        complete=done,
        board=tuple(_row(state, seat, unit) for seat in state.seats)
        if state.depth == "full"
        else (),
        hint=hint if state.depth == "full" and not ended else None,
        effects=state.effects,
        shown={seat: Shown(had, unit) for seat, had in points(state).items()},
    )


def _row(state: State, seat: SeatId, unit: Say) -> Row:
    """A seat's stack, points and kept cards; ``next`` marks where the next card goes."""
    stack = state.stacks[seat]
    next_one = seat == (state.turn or state.due[0]) and not over(state)
    following = (Spot(state="next"),) if next_one and state.deck else ()
    cards = tuple(card for line in state.finished if line.seat == seat for card in line.cards)
    note = Say("kept", {"cards": cards}, "PA-13") if cards else None
    return Row(
        (*map(Spot, stack), *following),
        seat,
        note=note,
        value=points(state)[seat],
        value_note=unit,
        active=next_one,
    )


def result(state: State) -> Result | None:
    """The ranking once a seat has lost; there is no winner, the loser is last (PA-3)."""
    if not over(state):
        return None
    had = points(state)
    loser = max(had, key=lambda seat: had[seat])
    reason = Say(
        "loses",
        {"seat": loser, "points": had[loser], "goal": goal(state.seats, state.options)},
        "PA-3",
    )
    return Result(rank_by(had, low_wins=True), (reason,), won=False)


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The setup steps, from the deck to the first turn."""
    finish = "guide_finish PA-A3" if options["deck_out"] == "finish" else ""
    return (
        step(
            "guide_shuffle PA-1",
            words("guide_burn PA-5", n=BURNED),
            "guide_reshuffle PA-17",
            finish,
            n=DECK.size,
        ),
        step("guide_goal PA-4", "guide_loser PA-3", "guide_kept PA-13", n=goal(seats, options)),
        step("guide_deal PA-6", "guide_lowest PA-7", "guide_tie PA-8", "guide_replace PA-9"),
        step("guide_turn PA-10", "guide_pair PA-12", "guide_fold PA-14", "guide_again PA-15"),
    )


def skipped(state: State, _rounds: int, told: Told) -> State:
    """The next round with points from earlier ones (PA-13); their cards stay unknown."""
    return replace(state, finished=carried(told, "PA-13"))


GAME = with_depth(
    Game(
        info=INFO,
        setup=setup,
        prompts=prompts,
        judge=judge,
        advance=advance,
        scene=scene,
        result=result,
        guide=guide,
        closed=closed,
        paper=printed(
            finished_lines,
            lambda line: [None if line.code == "keeps" else line.code.removesuffix("_own")],
        ),
        counted=lambda lines: by_code(lines, {"pair": "pair", "fold": "fold", "fold_own": "fold"}),
        earlier=Earlier(lambda at: (points_before(0, goal(at.seats, at.options) - 1),), skipped),
    ),
    # Before the first card of a round.
    lambda state: not over(state) and not any(state.stacks.values()),
    switch,
    quick_midway=True,
)
