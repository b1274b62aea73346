"""The page of all that ``python -m tools check`` asks of a game, a line for each property:
``python -m tests.support.properties > tests/PROPERTIES.md``.
"""

from __future__ import annotations

import contextlib
import inspect
import io
from collections.abc import Iterator

import pytest

from referee.words import Translator
from tests.support.examples import EXAMPLES
from tests.support.japanese import avoided
from tests.support.paths import ROOT
from tools.new_game.stages import STAGE_TESTS

HEAD = """# What check means

`python -m tools check GAME` tries these stages in this order and stops at the first that fails. \
`--only STAGE` tries one.
Each property that does not hold is told in the words below, with what was found. \
This page is written by `python -m tests.support.properties`.
"""
WORDS = """## Words that Japanese texts avoid

Rulebook and words say one thing by one word. 切り札 is the word for trumps.

| not | but |
|---|---|
"""


class Collected:
    """A plugin of pytest that keeps what was collected."""

    def __init__(self) -> None:
        self.items: list[pytest.Item] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.items = session.items


def list_properties() -> list[tuple[str, str, str]]:
    """Every property that is asked of each game: its stage, its name and what it wants."""
    kept = Collected()
    stages = {
        ROOT / "tests" / path: stage
        for stage, paths in STAGE_TESTS.items()
        if stage not in ("own", "pages")
        for path in paths
    }
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(
            ["--collect-only", "-q", "-m", "not slow", f"--game={EXAMPLES[0]}", *map(str, stages)],
            plugins=[kept],
        )
    found = {}
    for item in kept.items:
        stage = next(stages[path] for path in (item.path, *item.path.parents) if path in stages)
        function = getattr(item, "function", None)
        name = item.nodeid.rpartition("::")[2].partition("[")[0]
        found.setdefault((stage, name), " ".join((inspect.getdoc(function) or "").split()))
    order = list(STAGE_TESTS)
    return sorted(
        ((stage, name, wants) for (stage, name), wants in found.items()),
        key=lambda one: order.index(one[0]),
    )


def page() -> Iterator[str]:
    """The whole page in Markdown."""
    say = Translator("en", "commands", {}).say
    yield HEAD
    told = list_properties()
    for stage in ("loads", "plays", *STAGE_TESTS):
        yield f"## {stage}\n\n{say(f'stage.{stage}')}\n"
        lines = [
            f"- *{name.removeprefix('test_').replace('_', ' ')}*: {wants}"
            for of, name, wants in told
            if of == stage
        ]
        if lines:
            yield "\n".join(lines) + "\n"
    yield WORDS + "\n".join(f"| {word} | {better} |" for word, better in avoided())


if __name__ == "__main__":
    print("\n".join(page()))
