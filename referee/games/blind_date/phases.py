"""The phases of a turn and what is asked in each (quick: one row per seat; full: the seven phases of BD-14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.kernel import ledger
from referee.kernel.contract import Prompt, SeatId, rank_by, totals
from referee.kernel.fields import Cards, Choice, Field, Flag, Int, Many, Seat
from referee.kernel.frozen import replace

from .deck import COLOURS, DECK, first_of_season
from .order import order, starter
from .state import State, Turn, holdings, see

PLACED_TIES = ("first_placed", "last_placed")
IN_TURN = ("blind", "exchange", "match")
DIRECTIONS = ("left", "right", "opposite")


def phase(state: State) -> str:
    """Where the turn stands: ``rows`` (quick entry), a phase of full entry, ``start1`` or ``start2`` where the table must
    name the start player, or ``over``.
    """
    if state.over:
        return "over"
    if state.depth == "quick":
        return "rows"
    return next((name for name, finished in _steps(state) if not finished), "reveal")


def _steps(state: State) -> Iterator[tuple[str, bool]]:
    """The phases of full entry before the reveal, and whether each is over."""
    now, seats = state.now, len(state.seats)
    yield "discard", not drops(state) or len(state.discards) == seats
    yield "order1", len(now.sums1) == seats
    yield "start1", starter(state, 1) is not None
    yield "blind", len(now.cubes) == seats
    yield "exchange", now.exchange is not None
    yield "order2", len(now.sums2) == seats
    yield "start2", starter(state, 2) is not None
    yield "match", len(now.matches) == seats


def drops(state: State) -> bool:
    """Whether the players throw one card away before this turn (BD-8)."""
    return len(state.seats) == 3 and first_of_season(state.turn)


def turn_complete(state: State) -> bool:
    """Whether everything that scores the turn has been told."""
    now, seats = state.now, len(state.seats)
    return not state.over and len(now.matches) == len(now.blinds) == seats and not (state.depth == "quick" and asks_placing(state))


def asks_placing(state: State) -> bool:
    """Whether quick entry must know who started, because a house rule goes by who laid first."""
    placed = state.options["bad_tie"] in PLACED_TIES or state.options["good_tie"] in PLACED_TIES
    return placed and state.now.start2 is None


def waiting(state: State) -> tuple[SeatId, ...]:
    """The seats still to act in this phase, in order; all may act at once except in ``blind``, ``exchange`` and ``match``."""
    now, at = state.now, phase(state)
    if at == "exchange":
        return (*list(now.cubes)[-1:], *list(now.cubes)[:-1])
    done: Mapping[str, Mapping[SeatId, object]] = {
        "rows": now.matches,
        "discard": state.discards,
        "order1": now.sums1,
        "blind": now.cubes,
        "order2": now.sums2,
        "match": now.matches,
        "reveal": now.blinds,
    }
    seats = order(state, 1) if at == "blind" else order(state, 2) if at == "match" else state.seats
    return tuple(seat for seat in seats if seat not in done[at]) if at in done else ()


def prompts(state: State) -> tuple[Prompt, ...]:
    """Everything that may be told now; prompts that are asides need not be answered."""
    at = phase(state)
    if at == "over":
        first = rank_by(totals(state.finished, state.seats))[0]
        decided = state.options["final_tie"] != "playoff" or state.playoff or len(first) == 1
        # The winner of a play-off, where the house wants one.
        return () if decided else (Prompt("playoff", None, (Seat(name="winner", values=first),), "BD-A15"),)
    in_turn = at in IN_TURN
    found = [_prompt(state, at, seat, in_turn and place > 0) for place, seat in enumerate(waiting(state))]
    if at in ("start1", "start2") or (at == "rows" and asks_placing(state)):
        clause = {"start1": "BD-15", "start2": "BD-25"}.get(at, "BD-A5")
        found.append(Prompt("start", None, (Seat(name="starter", values=state.seats),), clause))
    if at == "rows" and drops(state) and state.now == Turn():
        found = [*(_discard(state, seat, True) for seat in state.seats if seat not in state.discards), *found]
    return tuple(found)


def depth_is_open(state: State) -> bool:
    """How much is entered may change between turns."""
    return state.now == Turn() and phase(state) != "over"


def _prompt(state: State, at: str, seat: SeatId, aside: bool) -> Prompt:
    target = Seat(name="target", values=state.seats)
    match at:
        case "rows":
            blind = _cards(state, seat, "blind")
            fields: tuple[Field, ...] = (blind, replace(blind, name="match"), target, Flag(name="no_cube"))
            return Prompt("date", seat, fields, "BD-27", form="row")
        case "discard":
            return _discard(state, seat, aside)
        case "order1" | "order2":
            clause = "BD-15" if at == "order1" else "BD-25"
            return Prompt("sum", seat, (Int(name="sum", low=0, high=14),), clause)
        case "blind":
            return Prompt("cubes", seat, (Many(name="cubes", values=COLOURS),), "BD-18", aside=aside)
        case "exchange":
            action = Choice(name="action", values=("free_choice", "old_maid"))
            return Prompt("exchange", seat, (action, Choice(name="direction", values=DIRECTIONS)), "BD-22", aside=aside)
        case "match":
            return Prompt("match", seat, (_cards(state, seat, "card"), target), "BD-27", aside=aside, form="pad")
        case _:
            return Prompt("reveal", seat, (_cards(state, seat, "card"),), "BD-31", form="pad")


def _discard(state: State, seat: SeatId, aside: bool) -> Prompt:
    secret = state.options["entry"] == "secret"
    return Prompt("discard", seat, (_cards(state, seat, "card"),), "BD-8", secret=secret, aside=aside, form="pad")


def _cards(state: State, seat: SeatId, name: str) -> Cards:
    return Cards(name=name, deck=DECK, left=ledger.left(DECK, holdings(see(state, seat))))
