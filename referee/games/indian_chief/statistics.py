"""Statistics of Indian Chief over many games, besides the melds."""

from collections.abc import Iterator, Sequence

from referee.kernel.contract import Line
from referee.kernel.info import Statistic
from referee.kernel.statistics import Counted

STATISTICS = (
    Statistic("split_left", "average", "IC-A4", low=True),
    Statistic("stolen", "times", "IC-19", low=None),
)


def counted(lines: Sequence[Line]) -> Iterator[Counted]:
    """Yield how far a declared split is from the best one (IC-A4), and each theft (IC-19)."""
    for line in lines:
        if line.code == "chief_declared":
            yield line.seat, "split_left", line.params["best"] - line.params["total"]
        elif line.code in ("theft", "theft_bare", "theft_back"):
            yield line.seat, "stolen", 1
