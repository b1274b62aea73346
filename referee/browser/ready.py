"""What a site holds to be read before Python is there, or without it: rules, and blank sheets.

Pages are drawn by the application itself. Their links lead to each other, or to the page around
the application; nothing in them needs a script.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape, unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from flask import Flask
from flask.testing import FlaskClient
from markupsafe import Markup

from referee.application import open_tables
from referee.browser.phone import make_app
from referee.games import GAMES
from referee.languages import LANGUAGES
from referee.rulebook import load
from referee.web.http.context import LANGUAGE_COOKIE, ROOM_COOKIE
from referee.web.paper.blank_files import FOLDER as SHEETS_FOLDER
from referee.web.paper.blank_files import SIZES, blank_files

FOLDER = "ready"
"""Where the pages lie in the site; whoever links them is of the same version."""
RULES, SHEETS = "rules.html", "sheets.html"
"""The pages at which one begins."""
SCRIPT = re.compile(r"<script\b[^>]*>.*?</script>", re.DOTALL)
LINK = re.compile(r'(?<=<a )([^>]*?)href="([^"]*)"')
CLAUSE = re.compile(r"/rules/[\w-]+/([\w-]+)")
CHARSET = '<meta charset="utf-8">'
NOT_IN_PAGES = "frame-ancestors"
"""What a page cannot say of itself, only its host."""
Files = dict[str, bytes]


def ready_pages(url: str) -> Files:
    """Every page by its name in the site of this address."""
    return {f"{FOLDER}/{lang}/{name}": data for lang, name, data in drawn_pages(url)}


def blank_sheets() -> Files:
    """Every sheet by its name in a site, with the list of those that a phone loads by itself."""
    sheets = {
        file.name(lang): file.drawn(lang)
        for lang in LANGUAGES
        for size in SIZES
        for file in blank_files(size)
    }
    return sheets | {f"{SHEETS_FOLDER}/idle.json": idle_list()}


def idle_list() -> bytes:
    """Which files a phone loads by itself once it has nothing to do, by language."""
    usual = list(blank_files(SIZES[0]))
    return json.dumps({lang: [file.name(lang) for file in usual] for lang in LANGUAGES}).encode()


def drawn_pages(url: str) -> Iterator[tuple[str, str, bytes]]:
    """Language, name and text of every page, drawn by the application of a phone."""
    with TemporaryDirectory() as folder:
        app = make_app(url)
        open_tables(app, str(Path(folder) / "referee.db"))
        try:
            for lang in LANGUAGES:
                # Of two addresses with one page the first is drawn.
                for name, address in {
                    name: at for at, name in [*page_names().items()][::-1]
                }.items():
                    text = draw(app, lang, address)
                    yield lang, name, without_application(text, urlsplit(url).path, lang).encode()
        finally:
            app.extensions["service"].close()


def page_names() -> dict[str, str]:
    """The name of each page by its address in the application."""
    found = {"/rules": RULES}
    for game in GAMES:
        found[f"/rules/{game}"] = f"rules/{game}.html"
        for at, edition in enumerate(load(game).editions):
            # The first one is what is shown where none is asked for.
            own = f"-{edition.id}" if at else ""
            found[f"/rules/{game}?edition={edition.id}"] = f"rules/{game}{own}.html"
    found["/blank-sheets"] = SHEETS
    for size in SIZES[1:]:
        found[f"/blank-sheets?paper={size}"] = f"sheets-{size}.html"
    return found


def draw(app: Flask, lang: str, address: str) -> str:
    """A page in a language, as a wide room has it, with its policy in it."""
    client: FlaskClient = app.test_client()
    client.set_cookie(LANGUAGE_COOKIE, lang)
    client.set_cookie(ROOM_COOKIE, "wide")
    answer = client.get(address)
    if answer.status_code != 200:
        raise ValueError(f"{address}: {answer.status}")
    policy = "; ".join(
        part
        for part in answer.headers["Content-Security-Policy"].split("; ")
        if not part.startswith(NOT_IN_PAGES)
    )
    told = Markup('<meta http-equiv="Content-Security-Policy" content="{}">').format(policy)
    return answer.text.replace(CHARSET, f"{CHARSET}\n{told}", 1)


def without_application(page: str, path: str, lang: str) -> str:
    """The page without scripts, its links as they lead where only files are."""

    def linked(found: re.Match[str]) -> str:
        there, target = leads(unescape(found[2]), path, lang)
        return f'{found[1]}href="{escape(there)}"{target}'

    return LINK.sub(linked, SCRIPT.sub("", page))


def leads(there: str, path: str, lang: str) -> tuple[str, str]:
    """Where a link leads, and what says that it leaves this frame: nothing if it does not."""
    asked, hash_sign, place = there.partition("#")
    if not asked.startswith(path):
        return there, "" if there.startswith("#") else ' target="_blank"'
    if asked.startswith(f"{path}{SHEETS_FOLDER}/"):
        return there, ""
    within = f"/{asked.removeprefix(path)}"
    if name := page_names().get(within):
        return f"{path}{FOLDER}/{lang}/{name}{hash_sign}{place}", ""
    if found := CLAUSE.fullmatch(within.partition("?")[0]):
        return f"#{found[1]}", ""
    return there, ' target="_top"'
