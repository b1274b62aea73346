"""Long Seat: a pair takes the cards between it as minus points; a stop makes them plus points."""

from collections.abc import Iterator
from dataclasses import replace

from referee.kernel.board import BoardRow, Message, Shown, Spot
from referee.kernel.contract import (
    Holding,
    Level,
    Move,
    Prompt,
    Result,
    Ruling,
    Scene,
    SeatId,
    Step,
    card_of,
    number_of,
)
from referee.kernel.detail import with_depth
from referee.kernel.fields import Cards, Int, Seat
from referee.kernel.game import Game, Options, Seats, finished_lines
from referee.kernel.info import Asked, Info, Option, Sheet, Statistic, one_of
from referee.kernel.ledger import clash
from referee.kernel.paper import printed
from referee.kernel.series import as_series
from referee.kernel.statistics import by_code
from referee.kernel.wording import message_of, ranked_by_two, step

from .playing import DECK, LONGEST, State, advance, score, scores

CARD = Cards(name="card", deck=DECK)
SIDES = tuple(Int(name=side, low=0, high=DECK.size) for side in ("up", "down"))
INFO = Info(
    id="long-seat",
    prefix="LS",
    deck_clause="LS-3",
    turn_clause="LS-10",
    kinds={
        "draw": Asked("LS-4", (CARD,)),
        "stop": Asked("LS-9"),
        "counts": Asked("LS-16", SIDES),
    },
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
        sides = tuple(replace(side, high=most) for side in SIDES)
        return tuple(
            Prompt("counts", seat, sides, "LS-16")
            for seat in state.seats
            if seat not in state.counted
        )
    # The first card of a turn is compulsory, so a stop before it is refused (LS-7).
    stop = Prompt(
        "stop", state.turn, (), "LS-9" if state.placed else "LS-7", aside=not state.placed
    )
    others = (
        Prompt("draw", seat, (CARD,), "LS-4", aside=True, form="tap")
        for seat in state.seats
        if seat != state.turn
    )
    return (
        Prompt("draw", state.turn, (CARD,), "LS-4" if state.placed else "LS-7", form="tap"),
        stop,
        *others,
    )


def judge(state: State, move: Move) -> Iterator[Ruling]:
    """Yield every objection to a move."""
    match move.kind:
        case "counts":
            yield from _judge_counts(state, move)
        # The first card of a turn is compulsory.
        case "stop" if not state.placed:
            yield Ruling("nothing_placed", "LS-7", params={"seat": move.seat})
        # Only the seat on turn places a card, and only one the deck still has.
        case "draw":
            yield from _judge_turn(state, str(move.seat))
            yield from clash(DECK, _holdings(state), None, (card_of(move),), "LS-3", "card")


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """The ruling against a seat that is not on turn (LS-8, LS-9, LS-10)."""
    asked = state.depth == "full" and seat and kind in ("draw", "stop")
    return next(_judge_turn(state, seat), None) if asked and seat else None


def scene(state: State) -> Scene:
    """The current scene."""
    where = (
        Message("placing", {"n": state.deck}, "LS-4")
        if state.depth == "full"
        else Message("counting", {}, "LS-16")
    )
    return Scene(
        1,
        Message("match_over", {}, "LS-15") if state.over else where,
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
    if not state.over:
        return None
    reasons = ("highest LS-17", "more_down LS-18", "shared_win LS-A1")
    return ranked_by_two(scores(state), "total", *reasons)


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The setup steps, from the deck to the first card."""
    return (
        step("guide_shuffle LS-3", message_of("guide_room LS-5", n=LONGEST + 1), n=DECK.size),
        step("guide_heaps LS-14", "guide_up LS-12", "guide_down LS-14"),
        step(
            "guide_start LS-2",
            "guide_place LS-7",
            "guide_pair LS-11",
            "guide_stop LS-13",
            seat=options["start"],
        ),
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

    # More cards than the deck has.
    if rest < 0:
        yield Ruling(
            "too_many_in_all", "LS-3", Level.IMPOSSIBLE, {"n": DECK.size - rest, "most": DECK.size}
        )
    # What nobody took stays in the row, which never has a number twice.
    elif rest > LONGEST and len(state.counted) == len(state.seats) - 1:
        yield Ruling("field_too_long", "LS-15", params={"n": rest, "most": LONGEST})

    # A pair takes two cards at least.
    if own == 1:
        yield Ruling("one_card_taken", "LS-11", params={"seat": move.seat})


# Scene and board


def _holdings(state: State) -> tuple[Holding, ...]:
    taken = (Holding(card, seat, "taken") for seat, cards in state.taken.items() for card in cards)
    return (*(Holding(card, None, "row") for card in state.row), *taken)


def _hint(state: State) -> Message | None:
    """The number of cards a stop would turn down; if none, the cards left in the deck."""
    if state.over or state.depth == "quick":
        return None
    if state.deck == 1:
        return Message("last_card", {}, "LS-15")
    turned = min(state.placed, state.up[state.turn])
    if turned:
        return Message("would_turn", {"n": turned}, "LS-13")
    return Message("in_deck", {"n": state.deck}, "LS-3")


def _board(state: State) -> tuple[BoardRow, ...]:
    """The row, with what a pair with each card would take; then the counts of every seat."""
    old, beyond = len(state.row) - state.placed, len(state.row) + 1
    cards = [
        Spot(
            card,
            "new" if at >= old else "",
            None if state.over else Message("would_take", {"n": beyond - at}, "LS-11"),
        )
        for at, card in enumerate(state.row)
    ]
    following = () if state.over else (Spot(state="next"),)
    placing = state.depth == "full" and not state.over
    notes = {
        seat: Message("up_and_down", {"up": state.up[seat], "down": state.down[seat]}, "LS-16")
        for seat in state.seats
    }
    rows = tuple(
        BoardRow(
            seat=seat,
            note=notes[seat],
            value=score(state, seat),
            active=placing and seat == state.turn,
        )
        for seat in state.seats
    )
    if state.depth == "quick":
        return rows
    return (BoardRow((*cards, *following), title=Message("field", {}, "LS-5")), *rows)


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
GAME = as_series(SINGLE)
