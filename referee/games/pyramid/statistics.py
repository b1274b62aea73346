"""Pyramid statistics over many games."""

from collections.abc import Iterator, Sequence

from referee.kernel.contract import Line
from referee.kernel.info import Statistic
from referee.kernel.statistics import Counted

STATISTICS = (Statistic("tall", "most", "PY-18"), Statistic("bust", "times", "PY-8", low=None))


def counted(lines: Sequence[Line]) -> Iterator[Counted]:
    """Yield the rows of every final pyramid (PY-18) and each bust (PY-8)."""
    for line in lines:
        if line.code == "bust":
            yield line.seat, "bust", 1
        elif "shape" in line.params:
            yield line.seat, "tall", len(line.params["shape"].split("/"))
