"""Statistics of Black Plague Blind Date over many games."""

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.kernel.contract import Line, SeatId
from referee.kernel.info import Statistic
from referee.kernel.statistics import Counted

from .dates import SEASON_CLAUSES, season_of

_DATES = {
    "perfect": "BD-39",
    "lovely": "BD-40",
    "fine": "BD-41",
    "proper": "BD-42",
    "stood_up": "BD-43",
    "infection": "BD-44",
    "two_timing": "BD-45",
}
STATISTICS = (
    *(Statistic(season, "average", clause) for season, clause in SEASON_CLAUSES.items()),
    *(Statistic(code, "times", clause, low=None) for code, clause in _DATES.items()),
)


def counted(lines: Sequence[Line]) -> Iterator[Counted]:
    """Yield the points per season (BD-14) and each match's kind of date (BD-39 to BD-45)."""
    points: Counter[tuple[SeatId, str]] = Counter()
    for line in lines:
        if line.counts:
            points[line.seat, season_of(line.round)] += line.points
        if line.code in _DATES:
            yield line.seat, line.code, 1
    yield from ((seat, season, total) for (seat, season), total in points.items())
