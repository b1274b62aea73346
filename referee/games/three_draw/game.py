"""3-Draw: up to three cards without a pair; the highest sum takes all cards drawn as points."""

from collections.abc import Iterator
from dataclasses import replace

from referee.kernel.board import Message
from referee.kernel.contract import (
    Level,
    Line,
    Move,
    Prompt,
    Result,
    Ruling,
    SeatId,
    Step,
    card_of,
    cards_of,
    number_of,
    rank_by,
)
from referee.kernel.detail import with_depth
from referee.kernel.earlier import carried, points_before
from referee.kernel.fields import Cards, Int, Many, Seat
from referee.kernel.game import Earlier, Game, Options, Seats, Told, finished_lines
from referee.kernel.info import SEAT, Asked, Info, Option, Sheet, Statistic, one_of
from referee.kernel.ledger import clash
from referee.kernel.paper import Box, printed
from referee.kernel.wording import message_of, step
from referee.shapes.zone import total

from .board import scene
from .rounds import advance
from .state import BURNED, DECK, DRAWABLE, MOST, State, paired, target

CARD = Cards(name="card", deck=DECK)
WINNERS = Many(name="winners", values=(SEAT,), optional=True, default=())
INFO = Info(
    id="three-draw",
    prefix="TD",
    deck_clause="TD-2",
    turn_clause="TD-A8",
    kinds={
        "draw": Asked("TD-5", (CARD,)),
        "stop": Asked("TD-8"),
        "pass": Asked("TD-8"),
        "burn": Asked("TD-A7", (CARD,), table=True),
        "round": Asked("TD-11", (WINNERS, Int(name="drawn", low=1, high=6 * MOST)), table=True),
    },
    version="2026.2",
    seats=(2, 6),
    family="numbers",
    statistics=(Statistic("round", "most", "TD-12"),),
    options=(
        one_of(
            "tie", "TD-A1", "discard", "split", "earlier", "later", "fewest_cards", "carry_over"
        ),
        one_of("rounding", "TD-A2", "up", "down", "nearest"),
        one_of("deck_out", "TD-A3", "reshuffle", "reshuffle_burn", "most_points"),
        one_of("next_start", "TD-A4", "next", "left", "winner", "lowest_score"),
        one_of("zero_wins", "TD-A5", "yes", "no"),
        one_of("burn", "TD-A7", "face_down", "face_up"),
        one_of("direction", "TD-A8", "clockwise", "counterclockwise"),
        Option(Seat(name="start", optional=True), "TD-A9"),
        one_of("depth", "TD-5", "full", "quick"),
    ),
    sheet=Sheet(boxes=("cards", "sum"), rows=16, wide=("cards",)),
)


def setup(seats: Seats, options: Options) -> State:
    """The state after the shuffle, five cards burned (TD-2)."""
    depth = str(options["depth"])
    due = BURNED if options["burn"] == "face_up" and depth == "full" else 0
    return State(seats, options, depth, str(options.get("start") or seats[0]), due=due)


def prompts(state: State) -> tuple[Prompt, ...]:
    """The next card or stop of the active seat; cards of other seats are asides, for rulings."""
    if state.over:
        return ()
    now = state.active
    if state.due:
        return (Prompt("burn", None, (CARD,), "TD-A7", form="tap"),)
    if state.depth == "quick":
        # The cards are unknown, so the table itself compares them if fewer break a tie (TD-A1).
        label = "winners_fewest" if state.options["tie"] == "fewest_cards" else ""
        winners = replace(WINNERS, label=label, values=state.seats)
        drawn = Int(name="drawn", low=1, high=MOST * len(state.seats))
        return (Prompt("round", None, (winners, drawn), "TD-11"),)
    first = now == state.start
    # If burned cards are entered, they announce the shuffle before the next draw.
    burn = state.to_shuffle and state.burns_openly
    if state.row(str(now)):
        stop = Prompt("stop", now, (), "TD-3" if first else "TD-8")
    else:
        stop = Prompt("pass", now, (), "TD-4" if first else "TD-8", aside=first)
    others = (
        Prompt("draw", seat, (CARD,), "TD-5", aside=True, form="tap")
        for seat in state.seats
        if seat != now
    )
    if burn:
        return (Prompt("burn", None, (CARD,), "TD-A3", form="tap"), stop, *others)
    return (Prompt("draw", now, (CARD,), "TD-5", form="tap"), stop, *others)


def judge(state: State, move: Move) -> Iterator[Ruling]:
    """Every objection to a move."""
    match move.kind:
        case "draw" | "burn":
            yield from _turn(state, move.seat) if move.seat else ()
            yield from clash(DECK, state.holdings, None, (card_of(move),), "TD-2", "card")
        case "pass" if move.seat == state.start:
            yield Ruling("draw_one_first", "TD-4", Level.IMPOSSIBLE, {"seat": move.seat})
        case "round":
            yield from _round(state, cards_of(move, "winners"), number_of(move, "drawn"))


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """The ruling on ending a turn that is over, not yet due, or without a first card (TD-4)."""
    if (
        state.active is None
        or state.depth == "quick"
        or seat is None
        or kind not in ("draw", "stop", "pass")
    ):
        return None
    if kind == "stop" and seat == state.active == state.start and not state.row(seat):
        return Ruling("draw_one_first", "TD-4", params={"seat": seat})
    return next(_turn(state, seat), None)


