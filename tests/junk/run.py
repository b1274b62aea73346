"""Asking for junk: what broke, how quickly the answers came, and what the process holds."""

from __future__ import annotations

import os
import random
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path
from typing import Any

from app import create_app
from referee.games import GAMES
from referee.web.http import errors
from tests.support.paths import ROOT

from .changes import junk
from .harvest import harvest
from .requests import Asked, ask

FRESH = 16_000
"""After so many requests the tables are others: junk is accepted too, and ends, renames and sends
away.
"""
MOST_OF_REFUSAL = 200_000
"""So many bytes at most tell what is wrong with a request."""
STATM = Path("/proc/self/statm")


@dataclass
class Report:
    """What came of it: how often each status, what broke by where it did with its first request,
    and the memory in MB by time.
    """

    statuses: Counter[int] = field(default_factory=Counter)
    broke: dict[str, tuple[int, str]] = field(default_factory=dict)
    memory: list[float] = field(default_factory=list)
    seconds: float = 0.0

    def note(self, status: int, place: str, told: str) -> None:
        """Count an answer, and keep what broke or was logged as if it had."""
        self.statuses[status] += 1
        if place:
            times, first = self.broke.get(place, (0, told))
            self.broke[place] = (times + 1, first if len(first) <= len(told) else told)


def memory() -> float:
    """The megabytes that this process holds; nothing where the system does not tell."""
    return (
        int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
        if STATM.exists()
        else 0.0
    )


def where(error: BaseException) -> str:
    """What went wrong, and the line of the project where it did."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith(str(ROOT / "referee"))
        or frame.filename.startswith(str(ROOT / "templates"))
    ]
    last = (
        f"{Path(frames[-1].filename).relative_to(ROOT)}:{frames[-1].lineno}"
        if frames
        else "outside the project"
    )
    return f"{type(error).__name__} at {last}: {str(error)[:100]}"


def run(
    count: int,
    seed: int,
    tell: Callable[[str], Any] = lambda text: None,
    games: Sequence[str] = tuple(GAMES),
) -> Report:
    """Ask an application of its own for so many junk requests of a seed, at tables of these
    games.
    """
    rng, report, broken = random.Random(seed), Report(), []
    errors_log, errors.log = errors.log, broken.append
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATABASE": f"{folder}/referee.db", "RATE_LIMITS": False})
        began = time.perf_counter()
        try:
            for done in range(count):
                if done % FRESH == 0:
                    known = harvest(app, rng, games)
                    choices, often = (
                        [asked for asked, _ in known],
                        list(accumulate(weight for _, weight in known)),
                    )
                if done % max(1, count // 8) == 0:
                    report.memory.append(memory())
                    tell(
                        f"{done} asked, {len(report.broke)} broke, {memory():.0f} MB,"
                        f" {done / max(0.01, time.perf_counter() - began):.0f} a second"
                    )
                (valid,) = rng.choices(choices, cum_weights=often)
                if found := _ask(app, junk(valid, rng), report, broken):
                    tell(found)
            report.memory.append(memory())
        finally:
            errors.log = errors_log
            app.extensions["desk"].close()
    report.seconds = time.perf_counter() - began
    return report


def _ask(app: Any, asked: Asked, report: Report, broken: list[BaseException]) -> str:
    """Ask and note the answer; what broke where nothing broke before."""
    known = len(report.broke)
    broken.clear()
    try:
        answer = ask(app, asked)
        status = answer.status
        place = (
            where(broken[0]) if broken else f"{status} without an error" if status >= 500 else ""
        )
        if status >= 400 and len(answer.body) > MOST_OF_REFUSAL:
            place = place or f"a refusal longer than a page at {asked.path[:40]}"
    except Exception as error:  # it left the application, which is the worst that can be
        status, place = 500, f"left the application: {where(error)}"
    report.note(status, place, asked.told())
    return f"{place}\n    {asked.told()}" if len(report.broke) > known else ""


def soak(count: int, seed: int) -> int:
    """Ask on all processors and report; 1 if anything broke."""
    each, workers = count // (os.cpu_count() or 1), os.cpu_count() or 1
    with ProcessPoolExecutor(workers) as pool:
        reports = list(
            pool.map(run, [each] * workers, range(seed, seed + workers), [_print] * workers)
        )
    for report in reports:
        statuses = ", ".join(
            f"{status} × {times}" for status, times in sorted(report.statuses.items())
        )
        print(
            f"{sum(report.statuses.values())} requests,"
            f" {sum(report.statuses.values()) / report.seconds:.0f} a second: {statuses}"
        )
        print("memory in MB, by eighths: " + " ".join(f"{held:.0f}" for held in report.memory))
        for place, (times, told) in sorted(report.broke.items(), key=lambda item: -item[1][0]):
            print(f"{times} × {place}\n    {told}")
    return int(any(report.broke for report in reports))


def _print(text: str) -> None:
    print(text, flush=True)
