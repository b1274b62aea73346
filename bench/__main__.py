"""Run every benchmark, or those named, and print one table: ``python -m bench [--quick] [entries
pages …]``.

``--quick`` shortens what takes long (all but entries and growth); its numbers mean nothing.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from importlib import import_module

from bench.report import Row, machine, table

NAMES = (
    "entries",
    "live",
    "poker",
    "pages",
    "games",
    "growth",
    "logs",
    "stopping",
    "search",
    "disputes",
    "bodies",
    "evening",
    "resting",
    "node",
    "people",
    "files",
)


def main(names: Sequence[str]) -> int:
    """Print the table; 0 even where a target is missed, as times are not for passing or failing a
    build.
    """
    print(machine(), flush=True)
    began = time.perf_counter()
    rows: list[Row] = []
    quick = "--quick" in names
    for name in [name for name in names if name != "--quick"] or NAMES:
        print(f"{name} …", file=sys.stderr, flush=True)
        rows += import_module(f"bench.{name}").rows(quick)
    print(table(sorted(rows, key=lambda row: int(row.number[1:]))))
    print(
        f"{sum(row.met for row in rows)} of {len(rows)} targets met,"
        f" {time.perf_counter() - began:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
