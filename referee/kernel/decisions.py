"""Decisions of the players on a number: points for one entry that replace those by the rules.

Event ``settled`` with ``{"about", "points"}`` decides; with ``about`` alone the rules apply again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeGuard

from referee.event import Event

from .contract import Line, Result, SeatId, rank_by

if TYPE_CHECKING:
    from .history import Played

SETTLED = "settled"
MOST_POINTS = 9999
Place = tuple[int, SeatId]


@dataclass(frozen=True)
class Decision:
    """The decided points of an entry, and the event that decided them."""

    event: Event
    played: Played
    points: int


def decisions(
    events: Iterable[Event], made: Mapping[int, Played], heads: Mapping[SeatId, SeatId]
) -> dict[Place, Decision]:
    """The newest decision on each number in these ``settled`` events, by round and seat.

    ``heads`` is the first seat of each seat's side; a number is that of a whole side.
    """
    found: dict[Place, Decision] = {}
    for event in events:
        played = made.get(whole(event.data.get("about")))
        # A later correction of the entry cancels the decision.
        if played is None or played.move.seat is None or played.changed > event.seq:
            continue
        place = (played.round, heads.get(played.move.seat, played.move.seat))
        points = event.data.get("points")
        found.pop(place, None)
        if is_points(points):
            found[place] = Decision(event, played, points)
    return found


def as_decided(
    lines: Sequence[Line], decided: Mapping[Place, Decision], heads: Mapping[SeatId, SeatId]
) -> tuple[Line, ...]:
    """The score sheet with decided numbers: the first line of each number takes the difference."""
    return tuple(_each(lines, decided, heads)) if decided else tuple(lines)


def _each(
    lines: Sequence[Line], decided: Mapping[Place, Decision], heads: Mapping[SeatId, SeatId]
) -> Iterator[Line]:
    by_rules = Counter[Place]()
    for line in lines:
        if line.counts:
            by_rules[line.round, heads.get(line.seat, line.seat)] += line.points
    left = dict(decided)
    for line in lines:
        place = line.round, heads.get(line.seat, line.seat)
        decision = left.pop(place, None) if line.counts else None
        if decision is None:
            yield line
        else:
            yield replace(line, points=line.points + decision.points - by_rules[place])


def ranked_anew(
    result: Result | None,
    before: Mapping[SeatId, int],
    after: Mapping[SeatId, int],
    low_wins: bool,
) -> Result | None:
    """The result with the decided totals, if those before alone had made the ranking."""
    if result is None or result.ranking != rank_by(before, low_wins):
        return result
    return replace(result, ranking=rank_by(after, low_wins))


def is_points(value: Any) -> TypeGuard[int]:
    """Whether a value is valid as points: an int of at most MOST_POINTS either way."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_POINTS


def whole(value: Any) -> int:
    """An event number from stored data; 0 if it is no whole number."""
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
