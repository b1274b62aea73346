"""Statistics of Captain's Orders over many games."""

from collections.abc import Iterator, Sequence

from referee.kernel.contract import Line
from referee.kernel.info import Statistic
from referee.kernel.statistics import Counted

STATISTICS = (
    Statistic("as_captain", "times", "CO-35", low=None),
    Statistic("as_mutineer", "times", "CO-6", low=None),
    Statistic("accused_right", "times", "CO-21", low=None),
    Statistic("accused_wrong", "times", "CO-23", low=None),
)


def counted(lines: Sequence[Line]) -> Iterator[Counted]:
    """Yield rounds won as Captain (CO-35) or mutineer (CO-6), and accusations (CO-21, CO-23)."""
    captains = {
        line.round: line.params["who"] for line in lines if line.code in ("captain", "captains")
    }
    found_out = {line.round for line in lines if line.code == "found_out"}
    for line in lines:
        if line.code == "accusation":
            yield line.seat, "accused_right" if line.round in found_out else "accused_wrong", 1
        elif line.points and line.round in captains:
            yield line.seat, "as_captain" if line.seat in captains[line.round] else "as_mutineer", 1
