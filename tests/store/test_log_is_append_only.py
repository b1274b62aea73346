"""The database itself refuses to change the log, whoever asks and however."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.event import Event
from referee.store import Store
from referee.store.errors import StoreFailed
from referee.store.values import TableRow

COLUMNS = '(table_id, seq, type, data, at, key) VALUES (1, {seq}, "x", \'{{}}\', 0, "{key}")'


@pytest.fixture
def log(store: Store, table: TableRow) -> Store:
    store.append(table.id, 1, [Event(0, "move"), Event(0, "move")], "k")
    return store


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE event SET reason = 'nicer'",
        "UPDATE event SET seq = seq + 10",
        "DELETE FROM event",
        "DELETE FROM event WHERE seq = 3",
        "INSERT OR REPLACE INTO event " + COLUMNS.format(seq=3, key="new"),
        "INSERT OR REPLACE INTO event " + COLUMNS.format(seq=4, key="k#0"),
        "INSERT OR IGNORE INTO event " + COLUMNS.format(seq=3, key="new"),
        "INSERT INTO event " + COLUMNS.format(seq=5, key="gap"),
        "INSERT INTO event " + COLUMNS.format(seq=0, key="before"),
        "INSERT INTO event " + COLUMNS.format(seq=4, key="x").replace("{}", "not json"),
        "INSERT INTO event "
        + COLUMNS.format(seq=3, key="k#1")
        + " ON CONFLICT DO UPDATE SET type = 'y'",
    ],
)
def test_raw_sql_cannot_change_it(log: Store, path: Path, sql: str) -> None:
    before = log.events(1)
    # A bare connection, without the settings the store would give it.
    with closing(sqlite3.connect(path)) as raw:
        with pytest.raises(sqlite3.IntegrityError):
            raw.execute(sql.replace('"', "'"))
        raw.commit()
    assert log.events(1) == before
    assert len(before) == 3


def test_the_next_revision_is_welcome_even_so(log: Store, path: Path) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("INSERT INTO event " + COLUMNS.format(seq=4, key="new").replace('"', "'"))
        raw.commit()
    assert log.head(1) == 4


def test_the_stores_own_connections_cannot_either(log: Store) -> None:
    with pytest.raises(StoreFailed, match="never deleted"):
        log._write(lambda db: db.execute("DELETE FROM event"))
    with pytest.raises(StoreFailed, match="readonly"):
        log._read(lambda db: db.execute("INSERT INTO device VALUES ('x', 0)"))
    assert log.head(1) == 3
