"""What people decided about a number: points for one entry instead of those by the rules, until
that entry is changed.

A ``settled`` event with ``{"about", "points"}`` decides; one with ``about`` alone goes back to the
rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeGuard

from .contract import Line, Result, SeatId, rank_by, totals

if TYPE_CHECKING:
    from .history import Event, Played

SETTLED = "settled"
MOST_POINTS = 9999
Place = tuple[int, SeatId]


@dataclass(frozen=True)
class Decision:
    """The points that an entry has by a decision, and the event that settled it."""

    event: Event
    played: Played
    points: int


def decisions(events: Iterable[Event], made: Mapping[int, Played]) -> dict[Place, Decision]:
    """The newest decision on each number by these events that settled something, by round and
    seat.
    """
    found: dict[Place, Decision] = {}
    for event in events:
        played = made.get(whole(event.data.get("about")))
        # An entry that was corrected since is another, on which nothing was decided.
        if played is None or played.move.seat is None or played.changed > event.seq:
            continue
        place, points = (played.round, played.move.seat), event.data.get("points")
        found.pop(place, None)
        if is_points(points):
            found[place] = Decision(event, played, points)
    return found


def as_decided(lines: Sequence[Line], decided: Mapping[Place, Decision]) -> tuple[Line, ...]:
    """The score sheet with the decided numbers: the first line of each has what is more or less
    than by the rules.
    """
    return tuple(_each(lines, decided)) if decided else tuple(lines)


def _each(lines: Sequence[Line], decided: Mapping[Place, Decision]) -> Iterator[Line]:
    left = dict(decided)
    for line in lines:
        decision = left.pop((line.round, line.seat), None) if line.counts else None
        if decision is None:
            yield line
        else:
            yield replace(
                line, points=line.points + decision.points - by_rules(lines, line.round, line.seat)
            )


def by_rules(lines: Iterable[Line], round_: int, seat: SeatId) -> int:
    """The number of a round and a seat as its lines have it."""
    return sum(
        line.points for line in lines if line.counts and (line.round, line.seat) == (round_, seat)
    )


def ranked_anew(
    result: Result | None,
    before: Sequence[Line],
    after: Sequence[Line],
    seats: Sequence[SeatId],
    low_wins: bool,
) -> Result | None:
    """The end with the decided numbers, where the totals alone had ranked it."""
    if result is None or result.ranking != rank_by(totals(before, seats), low_wins):
        return result
    return replace(result, ranking=rank_by(totals(after, seats), low_wins))


def is_points(value: Any) -> TypeGuard[int]:
    """Whether a value can be the points of an entry."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MOST_POINTS


def whole(value: Any) -> int:
    """The number of an event that another names; 0 where it names none."""
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