def _turn(state: State, seat: SeatId) -> Iterator[Ruling]:
    """An entry by a seat whose turn is over (TD-3, TD-6, TD-7) or not yet due (TD-A8)."""
    cards, now = state.row(seat), state.active
    if seat == now:
        return
    if seat not in state.done:
        yield Ruling("not_yet", "TD-A8", params={"seat": seat, "next": now})
    elif paired(cards) is not None:
        yield Ruling(
            "pair_ends_turn", "TD-6", params={"seat": seat, "pair": f"pair_{paired(cards)}"}
        )
    elif len(cards) < state.limit(seat):
        yield Ruling(
            "has_stopped",
            "TD-3" if seat == state.start else "TD-8",
            params={"seat": seat, "next": now},
        )
    elif seat == state.start:
        yield Ruling("three_at_most", "TD-3", params={"seat": seat})
    else:
        yield Ruling(
            "no_more_than_first",
            "TD-7",
            params={"seat": seat, "start": state.start, "n": state.limit(seat)},
        )


def _round(state: State, top: tuple[SeatId, ...], drawn: int) -> Iterator[Ruling]:
    """A round in quick entry that the deck or the rules do not allow."""
    if len(set(top)) < len(top):
        yield Ruling("named_twice", "TD-11", Level.IMPOSSIBLE, field="winners")
    most = state.deck + state.reserve
    if drawn > most:
        yield Ruling(
            "deck_too_small", "TD-2", Level.IMPOSSIBLE, {"n": drawn, "most": most}, "drawn"
        )
    least = _least(state, top)
    if drawn < least and top:
        yield Ruling(
            "too_few_cards",
            "TD-11" if state.start in top else "TD-4",
            params={"least": least, "found": drawn},
            field="drawn",
        )
    elif drawn < least:
        yield Ruling(
            "too_few_for_pairs", "TD-14", params={"n": drawn, "least": least}, field="drawn"
        )


def _least(state: State, top: tuple[SeatId, ...]) -> int:
    """The fewest cards that allow this outcome of a round (TD-4, TD-11, TD-14, TD-A5)."""
    zero, others = state.options["zero_wins"] == "yes", len(state.seats) - len(top)
    if not top:
        # All have a pair, two cards each; if drawing nothing cannot win, one pair is enough.
        return 2 * (others if zero else 1)
    each = len(top) + (state.start not in top)
    # A seat wins without a card only if all others, the start player too, have a pair.
    return min(each, 2 * others) if zero and state.start not in top else each


# Codes of lines without known cards.
QUICK = ("shared_cards", "won_cards", "tied_cards", "not_highest", "nobody")


def result(state: State) -> Result | None:
    """The ranking by points, and why the game is over (TD-15, TD-A3)."""
    if not state.over:
        return None
    ranking = rank_by(state.points)
    first, best = ranking[0], state.points[ranking[0][0]]
    if best >= state.goal:
        reason = Message(
            "reached", {"who": list(first), "points": best, "target": state.goal}, "TD-15"
        )
    else:
        reason = Message("most_points", {"who": list(first), "points": best}, "TD-A3")
    return Result(
        ranking,
        (
            reason,
            *(
                [Message("shared_win", {"who": list(first)}, reason.clause)]
                if len(first) > 1
                else []
            ),
        ),
    )


def boxes(line: Line) -> tuple[Box, Box]:
    """Boxes of the printed sheet: cards and sum; None if only the winner was entered."""
    if line.code in QUICK:
        return None, None
    return line.cards, "out" if line.code == "out" else total(line.cards)


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The steps from a Pairs deck to the first card, with the rules of this table."""
    start, points = options.get("start") or seats[0], target(len(seats), options["rounding"])
    burn, tie = f"guide_burn_{options['burn']} TD-A7", f"guide_tie_{options['tie']} TD-A1"
    around = f"guide_{options['direction']} TD-A8"
    following = f"guide_next_{options['next_start']} TD-A4"
    zero = "guide_zero_no TD-A5" if options["zero_wins"] == "no" else ""
    return (
        step(
            "guide_shuffle TD-2",
            message_of("guide_burn TD-2", n=BURNED, left=DRAWABLE),
            burn,
            n=DECK.size,
        ),
        step(
            "guide_target TD-16",
            "guide_one_point TD-13",
            f"guide_deck_out_{options['deck_out']} TD-A3",
            n=points,
        ),
        step(
            "guide_start TD-A9",
            "guide_at_least_one TD-4",
            around,
            "guide_no_more TD-7",
            following,
            seat=start,
        ),
        step("guide_win TD-11", "guide_pair TD-10", tie, zero),
    )


def skipped(state: State, rounds: int, told: Told) -> State:
    """The next round after the points of earlier ones (TD-12); the deck is not asked for."""
    return replace(state, round=rounds + 1, finished=carried(told, "TD-12"))


def switch(state: State, depth: str) -> State:
    """Change the depth; the cards of a round already begun return to the deck."""
    drawn = sum(map(len, state.rows.values()))
    return replace(state, depth=depth, due=0, effects=(), deck=state.deck + drawn, rows={}, done=())


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
        paper=printed(
            finished_lines, boxes, ("won", "won_pot", "shared", "won_cards", "shared_cards")
        ),
        closed=closed,
        counted=lambda lines: (
            (line.seat, "round", line.points) for line in lines if line.code in ("won", "won_pot")
        ),
        earlier=Earlier(lambda state: (points_before(0, state.goal - 1),), skipped),
    ),
    # Any depth before the first card of a round; burned cards are no longer entered then.
    lambda state: not state.over and not state.rows,
    switch,
    quick_midway=True,
)
