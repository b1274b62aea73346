"""Pyramid: reveal cards until you stop or bust, then build them into the highest pyramid."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from referee.kernel import fields
from referee.kernel.board import BoardRow, Shown, Spot
from referee.kernel.contract import (
    Level,
    Message,
    Move,
    Prompt,
    Ruling,
    Scene,
    SeatId,
    Step,
    card_of,
)
from referee.kernel.detail import with_depth
from referee.kernel.facts import each
from referee.kernel.fields import Cards, Choice, Counts, Seat, Value
from referee.kernel.game import Game, Options, Seats, finished_lines
from referee.kernel.info import SEAT, Asked, Info, Option, Sheet, one_of
from referee.kernel.ledger import clash, left
from referee.kernel.paper import printed
from referee.kernel.series import as_series
from referee.kernel.wording import step

from . import playing
from .playing import (
    DECK,
    PLACE_NAME,
    Position,
    Pyramid,
    State,
    Turn,
    adjoins,
    advance,
    name,
    place_of,
    ranking,
    result,
    rows_told,
    under,
)
from .statistics import STATISTICS, counted

BOTTOM = 13
ROWS = Counts(name="rows", most=60, high=BOTTOM, label="rows")
"""The form has keys up to ``BOTTOM`` cards; a longer bottom row is typed."""


@dataclass(frozen=True, kw_only=True)
class Place(fields.Place):
    """A pyramid place: ``values`` are the open ones; others parse too, so `judge` can explain."""

    def _parse(self, raw: object) -> Value:
        return raw if isinstance(raw, str) and PLACE_NAME.fullmatch(raw) else super()._parse(raw)


CARD, IN_HAND = Cards(name="card", deck=DECK), Choice(name="card", values=(*DECK.counts,))
# Rows and columns from the first card laid; there are more than these.
PLACES = ("r1c0", "r1c1", "r2c0")
INFO = Info(
    id="pyramid",
    prefix="PY",
    deck_clause="PY-1",
    turn_clause="PY-4",
    kinds={
        "flip": Asked("PY-6", (CARD,)),
        "stop": Asked("PY-9"),
        "build": Asked("PY-9", (IN_HAND, Place(name="place", values=PLACES))),
        "rows": Asked("PY-18", (replace(ROWS, name=f"rows_{SEAT}"),), table=True),
    },
    version="2026.1",
    seats=(2, 4),
    family="numbers",
    statistics=STATISTICS,
    options=(
        one_of("upper_gaps", "PY-A1", "allowed", "forbidden"),
        one_of("reuse", "PY-A7", "no", "yes"),
        Option(Seat(name="start", optional=True), "PY-A9"),
        Option(
            Choice(name="depth", values=("quick", "full"), default="quick"), "PY-18", unsaid="full"
        ),
    ),
    tally=True,
    sheet=Sheet(boxes=("rows",), wide=("rows",)),
)


def setup(seats: Seats, options: Options) -> State:
    """The state before the first card."""
    return State(
        seats,
        options,
        str(options["depth"]),
        Turn(str(options["start"])),
        {seat: {} for seat in seats},
    )


def prompts(state: State) -> tuple[Prompt, ...]:
    """The prompts of this phase; an early stop is an aside, refused by PY-6."""
    seat = state.turn.seat
    match state.phase:
        case "flip":
            up = Cards(name="card", deck=DECK, left=left(DECK, state.holdings))
            flips = (
                Prompt("flip", seat, (up,), "PY-7", form="tap"),
                Prompt("stop", seat, (), "PY-6", aside=not state.turn.flips),
            )
            return (*flips, _ask_build(state.stopped, aside=True)) if state.turn.flips else flips
        case "build":
            return (_ask_build(state),)
        case "rows":
            return (Prompt("rows", None, each(state.seats, ROWS), "PY-18"),)
        case _:
            return ()


def _ask_build(state: State, aside: bool = False) -> Prompt:
    """Ask for a card and its place; an aside during flips, since the first card implies a stop."""
    hand, places = state.turn.hand, tuple(map(name, state.open_places))
    card = Choice(name="card", label="in_hand", values=hand, default=hand[0])
    place = Place(name="place", values=places, default=places[0] if len(places) == 1 else None)
    return Prompt("build", state.turn.seat, (card, place), "PY-9", aside=aside, form="tap")


def judge(state: State, move: Move) -> Iterator[Ruling]:
    """Yield every objection to a move, and a note on why a legal build is allowed."""
    match move.kind:
        case "flip":
            yield from clash(DECK, state.holdings, None, [card_of(move)], "PY-1", "card")
        case "stop" if not state.turn.flips:
            yield Ruling("nothing_turned_up", "PY-6", params={"seat": move.seat})
        case "build":
            yield from _build(state.stopped, move)
        case "rows":
            yield from _rows(state, move)


def closed(state: State, kind: str, seat: SeatId | None) -> Ruling | None:
    """The ruling against going on after a bust (PY-8)."""
    last, turn = state.last, state.turn
    if last is None or not last.bust or last.seat != seat or turn.flips or seat == turn.seat:
        return None
    return Ruling(
        "bust_ends_turn", "PY-8", params={"seat": seat, "card": last.flips[-1], "next": turn.seat}
    )


def _build(state: State, move: Move) -> Iterator[Ruling]:
    """Why the card may lie there, or what forbids it (PY-11…PY-14, PY-A1)."""
    built, card, place = state.built[str(move.seat)], card_of(move), place_of(move)
    below = under(built, place)
    if place in state.places_for(card):
        if place[0] == 1:
            yield Ruling("lies_at_end", "PY-11", Level.NOTE, {"card": card})
        else:
            yield Ruling("rests_on", "PY-13", Level.NOTE, {"card": card, "below": list(below)})
    elif place in built:
        yield Ruling("place_taken", "PY-14", Level.IMPOSSIBLE, {"card": built[place]}, "place")
    elif place[0] == 1:
        yield Ruling("bottom_gap", "PY-11", params={"card": card}, field="place")
    elif len(below) < 2:
        yield Ruling("not_on_two", "PY-12", params={"card": card}, field="place")
    else:
        most = min(map(int, below))
        if int(card) > most:
            yield Ruling(
                "too_high",
                "PY-13",
                params={"card": card, "below": list(below), "most": most},
                field="place",
            )
        if not state.gaps and not adjoins(built, place):
            yield Ruling("upper_gap", "PY-A1", params={"card": card}, field="place")


def _rows(state: State, move: Move) -> Iterator[Ruling]:
    """Impossible totals (PY-1); a bust loses two or more (PY-8), none with a reshuffle (PY-A7)."""
    told = rows_told(state, move)
    for seat, counts in told.items():
        yield from _row_counts(seat, counts)
    used, all_read = sum(sum(counts or ()) for counts in told.values()), None not in told.values()
    params = {"n": used, "size": DECK.size}
    if used > DECK.size:
        yield Ruling("too_many_in_all", "PY-1", Level.IMPOSSIBLE, params)
    elif all_read and used < DECK.size and state.options["reuse"] == "yes":
        yield Ruling("cards_missing", "PY-A7", Level.NOTE, params)
    elif all_read and used == DECK.size - 1:
        yield Ruling("one_card_lost", "PY-8", params=params)


def _row_counts(seat: SeatId, counts: tuple[int, ...] | None) -> Iterator[Ruling]:
    """One pyramid: each row has at least one card fewer than the row below (PY-12)."""
    if counts is None:
        yield Ruling("rows_unreadable", "PY-18", Level.IMPOSSIBLE, {"seat": seat}, f"rows_{seat}")
        return
    for row, (below, count) in enumerate(pairwise(counts), 2):
        if count >= below:
            params = {
                "seat": seat,
                "row": row,
                "n": count,
                "below": below,
                "most": max(0, below - 1),
            }
            yield Ruling("row_too_wide", "PY-12", params=params, field=f"rows_{seat}")


# Scene and board


def scene(state: State) -> Scene:
    """The current scene: cards left, board, hint and leaders."""
    scene = Scene(
        1,
        Message("cards_left", {"n": state.deck}, "PY-17"),
        DECK,
        holdings=state.holdings,
        complete=int(state.over),
        board=tuple(_board(state)),
        effects=state.effects,
    )
    if state.over:
        return replace(scene, where=Message("over", clause="PY-17"))
    if state.phase == "rows":
        return replace(
            scene,
            where=Message("rows_at_end", clause="PY-18"),
            hint=Message("how_to_write", clause="PY-18"),
        )
    order, up = ranking(state), len(state.turn.flips)
    hint = Message("up_so_far", {"n": up}, "PY-6") if up else Message("at_least_one", clause="PY-6")
    if state.phase == "build":
        hint = Message("highest_first", clause="PY-9")
    # During play the scoreboard shows heights; after the game it shows games won.
    shown = {
        seat: Shown(len(counts), Message("unit", {"n": len(counts)}))
        for seat, counts in state.rows.items()
    }
    ahead = order[0] if len(order) > 1 else ()
    return replace(scene, shown=shown, ahead=ahead, hint=hint)


def _board(state: State) -> Iterator[BoardRow]:
    """The cards revealed, the pyramid of the seat on turn, then the heights of all seats."""
    turn = state.turn
    if state.phase == "flip":
        flips = tuple(
            Spot(card, "new" if at == len(turn.flips) else "")
            for at, card in enumerate(turn.flips, 1)
        )
        yield BoardRow((*flips, Spot(state="next")), title=Message("turned_up"), active=True)
    if state.phase in ("flip", "build"):
        yield from pyramid(state)
    if any(state.rows.values()):
        yield BoardRow(title=Message("rows", clause="PY-18"), note=Message("counted"))
        yield from (
            _height(state, seat, turn.seat == seat and not state.over) for seat in state.seats
        )


def _height(state: State, seat: SeatId, active: bool) -> BoardRow:
    """A seat's row counts, and its pyramid unless the board already draws it above."""
    order, counts = ranking(state), state.rows[seat]
    leads = seat in order[0] and len(order) > 1
    note = (
        Message("leads", {"n": len(counts)}, "PY-18")
        if leads and not state.over
        else None
        if counts
        else Message("nothing_built")
    )
    return BoardRow(
        seat=seat,
        counts=counts,
        note=note,
        active=active,
        built=() if active else tuple(built_rows(state.built[seat])),
    )


