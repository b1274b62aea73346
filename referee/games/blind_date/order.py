"""Who starts: the largest declared sum, and what happens when nobody or more than one has it (BD-15, BD-25, BD-26)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel.contract import SeatId

from . import worlds
from .state import State, Turn, order_from, with_turn

HIGHEST = "5S"
"""Both ties that can happen, 5 with 2 + 3 and 2 + 5 with 3 + 4, are decided by this card (BD-A12)."""


def starter(state: State, phase: int) -> SeatId | None:
    """The start player of phase 2 (``phase`` 1) or 5 (``phase`` 2); None when the table has to say."""
    sums, named = _declared(state, phase)
    if len(sums) < len(state.seats):
        return None
    if named:
        return named
    level = leaders(sums)
    if len(level) == 1:
        return level[0]
    previous = _previous(state, phase)
    if not level:
        return _nobody(state, phase, previous)
    if state.options["order_tie"] == "highest_card":
        holder = worlds.holder(after_sums(state, phase).possible, HIGHEST)
        return holder if holder in level else None
    if state.options["order_tie"] == "table_decides" or not previous:
        return None
    after = state.seats[(at := state.seats.index(previous[-1]) + 1) :] + state.seats[:at]
    around = order_from(state, previous[-1]) if state.options["order_tie"] == "previous_start" else after
    return next(seat for seat in around if seat in level)


def leaders(sums: Mapping[SeatId, int]) -> tuple[SeatId, ...]:
    """The seats with the largest sum; none when nobody has a number card."""
    most = max(sums.values(), default=0)
    return tuple(seat for seat, total in sums.items() if total == most and most > 0)


def order(state: State, phase: int) -> tuple[SeatId, ...]:
    """The order of play of phase 2 or 5; empty while the start player is not known."""
    start = starter(state, phase)
    return order_from(state, start) if start else ()


def season_starts(state: State) -> tuple[SeatId, ...]:
    """The season's start players including this turn's."""
    return state.starts + tuple(start for phase in (1, 2) if (start := starter(state, phase)))


def _declared(state: State, phase: int) -> tuple[Mapping[SeatId, int], SeatId | None]:
    now = state.now
    return (now.sums1, now.start1) if phase == 1 else (now.sums2, now.start2)


def _previous(state: State, phase: int) -> tuple[SeatId, ...]:
    first = starter(state, 1) if phase == 2 else None
    return (*state.starts, first) if first else state.starts


def _nobody(state: State, phase: int, previous: tuple[SeatId, ...]) -> SeatId | None:
    """The start player when nobody holds a number card (BD-26, BD-A13)."""
    rule = state.options["no_numbers"]
    if not previous or (rule == "random" and phase == 1):
        return None
    if rule == "season_first":
        return previous[0]
    if rule == "move_left" and phase == 1:
        return state.seats[(state.seats.index(previous[-1]) + 1) % len(state.seats)]
    return previous[-1]


def after_sums(state: State, phase: int) -> State:
    """The state as it was when the sums of a phase had been told."""
    now = state.now
    if phase == 2:
        return with_turn(state, matches={}, blinds={})
    return with_turn(state, **vars(Turn()) | {"sums1": now.sums1})
