"""A database that is full, kept by others, not writable or damaged: said in words, at the start and
at the table; no card tapped is lost.
"""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlite_utils import Database

from referee.event import Event
from referee.server.opening import in_both, wrong_with
from referee.store import Store
from referee.store.errors import StoreFailed
from referee.words import catalogue
from tests.support.client import awaiting
from tests.support.paths import ROOT
from tests.support.talk import CHIEF, DOCTOR, Open, Opened, error_of, send, table

JAPANESE = re.compile("[ぁ-んァ-ヶ]")
Break = Callable[[Flask], Callable[[], object]]
CARDS = ["AH", "2S", "5S", "8S", "QS", "7S"]
FORM = {"kind": "doctor", "seat": "s2", "cards": CARDS, "key": "mine"}


def full(app: Flask) -> Callable[[], object]:
    """No page more than the file has, and in these no room for an entry."""
    store = app.extensions["service"].store
    db, (only,) = store._writer._db, store.table_ids()
    db.execute(f"PRAGMA max_page_count={db.execute('PRAGMA page_count').fetchone()[0]}")
    size = 2000
    while size:
        try:
            note = Event(0, "note", data={"x": "x" * size})
            store.append(only, store.head(only), [note], f"note{store.head(only)}")
        except StoreFailed:
            size //= 2
    return lambda: db.execute("PRAGMA max_page_count=1000000")


def readonly(app: Flask) -> Callable[[], object]:
    """The connection that writes may not."""
    db = app.extensions["service"].store._writer._db
    db.execute("PRAGMA query_only=ON")
    return lambda: db.execute("PRAGMA query_only=OFF")


