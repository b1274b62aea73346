"""A store on an empty file, a clock that a test can set, and a table to write to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.event import Event
from referee.store import Store
from referee.store.values import TableRow


class Clock:
    """Stands still unless a test moves it."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


@pytest.fixture
def store(path: Path, clock: Clock) -> Iterator[Store]:
    with Store(path, clock=clock) as opened:
        yield opened


@pytest.fixture
def table(store: Store) -> TableRow:
    seats = [("s1", "Ann", None), ("s2", "Bo", None)]
    return store.create_table("chief", Event(0, "start", data={"edition": "page"}), seats)