def pyramid(state: State) -> Iterator[BoardRow]:
    """The pyramid of the seat on turn from the top down, with its open places when it may build."""
    shown = state.stopped if state.phase == "flip" else state
    used = [*shown.built[shown.turn.seat], *shown.open_places]
    return _drawn(used, lambda place: _spot(shown, place))


def built_rows(built: Pyramid) -> Iterator[BoardRow]:
    """A built pyramid from the top down."""
    return _drawn(
        [*built], lambda place: Spot(built[place]) if place in built else Spot(state="gap")
    )


def _drawn(used: Sequence[Position], spot: Callable[[Position], Spot]) -> Iterator[BoardRow]:
    first = min((2 * column + row for row, column in used), default=0)
    for row in sorted({row for row, _ in used}, reverse=True):
        columns = [column for other, column in used if other == row]
        spots = tuple(spot((row, column)) for column in range(min(columns), max(columns) + 1))
        yield BoardRow(spots, shift=2 * min(columns) + row - first)


def _spot(state: State, place: Position) -> Spot:
    """A card, a gap, or an open place; ``next`` if the highest card in hand may lie there."""
    turn, laid = state.turn, state.built[state.turn.seat]
    if place in laid:
        return Spot(laid[place], "new" if place in dict(turn.laid) else "")
    if place not in state.open_places:
        return Spot(state="gap")
    look = "next" if place in state.places_for(turn.hand[0]) else "free"
    if place[0] == 1:
        return Spot(
            state=look,
            note=Message("end" if laid else "first_place", clause="PY-11"),
            place=name(place),
        )
    most = state.open_places[place]
    return Spot(state=look, note=Message("at_most", {"n": most}, "PY-13"), place=name(place))


def guide(seats: Seats, options: Options) -> tuple[Step, ...]:
    """The setup steps and rules of this table, from the box to the first turn."""
    gaps = f"guide_gaps_{options['upper_gaps']} PY-A1"
    reuse = f"guide_reuse_{options['reuse']} PY-A7"
    return (
        step("guide_shuffle PY-2", "guide_no_hands PY-2", n=DECK.size),
        step(
            "guide_start PY-A9", "guide_suntan PY-3", "guide_clockwise PY-4", seat=options["start"]
        ),
        step("guide_flip PY-6", "guide_bust PY-8"),
        step(
            "guide_build PY-9", "guide_bottom PY-11", "guide_upper PY-13", gaps, "guide_stays PY-14"
        ),
        step("guide_end PY-18", reuse, "guide_ties PY-19"),
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
            finished_lines, lambda line: [line.params["shape"].split("/")], ("won", "won_shared")
        ),
        closed=closed,
        highlights=playing.highlights,
        counted=counted,
    ),
    # Card by card must start with the first card; a count of rows works at any time.
    lambda state: not (state.over or state.last or state.turn.flips),
    quick_midway=True,
)
GAME = as_series(SINGLE)