def locked(app: Flask) -> Callable[[], object]:
    """Another program writes and does not come to an end."""
    other = sqlite3.connect(app.config["DATABASE"], isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    return other.close


def damaged(app: Flask) -> Callable[[], object]:
    """What SQLite says of a page that makes no sense, whenever something is to be written."""
    writer = app.extensions["service"].store._writer
    commit = writer._commit

    def broken(*_: object) -> None:
        problem = sqlite3.DatabaseError("database disk image is malformed")
        problem.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise problem

    writer._commit = broken
    return lambda: setattr(writer, "_commit", commit)


FAULTS: dict[str, tuple[Break, int, str, tuple[str, str]]] = {
    "full": (full, 507, "store_full", ("is full", "いっぱい")),
    "readonly": (readonly, 503, "store_readonly", ("write its database", "書き込めません")),
    "locked": (locked, 503, "busy", ("Another program", "ほかのプログラム")),
    "damaged": (damaged, 503, "store_damaged", ("is damaged", "壊れて")),
}


@pytest.fixture
def app(fresh_app: Flask) -> Flask:
    """One for each test, as its database is broken."""
    return fresh_app


@pytest.fixture
def opened(open_table: Open) -> Opened:
    """A table at its first entry."""
    return open_table(CHIEF)


def form(app: Flask, opened: Opened) -> dict[str, Any]:
    """The Doctor's cards, from a page of the table as it stands."""
    store = app.extensions["service"].store
    return FORM | {"seen": str(store.head(store.table_by_code(opened["code"]).id))}


def test_what_a_phone_sends_too_long_is_no_fault_of_the_store(
    app: Flask, client: FlaskClient, opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = client.post(f"/t/{opened['code']}/entry", data=form(app, opened) | {"key": "k" * 200})
    assert answer.status_code == 413
    assert re.search(r'id="entry"', answer.text)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("fault", FAULTS)
@awaiting(503, 507)
def test_the_form_comes_back_with_everything_chosen(
    app: Flask, client: FlaskClient, opened: Opened, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In both languages, under its own key, so that sending it again is one entry; the log says
    why.
    """
    wreck, status, _code, said = FAULTS[fault]
    mend = wreck(app)
    sent = form(app, opened)
    for lang, words in zip(("en", "ja"), said, strict=True):
        answer = client.post(f"/t/{opened['code']}/entry?lang={lang}", data=sent)
        assert answer.status_code == status
        assert words in answer.text
        assert re.search(r'id="entry"', answer.text)
        assert 'name="key" value="mine"' in answer.text
        chosen = set(re.findall(r'name="cards" value="(\w+)"[^>]*\bchecked', answer.text))
        assert chosen == set(CARDS)
    lines = [
        json.loads(line) for line in capsys.readouterr().err.splitlines() if line.startswith("{")
    ]
    assert len(lines) == 2
    assert all(line["sqlite"] for line in lines)
    mend()
    assert client.post(f"/t/{opened['code']}/entry", data=sent).status_code == 303
    assert table(client, opened)["revision"] == int(sent["seen"]) + 1


@pytest.mark.parametrize("fault", FAULTS)
@awaiting(503, 507)
def test_programs_and_the_queue_are_told_to_try_again(
    app: Flask, client: FlaskClient, opened: Opened, fault: str
) -> None:
    wreck, status, code, _said = FAULTS[fault]
    tries = re.search(
        r"const TRIES = /\^\(([\d|]+)\)\$/", (ROOT / "static" / "queue_rules.js").read_text()
    )
    assert tries is not None
    assert str(status) in tries[1].split("|")
    mend = wreck(app)
    sent = form(app, opened) | {"queued": "1"}
    answer = send(client, opened, DOCTOR, seen=int(sent["seen"]), key="mine")
    assert error_of(answer, status)["code"] == code
    assert answer.headers["Retry-After"]
    assert client.post(f"/t/{opened['code']}/entry", data=sent).status_code == status
    mend()
    assert client.post(f"/t/{opened['code']}/entry", data=sent).status_code == 204


@pytest.mark.parametrize("fault", FAULTS)
@awaiting(503, 507)
def test_any_other_form_can_be_sent_again_as_it_was(
    app: Flask, client: FlaskClient, opened: Opened, fault: str
) -> None:
    wreck, status, _code, _said = FAULTS[fault]
    mend = wreck(app)
    form = {"words": "Is <that> so?", "key": "call"}
    answer = client.post(f"/t/{opened['code']}/call", data=form)
    mend()
    assert answer.status_code == status
    assert 'name="words" value="Is &lt;that&gt; so?"' in answer.text
    assert f'action="/t/{opened["code"]}/call' in answer.text


@awaiting(503)
def test_what_was_damaged_while_it_ran_is_said_where_it_is_read(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    """Bytes of the file itself are flipped, and nothing of it is remembered."""
    path = Path(app.config["DATABASE"])
    service = app.extensions["service"]
    service.store._writer._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw = bytearray(path.read_bytes())
    for at in range(4096, len(raw)):
        raw[at] ^= 0x5A
    path.write_bytes(raw)
    service.histories._cache.clear()
    for reader in service.store._readers._idle:
        reader.close()
    service.store._readers._idle.clear()
    for lang, words in (("en", "is damaged"), ("ja", "壊れて")):
        answer = client.get(f"/t/{opened['code']}?lang={lang}")
        assert answer.status_code == 503
        assert words in answer.text


# At the start


def newer(path: Path) -> None:
    """A step that this program does not know."""
    with closing(Database(path)) as db:
        step = {"migration_set": "referee", "name": "tomorrow", "applied_at": "x"}
        db["_sqlite_migrations"].insert(step)


def flipped(path: Path) -> None:
    """Half of the file made nonsense."""
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2 :] = bytes(byte ^ 0x5A for byte in raw[len(raw) // 2 :])
    path.write_bytes(raw)


def replaced(path: Path) -> None:
    """Another file under the name."""
    path.write_text("a shopping list\n" * 100)


@pytest.mark.parametrize(
    ("spoil", "sort"), [(newer, "newer"), (flipped, "damaged"), (replaced, "damaged")]
)
def test_the_server_says_what_is_wrong_and_does_not_start(
    tmp_path: Path, spoil: Callable[[Path], None], sort: str
) -> None:
    path = tmp_path / "referee.db"
    Store(path).close()
    spoil(path)
    before = path.read_bytes()
    serve = [sys.executable, "-m", "referee.server.serve", "--host", "127.0.0.1", "--port", "8987"]
    command = [*serve, "--data", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    english, japanese, own = done.stderr.splitlines()
    assert [english, japanese] == in_both(sort, file=path)
    assert own.startswith("SQLite: ") or str(path) in own
    assert path.read_bytes() == before


def test_a_file_that_another_program_keeps_is_said_to_be_so(tmp_path: Path) -> None:
    path = tmp_path / "referee.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("CREATE TABLE theirs (x)")
        other.execute("BEGIN EXCLUSIVE")
        assert wrong_with(path)[0] == in_both("busy", file=path)[0]


def test_every_sentence_of_the_start_is_in_both_languages() -> None:
    english, japanese = catalogue("en", "server"), catalogue("ja", "server")
    assert all(JAPANESE.search(sentence) for sentence in japanese.values())
    assert not any(JAPANESE.search(sentence) for sentence in english.values())


def test_a_folder_that_nobody_may_write_to_is_said_to_be_so(tmp_path: Path) -> None:
    inside: Any = tmp_path / "file"
    inside.write_text("no folder")
    with pytest.raises(OSError, match="Not a directory"):
        (inside / "x").touch()
    wrong = wrong_with(inside / "referee.db")
    assert wrong[0] == in_both("readonly", file=inside / "referee.db")[0]
