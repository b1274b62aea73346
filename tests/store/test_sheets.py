"""Score sheets in the store: kept with their tables, never changed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from referee.event import Event
from referee.store import Store
from referee.store.errors import Unstorable
from referee.store.symbols import free_sign
from referee.store.values import NewRecord

TOLD = {"format": "referee-sheet/1", "name": "ラミー"}


def test_a_sheet_is_found_by_the_id_of_its_game(store: Store) -> None:
    assert store.sheet("own-1") is None
    store.keep_sheet("own-1", TOLD)
    assert store.sheet("own-1") == TOLD


def test_a_sheet_is_never_changed(path: Path, store: Store) -> None:
    store.keep_sheet("own-1", TOLD)
    store.keep_sheet("own-1", {"name": "other"})
    assert store.sheet("own-1") == TOLD
    with closing(Database(path)) as db, pytest.raises(sqlite3.IntegrityError, match="never"):
        db.execute("UPDATE sheet SET told = '{}'")


def test_a_sheet_that_json_cannot_hold_is_refused(store: Store) -> None:
    with pytest.raises(Unstorable):
        store.keep_sheet("own-1", {"name": {1, 2}})
    assert store.sheet("own-1") is None


def test_a_new_table_brings_its_sheet(store: Store) -> None:
    first = Event(0, "start", data={"sheet": TOLD})
    table = store.create_table("own-1", first, [("s1", "Ann", None)])
    assert store.sheet("own-1") == TOLD
    assert store.events(table.id)[0].data["sheet"] == TOLD


def test_a_record_brings_its_sheet(store: Store) -> None:
    events = (Event(1, "start", data={"sheet": TOLD}),)
    record = NewRecord(
        uid="0" * 32,
        game="own-1",
        seats=(("s1", "Ann"),),
        people=(("Ann", free_sign(())),),
        sitting=(0,),
        events=events,
    )
    store.import_record(record)
    assert store.sheet("own-1") == TOLD
