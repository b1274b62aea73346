"""The games of one phone in one file: saved, restored elsewhere, and what is refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from referee.browser.phone import Phone, Reply
from tests.support.own_phone import URL, OwnPhone
from tests.support.random_play import random_history
from tests.support.talk import play

HERE = "/cards/backup"


@pytest.fixture
def phones(tmp_path: Path) -> Iterator[list[Phone]]:
    """Two phones."""
    made = [Phone(str(tmp_path / f"{name}.db"), URL) for name in ("one", "other")]
    yield made
    for phone in made:
        phone.close()


def played(phone: Phone, game: str = "pairs") -> str:
    """A game on a phone; the address of its page."""
    return f"/cards/t/{play(OwnPhone(phone), random_history(game, 1))['code']}"


def saved(phone: Phone) -> bytes:
    answer = phone.answer("GET", f"{HERE}/referee.db", [])
    assert answer.status == 200
    assert "attachment" in dict(answer.headers)["Content-Disposition"]
    return answer.body


def restored(phone: Phone, content: bytes, **form: str) -> Reply:
    """Send a file to restore, as the page does."""
    boundary, body = encode_multipart({"file": FileStorage(BytesIO(content), "referee.db"), **form})
    headers = [("Content-Type", f"multipart/form-data; boundary={boundary}")]
    return phone.answer("POST", HERE, headers, body)


def text(phone: Phone, path: str) -> str:
    """A page that comes."""
    answer = phone.answer("GET", path, [])
    assert answer.status == 200
    return answer.body.decode()


def test_a_backup_brings_everything_to_another_phone(phones: list[Phone]) -> None:
    """The other phone is then the one that was saved: it opens the same games as their host."""
    one, other = phones
    tables = [played(one), played(one, "indian-chief")]
    assert restored(other, saved(one)).status == 303
    for table in tables:
        assert text(other, f"{table}/players")
        sheets = [text(phone, f"{table}/sheet").count("<td") for phone in phones]
        assert sheets[0] == sheets[1] > 5


def test_home_says_what_is_in_no_backup(phones: list[Phone]) -> None:
    one, _other = phones
    assert "Games are on this phone only" not in text(one, "/cards/")
    played(one)
    assert "1 game. No backup yet" in text(one, "/cards/")
    saved(one)
    played(one)
    assert "2 games. Last backup: " in text(one, "/cards/")
    assert "games not in it: 1" in text(one, HERE)


def test_own_games_are_replaced_only_on_purpose(phones: list[Phone]) -> None:
    one, other = phones
    table, kept = played(one), played(other)
    refused = restored(other, saved(one))
    assert refused.status == 422
    assert b"Tick the box" in refused.body
    assert text(other, f"{kept}/players")
    assert restored(other, saved(one), replace="1").status == 303
    assert text(other, f"{table}/players")
    assert other.answer("GET", f"{kept}/players", []).status == 404


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0 and no more", b"x" * 5000])
def test_another_file_is_refused_and_nothing_changes(phones: list[Phone], content: bytes) -> None:
    one, _other = phones
    table = played(one)
    for wrong in (content, other_database()):
        refused = restored(one, wrong, replace="1")
        assert refused.status == 422
        assert b"no backup of Referee" in refused.body
        assert text(one, f"{table}/players")


def other_database() -> bytes:
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
        return db.serialize()


def test_a_backup_of_a_newer_version_is_refused(phones: list[Phone], tmp_path: Path) -> None:
    one, other = phones
    played(one)
    newer = tmp_path / "newer.db"
    newer.write_bytes(saved(one))
    with closing(sqlite3.connect(newer)) as db:
        db.execute("UPDATE _sqlite_migrations SET name = 'later' WHERE id = 1")
        db.commit()
    refused = restored(other, newer.read_bytes())
    assert refused.status == 422
    assert b"newer version" in refused.body


def test_a_server_has_no_such_page(app: Flask) -> None:
    client = app.test_client()
    for path in ("/backup", "/backup/referee.db"):
        assert client.get(path).status_code == 404


def test_the_end_of_a_game_reminds_of_a_backup_until_there_is_one(phones: list[Phone]) -> None:
    """A game that is in a backup needs no reminder, and nobody needs one who wants none."""
    phone, _ = phones
    reminder = "Games are on this phone only"
    result = f"{played(phone)}/result"
    assert reminder in text(phone, result)

    form = [("Content-Type", "application/x-www-form-urlencoded")]
    assert phone.answer("POST", f"{HERE}/reminder", form, b"remind=0").status == 303
    assert reminder not in text(phone, result)
    assert phone.answer("POST", f"{HERE}/reminder", form, b"remind=1").status == 303
    assert reminder in text(phone, result)

    saved(phone)
    assert reminder not in text(phone, result)
