"""Who starts: the largest declared sum, and what happens when nobody or more than one has it (BD-15, BD-25, BD-26)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.kernel.contract import SeatId
from referee.kernel.frozen import with_now
from referee.kernel.turns import left_of, order_from

from . import worlds
from .state import State, Turn, in_order

HIGHEST = "5S"
"""Both ties that can happen, 5 with 2 + 3 and 2 + 5 with 3 + 4, are decided by this card (BD-A12)."""


def starter(state: State, phase: int) -> SeatId | None:
    """The start player of phase 2 (``phase`` 1) or 5 (``phase`` 2); None when the table has to say."""
    now = state.now
    sums, named = (now.sums1, now.start1) if phase == 1 else (now.sums2, now.start2)
    if len(sums) < len(state.seats):
        return None
    if named:
        return named
    level = leaders(sums)
    if len(level) == 1:
        return level[0]
    first = starter(state, 1) if phase == 2 else None
    previous = (*state.starts, first) if first else state.starts
    if not level:
        return _nobody(state, phase, previous)
    if state.options["order_tie"] == "highest_card":
        holder = worlds.holder(after_sums(state, phase).possible, HIGHEST)
        return holder if holder in level else None
    if state.options["order_tie"] == "table_decides" or not previous:
        return None
    after = order_from(state.seats, left_of(state.seats, previous[-1]))
    around = in_order(state, previous[-1]) if state.options["order_tie"] == "previous_start" else after
    return next(seat for seat in around if seat in level)


def leaders(sums: Mapping[SeatId, int]) -> tuple[SeatId, ...]:
    """The seats with the largest sum; none when nobody has a number card."""
    most = max(sums.values(), default=0)
    return tuple(seat for seat, total in sums.items() if total == most and most > 0)


def order(state: State, phase: int) -> tuple[SeatId, ...]:
    """The order of play of phase 2 or 5; empty while the start player is not known."""
    start = starter(state, phase)
    return in_order(state, start) if start else ()


def _nobody(state: State, phase: int, previous: tuple[SeatId, ...]) -> SeatId | None:
    """The start player when nobody holds a number card (BD-26, BD-A13)."""
    rule = state.options["no_numbers"]
    if not previous or (rule == "random" and phase == 1):
        return None
    if rule == "season_first":
        return previous[0]
    if rule == "move_left" and phase == 1:
        return left_of(state.seats, previous[-1])
    return previous[-1]


def after_sums(state: State, phase: int) -> State:
    """The state as it was when the sums of a phase had been told."""
    now = state.now
    if phase == 2:
        return with_now(state, matches={}, blinds={})
    return with_now(state, **vars(Turn()) | {"sums1": now.sums1})
