"""Rows of the report: what was measured, what it is judged against, and whether that is met."""

from __future__ import annotations

import os
import platform
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

COLUMNS = ("", "what", "ours", "floor", "ratio", "target", "")


@dataclass(frozen=True)
class Row:
    """One measurement; it is judged by ``ratio`` where there is a floor, else by ``ours``.

    ``least`` or ``most`` is the target; ``floor`` is measured in the same run, by turns.
    """

    number: str
    what: str
    ours: float
    unit: str = ""
    floor: float | None = None
    ratio: float | None = None
    least: float | None = None
    most: float | None = None

    @property
    def met(self) -> bool:
        """Whether the target is met."""
        value = self.ours if self.ratio is None else self.ratio
        return (self.least is None or value >= self.least) and (
            self.most is None or value <= self.most
        )

    def cells(self) -> tuple[str, ...]:
        """The row as the table shows it."""
        sign, limit = (">=", self.least) if self.least is not None else ("<=", self.most)
        unit = " x" if self.ratio is not None else f" {self.unit}".rstrip()
        target = "" if limit is None else f"{sign} {limit:g}{unit}"
        floor = "" if self.floor is None else number(self.floor)
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        verdict = "" if limit is None else "met" if self.met else "MISSED"
        return (
            self.number,
            self.what,
            f"{number(self.ours)} {self.unit}".rstrip(),
            floor,
            ratio,
            target,
            verdict,
        )


def against(
    number_: str,
    what: str,
    ours: Sequence[float],
    floor: Sequence[float],
    unit: str = "",
    least: float | None = None,
    most: float | None = None,
) -> Row:
    """A row of two ways measured by turns: medians, and the median of the ratios of neighbours."""
    ratio = statistics.median(a / b for a, b in zip(ours, floor, strict=True))
    return Row(
        number_, what, statistics.median(ours), unit, statistics.median(floor), ratio, least, most
    )


def number(value: float) -> str:
    """A number with about three digits that matter."""
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f}"


def table(rows: Iterable[Row]) -> str:
    """All rows as one table."""
    lines = [COLUMNS, *(row.cells() for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    left = {0, 1, 6}
    return "\n".join(
        "  ".join(
            cell.ljust(width) if at in left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def machine() -> str:
    """What this was measured on."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("flask", "granian", "sqlite-utils"))
    cores = (
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
        if hasattr(os, "getloadavg")
        else f"{os.cpu_count()} cores"
    )
    return (
        f"{platform.system()} {platform.machine()}, {cores}, a sync of the disk {sync_cost():.2f}"
        f" ms; Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {packages}"
    )


def sync_cost(times: int = 60) -> float:
    """What it costs to put a page of 4 kB on the disk, in milliseconds: the median of so many, a
    few milliseconds apart.
    """
    taken = []
    with tempfile.TemporaryFile(dir=Path(__file__).parent) as file:
        for _ in range(times):
            file.write(bytes(4096))
            file.flush()
            began = time.perf_counter()
            os.fsync(file.fileno())
            taken.append(1000 * (time.perf_counter() - began))
            time.sleep(0.002)
    return statistics.median(taken)


def percentile(values: Iterable[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
