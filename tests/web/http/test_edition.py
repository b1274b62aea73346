"""The edition for one phone's browser: what it answers, and which cookies it keeps."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.datastructures import Headers

from app import create_app
from referee.browser.phone import Phone
from referee.web.http.edition import BROWSER, SERVER

URL = "https://games.example/cards/"
JSON = [("Content-Type", "application/json")]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


@pytest.fixture
def phone(file: Path) -> Iterator[Phone]:
    opened = Phone(str(file), URL)
    yield opened
    opened.close()


def begin(phone: Phone) -> str:
    """Start a game; its address."""
    body = {"game": "indian-chief", "seats": [{"name": name} for name in ("Ann", "Bo")]}
    made = phone.answer("POST", "/cards/api/tables", JSON, json.dumps(body).encode())
    assert made.status == 201
    return f"/cards/t/{json.loads(made.body)['code']}"


def test_its_pages_are_below_the_address_of_the_site(phone: Phone) -> None:
    page = phone.answer("GET", "/cards/rules", [])
    assert page.status == 200
    assert b'href="/cards/rules/indian-chief"' in page.body


def test_it_is_the_same_phone_after_a_start_anew(file: Path) -> None:
    """Cookies lie beside the tables, as browsers ignore those of such answers."""
    first = Phone(str(file), URL)
    table = begin(first)
    first.answer("GET", "/cards/?lang=ja", [])
    first.close()
    again = Phone(str(file), URL)
    page = again.answer("GET", table, [])
    again.close()
    assert page.status == 200
    assert 'lang="ja"' in page.body.decode()
    assert "Set-Cookie" not in dict(page.headers)


def test_a_cookie_that_has_run_out_is_forgotten(phone: Phone, file: Path) -> None:
    kept = phone._cookies
    (own,) = kept.header().split("; ")
    assert own.startswith("device=")
    assert phone.answer("GET", "/cards/?lang=ja", []).status == 200
    assert kept.header() == f"{own}; lang=ja"
    for ends in ("Max-Age=0", "Expires=Thu, 01 Jan 1970 00:00:00 GMT"):
        kept.keep(_setting("lang=ja; Max-Age=60"))
        kept.keep(_setting(f"lang=; {ends}"))
        assert kept.header() == own
    with sqlite3.connect(file) as db:
        assert [row[0] for row in db.execute("SELECT name FROM browser_cookie")] == ["device"]


def test_what_cannot_be_kept_is_known_until_it_ends(phone: Phone, file: Path) -> None:
    """A full disk, for one, stops no page."""
    phone._db.execute("PRAGMA query_only=ON")
    assert b'lang="ja"' in phone.answer("GET", "/cards/?lang=ja", []).body
    assert b'lang="ja"' in phone.answer("GET", "/cards/", []).body
    with sqlite3.connect(file) as db:
        assert [row[0] for row in db.execute("SELECT name FROM browser_cookie")] == ["device"]


def test_of_the_page_only_its_room_is_told(phone: Phone) -> None:
    """Other sites of the same host may have set cookies of any form."""
    own = phone._cookies.header()
    for others in ("room=wide", 'j={"a":1}; room=wide', "room=wide; device=another"):
        assert phone._cookies.header(others) == f"room=wide; {own}"


def test_the_phone_is_known_before_its_first_game(file: Path) -> None:
    """Ended right after the first entry, it still is the host of its game."""
    first = Phone(str(file), URL)
    first._cookies.keep = lambda _headers: None  # type: ignore[method-assign]
    table = begin(first)
    first.close()
    again = Phone(str(file), URL)
    assert again.answer("GET", f"{table}/players", []).status == 200
    again.close()


def _setting(cookie: str) -> Headers:
    return Headers([("Set-Cookie", cookie)])


def test_no_thread_is_started(file: Path) -> None:
    """A browser's Python has one."""
    before = set(threading.enumerate())
    phone = Phone(str(file), URL)
    begin(phone)
    assert set(threading.enumerate()) <= before
    phone.close()


def test_a_page_listens_to_other_tabs_and_saves_nothing_for_later(phone: Phone) -> None:
    table = begin(phone)
    page = phone.answer("GET", table, []).body.decode()
    assert f'data-channel="{table}/rev"' in page
    assert "This phone only" in page
    for missing in ("data-live", "queue.js", "data-manifest", 'id="live"'):
        assert missing not in page, missing


@pytest.mark.parametrize(("edition", "who"), [(SERVER, "none"), (BROWSER, "self")])
def test_only_its_own_site_frames_a_page(tmp_path: Path, edition: str, who: str) -> None:
    app = create_app({"DATABASE": str(tmp_path / "referee.db"), "EDITION": edition})
    try:
        for path in ("/", "/static/app.js"):
            headers = app.test_client().get(path).headers
            assert f"frame-ancestors '{who}'" in headers["Content-Security-Policy"]
            assert headers["X-Frame-Options"] == {"none": "DENY", "self": "SAMEORIGIN"}[who]
    finally:
        app.extensions["service"].close()
