"""The writer: shared transactions, work that fails, and a disk that is full."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from referee.store import Appended, NewEvent, Stale, Store, StoreFailed, TableRow
from referee.store.writer import MOST_ROWS, _Job

NOTE = NewEvent("note")


def behind(store: Store, jobs: list[Callable[[], object]], expected: type[Exception] = StopIteration) -> list[threading.Thread]:
    """Keep the writer at work until every job is queued; return the threads that submitted.

    The work that keeps it so long may end in the `expected` error.
    """
    go = threading.Event()

    def keep_busy() -> None:
        with suppress(expected):
            store._write(lambda db: go.wait(10))

    first = threading.Thread(target=keep_busy)
    first.start()
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + 5
    while len(store._writer._queue) < len(jobs) and time.monotonic() < deadline:
        time.sleep(0.002)
    go.set()
    return [first, *threads]


def test_what_queues_up_is_committed_once(store: Store) -> None:
    tables = [store.create_table("chief", NOTE, [("s1", "Ann", None)]).id for _ in range(30)]
    statements: list[str] = []
    store._writer._db.conn.set_trace_callback(statements.append)
    threads = behind(store, [lambda t=table: store.append(t, 1, [NOTE, NOTE], "k") for table in tables])
    for thread in threads:
        thread.join(10)
    assert statements.count("COMMIT") <= 2
    assert [store.head(table) for table in tables] == [3] * 30


def together(store: Store, monkeypatch: pytest.MonkeyPatch, jobs: list[Callable[[], object]]) -> list[int]:
    """Let the first job wait in its statement until all others are queued; the number of rows of every statement."""
    insert, sizes = store._writer._insert, []

    def slow(db: Database, rows: Any) -> None:
        sizes.append(len(rows))
        deadline = time.monotonic() + 5
        while len(sizes) == 1 and len(store._writer._queue) < len(jobs) - 1 and time.monotonic() < deadline:
            time.sleep(0.002)
        insert(db, rows)

    monkeypatch.setattr(store._writer, "_insert", slow)
    threads = [threading.Thread(target=job) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    return sizes


def test_entries_that_queue_up_share_one_statement(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [store.create_table("chief", NOTE, [("s1", "Ann", None)]).id for _ in range(6)]
    sizes = together(store, monkeypatch, [lambda t=table: store.append(t, 1, [NOTE, NOTE], "k") for table in tables])
    assert sizes == [2, MOST_ROWS, 10 - MOST_ROWS]
    assert [[event.key for event in store.events(table)][1:] for table in tables] == [["k#0", "k#1"]] * 6


def test_a_refused_row_spoils_nobody_elses(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [store.create_table("chief", NOTE, [("s1", "Ann", None)]).id for _ in range(4)]
    late: list[type] = []
    first: list[Appended] = []

    def come_late() -> None:
        try:
            store.append(tables[1], 7, [NOTE], "late")
        except Stale as stale:
            late.append(type(stale))

    def tap() -> None:
        first.append(store.append(tables[0], 1, [NOTE], "k"))

    jobs: list[Callable[[], object]] = [lambda t=table: store.append(t, 1, [NOTE], "k") for table in tables[1:]]
    together(store, monkeypatch, [*jobs, tap, come_late, tap])
    assert [store.head(table) for table in tables] == [2] * 4
    assert late == [Stale]
    assert sorted((one.first, one.last, one.repeated) for one in first) == [(2, 2, False), (2, 2, True)]


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

    for thread in behind(store, [fail, lambda: store.append(table.id, 1, [NOTE], "k"), fail]):
        thread.join(10)
    assert len(errors) == 2
    assert store.head(table.id) == 2
    assert not store.knows_device("half")


def test_a_full_disk_is_named_and_loses_nothing_acknowledged(store: Store, table: TableRow) -> None:
    def room(pages: int) -> int:
        # The limit of a connection is the same to SQLite as the end of the disk.
        db = store._writer._db
        return int(db.conn.execute(f"PRAGMA max_page_count={pages}").fetchone()[0])

    room(60)
    big = NewEvent("note", data={"x": "y" * 30_000})
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


def test_everybody_hears_of_a_commit_that_fails(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [store.create_table("chief", NOTE, [("s1", "Ann", None)]).id for _ in range(5)]
    heard: list[str] = []

    def submit(table_id: int) -> None:
        try:
            store.append(table_id, 1, [NOTE], "k")
        except StoreFailed as failed:
            heard.append(failed.cause)

    def broken() -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as patched:
        patched.setattr(store._writer._db, "commit", broken)
        first, *threads = behind(store, [lambda t=table: submit(t) for table in tables], StoreFailed)
        for thread in (first, *threads):
            thread.join(10)
    assert heard == ["disk I/O error"] * 5
    assert [store.head(table) for table in tables] == [1] * 5
    assert store.append(tables[0], 1, [NOTE], "k").last == 2


def test_work_that_reads_first_holds_the_lock_already(store: Store, path: Path) -> None:
    def read_then_write(db: Database) -> str:
        db.execute("SELECT count(*) FROM device").fetchone()
        with closing(sqlite3.connect(path, timeout=0)) as other, pytest.raises(sqlite3.OperationalError) as busy:
            other.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO device VALUES ('mine', 0)")
        return str(busy.value)

    assert store._write(read_then_write) == "database is locked"
    assert store.knows_device("mine")


def test_who_stops_waiting_still_takes_its_turn_to_lead(store: Store, table: TableRow, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while somebody else commits: the interrupted thread is gone, but its work and the next one's are done."""
    wait, interrupted = _Job.wait, []

    def interrupt_once(job: _Job[Any]) -> bool:
        if not interrupted:
            interrupted.append(job)
            raise KeyboardInterrupt
        return wait(job)

    def stopped() -> None:
        with suppress(KeyboardInterrupt):
            store.append(table.id, 1, [NOTE], "k")

    monkeypatch.setattr(_Job, "wait", interrupt_once)
    for thread in behind(store, [stopped]):
        thread.join(10)
    assert interrupted
    assert store.append(table.id, 2, [NOTE], "later").last == 3


def test_closing_waits_for_what_was_submitted(path: Path) -> None:
    store = Store(path)
    table = store.create_table("chief", NOTE, [("s1", "Ann", None)])
    threads = behind(store, [lambda: store.append(table.id, 1, [NOTE], "k")])
    store.close()
    for thread in threads:
        thread.join(10)
    with Store(path) as again:
        assert again.head(table.id) == 2
