"""The writer: turns, work that fails, and a disk that is full."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlite_utils import Database

from referee.event import Event
from referee.store import Store
from referee.store.connect import connect_to_read
from referee.store.errors import Stale, StoreBusy, StoreClosed, StoreFailed
from referee.store.values import TableRow

NOTE = Event(0, "note")


def behind(
    store: Store, jobs: list[Callable[[], object]], go: threading.Event
) -> list[threading.Thread]:
    """Keep the writer at work until told to go on; the threads that work and wait meanwhile."""
    at_work = threading.Event()

    def keep_busy() -> None:
        store._write(lambda db: (at_work.set(), go.wait(10)))

    threads = [threading.Thread(target=job) for job in (keep_busy, *jobs)]
    threads[0].start()
    assert at_work.wait(5)
    for thread in threads[1:]:
        thread.start()
    return threads


def run_behind(store: Store, jobs: list[Callable[[], object]]) -> None:
    """Do these in threads of their own, all while the writer is at work for somebody else."""
    go = threading.Event()
    threads = behind(store, jobs, go)
    go.set()
    for thread in threads:
        thread.join(10)


def test_everybody_has_a_turn(store: Store) -> None:
    tables = [store.create_table("chief", NOTE, [("s1", "Ann", None)]).id for _ in range(30)]
    run_behind(store, [lambda t=table: store.append(t, 1, [NOTE, NOTE], "k") for table in tables])  # type: ignore[misc]
    asked = "SELECT table_id, key FROM event WHERE seq > 1 ORDER BY table_id, seq"
    assert store._read(lambda db: db.execute(asked).fetchall()) == [
        (table, key) for table in tables for key in ("k#0", "k#1")
    ]


def test_a_refused_row_spoils_nobody_elses(store: Store) -> None:
    tables = [store.create_table("chief", NOTE, [("s1", "Ann", None)]).id for _ in range(4)]
    late: list[Stale] = []
    first = []

    def come_late() -> None:
        try:
            store.append(tables[1], 7, [NOTE], "late")
        except Stale as stale:
            late.append(stale)

    def tap() -> None:
        first.append(store.append(tables[0], 1, [NOTE], "k"))

    jobs: list[Callable[[], object]] = [
        lambda t=table: store.append(t, 1, [NOTE], "k") for table in tables[1:]
    ]  # type: ignore[misc]
    run_behind(store, [*jobs, tap, come_late, tap])
    assert [store.head(table) for table in tables] == [2] * 4
    assert len(late) == 1
    assert sorted((one.first, one.last, one.repeated) for one in first) == [
        (2, 2, False),
        (2, 2, True),
    ]


def test_who_has_waited_long_enough_is_told_so(path: Path, store: Store, table: TableRow) -> None:
    with Store(path, busy_timeout=0.05) as hasty:
        go = threading.Event()
        threads = behind(hasty, [], go)
        with pytest.raises(StoreBusy):
            hasty.append(table.id, 1, [NOTE], "k")
        go.set()
        for thread in threads:
            thread.join(10)
        assert hasty.append(table.id, 1, [NOTE], "k").last == 2


def test_work_that_fails_in_the_middle_is_undone_alone(store: Store, table: TableRow) -> None:
    def half(db: Database) -> None:
        db.execute("INSERT INTO device VALUES ('half', 0)")
        raise KeyError("no")

    errors: list[BaseException] = []

    def fail() -> None:
        try:
            store._write(half)
        except KeyError as error:
            errors.append(error)

    run_behind(store, [fail, lambda: store.append(table.id, 1, [NOTE], "k"), fail])
    assert len(errors) == 2
    assert store.head(table.id) == 2
    assert not store.knows_device("half")


def test_a_full_disk_is_named_and_loses_nothing_acknowledged(store: Store, table: TableRow) -> None:
    def room(pages: int) -> int:
        # The limit of a connection is the same to SQLite as the end of the disk.
        db = store._writer._db
        return int(db.conn.execute(f"PRAGMA max_page_count={pages}").fetchone()[0])

    room(60)
    big = Event(0, "note", data={"x": "y" * 30_000})
    acknowledged = [1]

    def fill() -> None:
        while acknowledged[-1] < 100:
            seen = acknowledged[-1]
            acknowledged.append(store.append(table.id, seen, [big], f"k{seen}").last)

    with pytest.raises(StoreFailed, match="full"):
        fill()
    seen = acknowledged[-1]
    assert seen > 1
    assert store.head(table.id) == seen
    room(10_000)
    assert store.append(table.id, seen, [big, big], "after").last == seen + 2
    assert [event.seq for event in store.events(table.id)] == list(range(1, seen + 3))


def test_a_commit_that_fails_keeps_nothing(
    store: Store, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as patched:
        patched.setattr(store._writer._db, "commit", broken)
        for _ in range(2):
            with pytest.raises(StoreFailed, match="disk I/O error"):
                store.append(table.id, 1, [NOTE], "k")
    assert store.head(table.id) == 1
    assert store.append(table.id, 1, [NOTE], "k").last == 2


def test_work_that_reads_first_holds_the_lock_already(store: Store, path: Path) -> None:
    def read_then_write(db: Database) -> str:
        db.execute("SELECT count(*) FROM device").fetchone()
        with (
            closing(sqlite3.connect(path, timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError) as busy,
        ):
            other.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO device VALUES ('mine', 0)")
        return str(busy.value)

    assert store._write(read_then_write) == "database is locked"
    assert store.knows_device("mine")


def test_who_is_stopped_in_the_middle_leaves_nothing_behind(store: Store, table: TableRow) -> None:
    def stopped(db: Database) -> None:
        db.execute("INSERT INTO device VALUES ('half', 0)")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store._write(stopped)
    assert not store.knows_device("half")
    assert store.append(table.id, 1, [NOTE], "later").last == 2


def test_closing_waits_for_who_is_at_work_and_refuses_who_comes_later(path: Path) -> None:
    store = Store(path)
    table = store.create_table("chief", NOTE, [("s1", "Ann", None)])
    kept = []

    def append() -> None:
        with suppress(StoreClosed):
            kept.append(store.append(table.id, 1, [NOTE], "k").last)

    go = threading.Event()
    threads = behind(store, [append], go)
    closing_it = threading.Thread(target=store.close)
    closing_it.start()
    go.set()
    for thread in (*threads, closing_it):
        thread.join(10)
    store.close()
    for late in (lambda: store.append(table.id, 2, [NOTE], "later"), lambda: store.head(table.id)):
        with pytest.raises(StoreClosed):
            late()
    with Store(path) as again:
        assert again.head(table.id) == max(kept, default=1)


def test_nothing_is_written_into_a_file_that_was_moved(
    store: Store, table: TableRow, path: Path
) -> None:
    """Neither where it went, nor into a new one in its place; put back, it goes on."""
    away = path.with_name("away.db")
    for put in (None, b""):
        path.rename(away)
        if put is not None:
            path.write_bytes(put)
        with pytest.raises(StoreFailed) as failed:
            store.append(table.id, store.head(table.id), [NOTE], f"moved {put}")
        assert failed.value.why == "moved"
        assert not store.answers()
        path.unlink(missing_ok=True)
        away.rename(path)
        assert store.answers()
        head = store.head(table.id)
        assert store.append(table.id, head, [NOTE], f"back {put}").last == head + 1
        assert not away.exists()


def test_no_file_is_made_where_one_was_moved_away(store: Store, path: Path) -> None:
    path.rename(path.with_name("away.db"))
    with pytest.raises(StoreFailed):
        connect_to_read(path, 1)
    assert not path.exists()
