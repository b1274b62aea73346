"""The stages of ``python -m tools check``: the tests of a game, each stage before the next."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from . import PROJECT, folders

STAGE_TESTS: Mapping[str, tuple[str, ...]] = {
    "rulebook": ("properties/test_rulebooks.py", "properties/test_clauses.py"),
    "words": ("properties/test_words.py",),
    "records": (
        "properties/test_records.py",
        "properties/test_conformance.py",
        "properties/test_ruling_records.py",
        "properties/test_questions.py",
        "search",
    ),
    "own": (),
    "laws": ("properties", "kernel"),
    "pages": ("",),
}
"""Test files by stage; a file belongs to the first match, ``own`` are the game's tests."""
STAGES = ("loads", "plays", *STAGE_TESTS)
LONG = ("laws", "pages")
"""Stages long enough to run in several processes, if xdist is installed."""


@dataclass(frozen=True)
class Broken:
    """A failed test: its name, the property it ``wants`` kept, and its message about this game."""

    test: str
    wants: str
    said: str


def broken(stage: str, game: str) -> list[Broken] | None:
    """The broken properties of a stage, empty if it passes; None if pytest could not run."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told"
        command = [*_pytest(stage), f"--game={game}", f"--told={told}", *_chosen(stage, game)]
        status = subprocess.run(command, cwd=PROJECT, stdout=sys.stderr, check=False).returncode
        rows = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    found = [Broken(**json.loads(row)) for row in rows]  # noqa: TID251 - from our own process
    return found if found or status in (0, 5) else None


def _pytest(stage: str) -> Iterator[str]:
    yield from (sys.executable, "-m", "pytest", "-m", "not slow and not browser", "--tb=no", "-rN")
    # Show failed comparisons in full.
    yield from ("-o", "verbosity_assertions=2")
    if stage in LONG and find_spec("xdist"):
        yield from ("-n", "auto", "--dist", "loadgroup")


def _chosen(stage: str, game: str) -> Sequence[str]:
    """The test files of a stage, without those of earlier stages."""
    tests, own = PROJECT / "tests", folders(game.replace("-", "_"))[1]
    if stage == "own":
        return [str(own)]
    before = [path for name in STAGES[2 : STAGES.index(stage)] for path in STAGE_TESTS[name]]
    left_out = [*before, "games", "browser"] if stage == "pages" else before
    return [
        *(str(tests / path) for path in STAGE_TESTS[stage]),
        *(f"--ignore={tests / path}" for path in left_out),
    ]
