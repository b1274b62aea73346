"""The file: created, migrated, opened again, refused when newer, and backed up in use."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlite_utils import Database

from referee.event import Event
from referee.store import Store, schema
from referee.store.errors import NewerDatabase, StoreFailed, Unknown
from referee.store.values import TableRow

START = Event(0, "start")


def applied(path: Path) -> list[str]:
    with closing(Database(path)) as db:
        return [step.name for step in schema.MIGRATIONS.applied(db)]


def test_an_empty_file_gets_every_step_once(path: Path) -> None:
    for _ in range(2):
        Store(path).close()
        steps = [
            "people_and_tables",
            "log",
            "rulings",
            "notices",
            "phones",
            "let_in",
            "many_tables",
            "signs",
            "group_names",
            "unanswered",
            "outcomes",
            "records",
            "one_person",
            "groups_elsewhere",
            "results",
            "rulings_by_order",
            "moves",
            "sheets",
        ]
        assert applied(path) == steps


def test_a_file_that_stopped_halfway_is_finished_and_keeps_its_rows(path: Path) -> None:
    with closing(Database(path)) as db:
        schema.MIGRATIONS.apply(db, stop_before="log")
        db.execute("INSERT INTO grp (link, created) VALUES ('abc', 5)")
    with Store(path) as store:
        assert store.group_by_link("abc").created == 5
        assert store.create_table("chief", START, [("s1", "Ann", None)], 1).group_id == 1


def test_a_step_that_fails_leaves_the_file_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(
        schema.STEPS, "log", schema.STEPS["log"] + "CREATE TABLE oops (nonsense nonsense) STRICT;"
    )
    with pytest.raises(StoreFailed, match="nonsense"):
        Store(path)
    monkeypatch.undo()
    assert applied(path) == []
    with Store(path) as store:
        assert store.table_ids() == ()


def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.write_text("a shopping list\n" * 100)
    with pytest.raises(StoreFailed, match="not a database"):
        Store(path)
    assert path.read_text().startswith("a shopping list")


def test_a_file_of_a_newer_program_is_left_alone(path: Path) -> None:
    Store(path).close()
    with closing(Database(path)) as db:
        db["_sqlite_migrations"].insert(
            {"migration_set": "referee", "name": "tomorrow", "applied_at": "x"}
        )
    with pytest.raises(NewerDatabase, match="tomorrow"):
        Store(path)


def test_every_table_is_strict_and_linked_rows_must_exist(path: Path, store: Store) -> None:
    with closing(Database(path)) as db:
        tables = [table for table in db.tables if not table.name.startswith("_")]
        assert sorted(table.name for table in tables) == [
            "arrival",
            "departure",
            "device",
            "event",
            "grant_",
            "grp",
            "outcome",
            "outcome_seat",
            "person",
            "play",
            "precedent",
            "result",
            "result_person",
            "seating",
            "sheet",
            "unanswered",
        ]
        assert all(table.strict for table in tables)
        assert db.journal_mode == "wal"
    settings = [
        store._write(lambda db, name=name: db.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("synchronous", "foreign_keys")
    ]
    assert settings == [2, 1]


def test_a_place_that_takes_no_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreFailed, match="Not a directory") as failed:
        Store(tmp_path / "file" / "referee.db")
    assert failed.value.why == "readonly"


@pytest.mark.skipif(os.name != "posix", reason="only POSIX files have modes")
def test_the_file_is_its_owners_alone(path: Path, store: Store) -> None:
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_copy_in_the_middle_of_writing_is_whole(
    path: Path, tmp_path: Path, store: Store, table: TableRow
) -> None:
    """Made as the README says, by SQLite's own backup."""
    done = threading.Event()

    def write() -> None:
        seen = 1
        while not done.is_set():
            seen = store.append(table.id, seen, [START, START], f"k{seen}").last

    writer = threading.Thread(target=write)
    writer.start()
    copies = [tmp_path / f"copy{number}.db" for number in range(5)]
    for copy in copies:
        before = store.head(table.id)
        with closing(sqlite3.connect(path)) as own, closing(sqlite3.connect(copy)) as raw:
            own.backup(raw)
            assert raw.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            (head,) = raw.execute("SELECT max(seq) FROM event").fetchone()
        assert before <= head <= store.head(table.id)
        assert head % 2 == 1, "half a batch"
    done.set()
    writer.join()
    assert {file.name for file in tmp_path.glob("copy*")} == {copy.name for copy in copies}
    with Store(copies[-1]) as again:
        assert again.table_by_link(table.host_link) == (table, "host")


@pytest.mark.parametrize(
    "ask",
    [
        lambda store: store.head(1),
        lambda store: store.events(1),
        lambda store: store.table_by_code("CDFG"),
        lambda store: store.table_by_link("x"),
        lambda store: store.group_by_link("x"),
        lambda store: store.people(1),
        lambda store: store.tables_of_group(1),
        lambda store: store.tables_of_device("x"),
        lambda store: store.claimed_seats(1),
    ],
)
def test_no_question_walks_a_whole_table(
    store: Store, table: TableRow, monkeypatch: pytest.MonkeyPatch, ask: Callable[[Store], object]
) -> None:
    plans: list[str] = []

    def explained(db: Database, sql: str, *values: object) -> sqlite3.Cursor:
        plans.extend(row[3] for row in db.conn.execute(f"EXPLAIN QUERY PLAN {sql}", *values))
        return db.conn.execute(sql, *values)

    with monkeypatch.context() as patched:
        patched.setattr(Database, "execute", explained)
        with suppress(Unknown):
            ask(store)
    assert plans
    assert not [plan for plan in plans if plan.startswith("SCAN") and "CONSTANT" not in plan]


def test_an_older_file_keeps_who_could_enter_and_its_codes(path: Path) -> None:
    """Made by the steps before the last one: whoever could enter counts as let in, the code still
    joins.
    """
    db = Database(path)
    schema.MIGRATIONS.apply(db, stop_before="let_in")
    db.executescript(
        "INSERT INTO grp VALUES (1, 'g', 0); INSERT INTO play VALUES (1, 'CDFG', 'chief', 1, 0,"
        " 'h', 's', 'w');INSERT INTO seating VALUES (1, 's1', 'Ann', 0, NULL); INSERT INTO device"
        " VALUES ('a', 0), ('b', 0), ('c', 0);INSERT INTO grant_ (device, table_id, role, at, away)"
        " VALUES ('a', 1, 'host', 0, 0), ('b', 1, 'watch', 0, 0), ('c', 1, 'watch', 0, 1);"
    )
    db.conn.commit()
    db.close()
    with Store(path) as store:
        assert store.table_to_join("cdfg") == store.table_by_code("CDFG")
        assert [store.in_group(device, 1) for device in "abc"] == [True, None, False]


def test_a_folder_in_the_place_of_the_file_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "referee.db").mkdir()
    with pytest.raises(StoreFailed) as failed:
        Store(tmp_path / "referee.db")
    assert failed.value.why == "readonly"


def test_what_was_deleted_is_in_no_byte_of_the_file(tmp_path: Path) -> None:
    """Free pages and the rest of shortened rows are overwritten."""
    path = tmp_path / "referee.db"
    with Store(path) as store:
        table = store.create_table("chief", START, [("s1", "Ann", None)]).id
        for number in range(20):
            store.keep_unanswered(table, f"{number} may Wilhelmina see this? " * 5)
        store._read(lambda db: db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone())
        assert b"Wilhelmina" in path.read_bytes()
        store.clear_unanswered(table)
        store._read(lambda db: db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone())
        assert b"Wilhelmina" not in path.read_bytes()
