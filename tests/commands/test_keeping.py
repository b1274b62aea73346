"""Copies of the tables: consistent while entries go on, checked, kept in number, and put back only
when all is well.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from contextlib import closing
from datetime import datetime
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from referee.event import Event
from referee.server import serve
from referee.store import Store
from referee.store.backup import copies, copy
from referee.store.errors import StoreFailed
from tests.commands.test_cli import GAME, store_table
from tests.support.commands import Run
from tests.support.random_play import random_history
from tests.support.real_server import RealServer

START = Event(0, "start", data=dict(random_history("toy", 1).events[0].data))


@pytest.fixture
def database(tmp_path: Path) -> Path:
    with Store(tmp_path / "referee.db") as store:
        for seed in range(3):
            store_table(store, "toy", seed)
    return tmp_path / "referee.db"


@pytest.fixture
def made(database: Path, tmp_path: Path, run: Run) -> Path:
    """A copy of that database."""
    return Path(run("backup", database, tmp_path / "copies")[1]["copy"])


def test_a_copy_is_made_while_entries_go_on(database: Path, tmp_path: Path, run: Run) -> None:
    """Nothing of a half-written batch is in it, and what was stored before it is."""
    ended, stored = threading.Event(), threading.Semaphore(0)

    def write() -> None:
        while not ended.is_set():
            store_table(store, "toy", 1)
            stored.release()

    with Store(database) as store:
        writer = threading.Thread(target=write)
        writer.start()
        try:
            for _ in range(5):
                stored.acquire()
            status, answer = run("backup", database, tmp_path / "copies")
        finally:
            ended.set()
            writer.join()
    assert (status, answer["broken"]) == (0, [])
    assert answer["tables"] >= 8
    assert Path(answer["copy"]).stat().st_mode & 0o777 == 0o600
    assert [one.name for one in (tmp_path / "copies").iterdir()] == [Path(answer["copy"]).name]
    with closing(sqlite3.connect(answer["copy"])) as made:
        assert made.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def old_copies(folder: Path, *days: int) -> None:
    folder.mkdir()
    for day in days:
        (folder / f"referee-2001010{day}-120000.db").write_bytes(b"old")


def test_older_copies_go_once_the_new_one_is_sound(
    database: Path, tmp_path: Path, run: Run
) -> None:
    folder = tmp_path / "copies"
    old_copies(folder, 1, 2, 3, 4)
    (folder / "referee-my-own.db").write_bytes(b"mine")
    assert run("backup", database, folder, "--keep", 3)[0] == 0
    left = sorted(one.name for one in folder.iterdir())
    assert left[:2] == ["referee-20010103-120000.db", "referee-20010104-120000.db"]
    assert (len(left), left[-1]) == (4, "referee-my-own.db")
    with Store(database) as store:
        store.create_table("whist", Event(0, "start", data={"seats": ["a"]}), [("a", "A", None)])
    status, answer = run("backup", database, folder, "--keep", 1)
    assert (status, len(answer["broken"])) == (1, 1)
    kept = {one.name for one in folder.iterdir()}
    assert set(left) <= kept, "a sound copy went for one that does not replay"


def test_what_cannot_be_copied_leaves_nothing(tmp_path: Path, run: Run) -> None:
    (tmp_path / "letter.db").write_text("Dear Sir or Madam, " * 100)
    for name, code in (("letter.db", "no_copy"), ("nothing.db", "no_file")):
        status, answer = run("backup", tmp_path / name, tmp_path / "copies")
        assert (status, answer["error"]["code"]) == (2, code)
        assert not [*tmp_path.glob("copies/*")]
    with pytest.raises(StoreFailed):
        copy(tmp_path / "letter.db", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_a_copy_is_put_back_where_nothing_is(made: Path, tmp_path: Path, run: Run) -> None:
    other = tmp_path / "other.db"
    assert run("restore", made, other)[0] == 0
    assert run("audit", other) == (0, {"tables": 3, "broken": [], "other_version": []})
    assert sorted(one.name for one in tmp_path.iterdir()) == ["copies", "other.db", "referee.db"]


def test_a_copy_is_put_back_where_the_folder_is_lost_too(
    database: Path, made: Path, tmp_path: Path, run: Run
) -> None:
    there = tmp_path / "new" / "data" / "referee.db"
    assert run("restore", made, there)[0] == 0
    assert run("audit", there)[1]["tables"] == 3
    assert there.parent.stat().st_mode & 0o777 == 0o700
    status, answer = run("restore", made, database / "referee.db")
    assert (status, answer["error"]["code"]) == (2, "no_copy"), "no folder can be made below a file"


def test_what_is_there_is_replaced_only_when_told_and_kept_beside(
    database: Path, made: Path, run: Run
) -> None:
    with Store(database) as store:
        later = store.table(store_table(store, "toy", 5)).code
    before = database.read_bytes()
    status, answer = run("restore", made, database)
    assert (status, answer["error"]["code"]) == (1, "there_already")
    assert [(row["code"], row["copy"]) for row in answer["differs"]] == [(later, 0)]
    assert answer["differs"][0]["here"] == len(random_history("toy", 5).events)
    assert database.read_bytes() == before
    status, answer = run("restore", made, database, "--force")
    assert status == 0
    assert run("audit", database)[1]["tables"] == 3
    assert run("audit", answer["aside"])[1]["tables"] == 4


def test_a_copy_that_does_not_replay_is_never_put_back(
    database: Path, tmp_path: Path, run: Run
) -> None:
    with Store(tmp_path / "bad.db") as store:
        store.create_table("whist", Event(0, "start", data={"seats": ["a"]}), [("a", "A", None)])
    for target in (database, tmp_path / "new.db"):
        status, answer = run("restore", tmp_path / "bad.db", target, "--force")
        assert (status, answer["error"]["code"]) == (1, "copy_broken")
    assert run("audit", database)[1]["tables"] == 3
    assert not (tmp_path / "new.db").exists()


def test_a_file_in_use_is_not_replaced(database: Path, made: Path, run: Run) -> None:
    with Store(database) as store:
        status, answer = run("restore", made, database, "--force")
        assert (status, answer["error"]["code"]) == (1, "serving")
        assert len(store.table_ids()) == 3


def test_a_server_copies_its_tables_once_a_day(tmp_path: Path) -> None:
    database = tmp_path / "referee.db"
    with Store(database) as store:
        store_table(store, GAME, 1)
    settings = serve.Settings("127.0.0.1", 8000, tmp_path, 64, copies=2)
    folder = tmp_path / "copies"
    old_copies(folder, 1, 2)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(serve, "LOOK_SECONDS", 0.0)
        serve.copy_daily(settings, 0.0, days=2)
    made = [one.name[:16] for one in copies(database, folder)]
    assert made == ["referee-20010102", f"referee-{datetime.now():%Y%m%d}"]


def test_no_copies_are_made_where_none_are_wanted(database: Path, tmp_path: Path) -> None:
    serve.copy_daily(serve.Settings("127.0.0.1", 8000, tmp_path, 64, copies=0), 0.0, days=1)
    assert not (tmp_path / "copies").exists()


@pytest.mark.slow
def test_a_running_server_is_copied_and_nothing_it_had_answered_is_missing(
    tmp_path: Path, run: Run
) -> None:
    """Tables are opened over HTTP without a pause; each whose answer came before the copy began is
    in it.
    """
    answered, ended = list[str](), threading.Event()
    body = json.dumps({"game": "pairs", "seats": [{"name": "Ann"}, {"name": "Bo"}]}).encode()

    def play(address: str) -> None:
        while not ended.is_set():
            with urlopen(
                Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})
            ) as answer:
                answered.append(json.load(answer)["code"])

    with RealServer(tmp_path) as server:
        player = threading.Thread(target=play, args=(server.address,))
        player.start()
        try:
            for copy in range(5):
                while len(answered) <= 3 * copy and player.is_alive():
                    time.sleep(0.01)
                before = set(answered)
                status, answer = run("backup", tmp_path / "referee.db", tmp_path / "copies")
                assert (status, answer["broken"]) == (0, [])
                with Store(answer["copy"]) as made:
                    assert before <= {made.table(number).code for number in made.table_ids()}
            refused = run("restore", answer["copy"], tmp_path / "referee.db", "--force")[1]
            assert refused["error"]["code"] == "serving"
        finally:
            ended.set()
            player.join()
    assert len(answered) > 10
