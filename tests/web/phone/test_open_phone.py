"""The edition for one phone opens its file, or says why it cannot."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from jinja2 import ModuleLoader
from sqlite_utils import Database

from referee import __version__
from referee.browser.compiling import compile_templates
from referee.browser.phone import TEMPLATES, Phone, copy_before, open_phone, prepare
from referee.store.connect import awaits_migration, explain
from referee.store.schema import MIGRATIONS, STEPS
from tests.support.own_phone import URL

PAGES = ("/", "/new", "/rules/pairs", "/ask", "/ask/pairs")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


def opened(file: Path) -> Phone | str:
    return open_phone(str(file), URL)


def close(phone: Phone | str) -> None:
    assert isinstance(phone, Phone)
    phone.close()


def test_an_application_that_was_prepared_has_no_database_until_it_is_opened(file: Path) -> None:
    """It serves the first phone that asks, and what it serves is that phone's."""
    prepare(URL)
    assert not file.exists()
    first = opened(file)
    assert isinstance(first, Phone)
    assert first.answer("GET", "/cards/", []).status == 200
    close(first)
    second = opened(file)
    assert isinstance(second, Phone)
    assert second.app is not first.app
    close(second)


def test_two_phones_from_one_preparation_are_two_devices(tmp_path: Path) -> None:
    found = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        close(opened(tmp_path / name / "referee.db"))
        with closing(Database(tmp_path / name / "referee.db")) as db:
            found += [row["value"] for row in db["browser_cookie"].rows]
    assert len(set(found)) == 2


def test_chance_starts_anew(file: Path) -> None:
    """Where memory was kept, so was the state of random numbers."""
    import random

    found = set()
    for _start in range(2):
        random.seed(7)
        close(opened(file))
        found.add(random.random())
    assert len(found) == 2


def test_a_newer_file_and_a_damaged_one_are_named(file: Path) -> None:
    close(opened(file))
    with closing(Database(file)) as db:
        db["_sqlite_migrations"].insert(
            {"migration_set": "referee", "name": "tomorrow", "applied_at": "x"}
        )
    assert opened(file) == "newer file"
    assert copy_before(str(file), str(file.with_name("copy"))) == ""
    file.write_bytes(b"no database " * 1000)
    assert opened(file) == "damaged"
    assert copy_before(str(file), str(file.with_name("copy"))) == ""
    assert not file.with_name("copy").exists()


@pytest.mark.parametrize("wrapped", [False, True])
def test_no_space_is_named(file: Path, monkeypatch: pytest.MonkeyPatch, wrapped: bool) -> None:
    """Whoever hits upon it first: the store, or who writes without it."""
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL

    def fail(*_given: object) -> None:
        raise explain(full, 1) if wrapped else full

    monkeypatch.setattr("referee.browser.phone.Cookies", fail)
    assert opened(file) == "full"


def test_only_an_older_file_is_copied_before_it_is_migrated(file: Path) -> None:
    """The copy is as the older version left it."""
    copy = file.with_name("copy.db")
    assert copy_before(str(file), str(copy)) == ""
    with closing(Database(file)) as db:
        MIGRATIONS.apply(db, stop_before=list(STEPS)[-1])
    assert copy_before(str(file), str(copy)) == __version__
    close(opened(file))
    assert awaits_migration(copy, 1)
    assert copy_before(str(file), str(copy)) == ""


def test_compiled_pages_are_drawn_alike(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a site has them, no page is compiled any more, and each is as it was."""
    drawn = []
    for compiled in (False, True):
        if compiled:
            monkeypatch.setattr("referee.browser.phone.PACKAGE", file.parent / "referee")
        phone = opened(file)
        assert isinstance(phone, Phone)
        environment = phone.app.jinja_env
        assert isinstance(environment.loader, ModuleLoader) == compiled
        answers = [phone.answer("GET", f"/cards{path}", []) for path in PAGES]
        assert {answer.status for answer in answers} == {200}
        drawn.append([answer.body for answer in answers])
        if not compiled:
            compile_templates(environment, file.parent / TEMPLATES)
        close(phone)
    assert drawn[0] == drawn[1]
