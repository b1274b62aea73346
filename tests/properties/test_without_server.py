"""The edition for one phone's browser shows no way to what needs a server."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from flask import Flask
from lxml import html
from werkzeug.exceptions import HTTPException

from referee.browser.phone import Phone, Reply
from referee.games import GAMES
from referee.languages import LANGUAGES
from referee.web.http.edition import SERVER
from referee.web.paper.blank_files import SIZES, blank_files
from referee.web.phone.setting_routes import LICENCES
from tests.support.own_phone import SITE, URL, OwnPhone
from tests.support.random_play import random_history
from tests.support.talk import play
from tests.support.tiers import cases, property_test

SENT = {"href": "GET", "src": "GET", "hx-get": "GET", "data-href": "GET", "hx-post": "POST"}
PAGES = cases(60, 400)
HELD = ("/cards/sheets/", "/cards/licences/")
SHEETS = {file.name(lang) for lang in LANGUAGES for size in SIZES for file in blank_files(size)}
FILES = {*SHEETS, LICENCES}
"""The files that the site holds beside the application."""


@property_test
@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_page_leads_to_what_needs_a_server(game: str, tmp_path: Path) -> None:
    """From the first page and a game under way, every address of every page is one that answers."""
    phone = Phone(str(tmp_path / "referee.db"), URL)
    code = begun(phone, game)
    found, todo = set[str](), deque(["/cards/", f"/cards/t/{code}"])
    while todo and len(found) < PAGES[-1]:
        at = todo.popleft()
        if at in found:
            continue
        found.add(at)
        answer = phone.answer("GET", at, [])
        assert answer.status in (200, 302, 303, 308), at
        headers = dict(answer.headers)
        if "Location" in headers:
            todo.append(urlsplit(headers["Location"]).path)
        elif headers["Content-Type"].startswith("text/html"):
            todo += looked_at(phone.app, at, answer)
    phone.close()
    assert len(found) > 20


def begun(phone: Phone, game: str) -> str:
    """A game that was entered to its end or nearly so; its code."""
    history = random_history(game, 1)
    return str(play(OwnPhone(phone), history)["code"])


def looked_at(app: Flask, at: str, answer: Reply) -> Iterator[str]:
    """The pages that a page leads to; none of its addresses needs a server."""
    page = html.document_fromstring(answer.body.decode())
    assert not page.xpath("//*[contains(@class, 'join-code')]"), at
    assert not page.xpath("//*[contains(@class, 'bar-code')]"), at
    for method, address in addresses(page):
        found = urlsplit(urljoin(SITE + at, address))
        if found.netloc != urlsplit(URL).netloc or not found.path.startswith("/cards/"):
            continue
        if found.path.startswith(HELD):
            assert found.path.removeprefix("/cards/") in FILES, (at, address)
            continue
        view = view_of(app, found.path.removeprefix("/cards"), method)
        assert view.get("edition") != SERVER, (at, method, address)
        if method == "GET" and "/static/" not in found.path and "lang=" not in found.query:
            yield f"{found.path}?{found.query}".rstrip("?")


def addresses(page: html.HtmlElement) -> Iterator[tuple[str, str]]:
    """Each address of a page with the method by which it is asked."""
    for name, method in SENT.items():
        for element in page.xpath(f"//*[@{name}][not(self::link)]"):
            yield method, element.get(name)
    for form in page.xpath("//form[@action]"):
        yield form.get("method", "get").upper(), form.get("action")


def view_of(app: Flask, path: str, method: str) -> dict[str, object]:
    """What is marked on the view of an address; nothing where none has it."""
    try:
        endpoint, _values = app.url_map.bind("games.example").match(path, method)
    except HTTPException:
        return {}
    return vars(app.view_functions[endpoint])
