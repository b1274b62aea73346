"""What is counted over many games of Indian Chief beside the melds."""

from collections.abc import Iterator, Sequence

from referee.kernel.contract import Line
from referee.kernel.info import Statistic
from referee.kernel.statistics import Counted

STATISTICS = (
    Statistic("split_left", "average", "IC-A4", low=True),
    Statistic("stolen", "times", "IC-19", low=None),
)


def counted(lines: Sequence[Line]) -> Iterator[Counted]:
    """What a declared split leaves of the best one (IC-A4), and the cards taken by a Thief
    (IC-19).
    """
    for line in lines:
        if line.code == "chief_declared":
            yield line.seat, "split_left", line.params["best"] - line.params["total"]
        elif line.code in ("theft", "theft_bare", "theft_back"):
            yield line.seat, "stolen", 1
