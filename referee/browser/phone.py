"""The application inside a browser: a request in, an answer out, one after the other.

The page around the application calls this from JavaScript. Browsers ignore the cookies of such
answers, so they are kept beside the tables.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http.cookies import Morsel, SimpleCookie
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import ModuleLoader
from sqlite_utils import Database
from werkzeug.datastructures import Headers
from werkzeug.test import EnvironBuilder, run_wsgi_app

from referee import __version__
from referee.application import create_app, open_tables
from referee.files import PACKAGE
from referee.kernel.strict_json import read_json
from referee.service.tables import TableService
from referee.store.backup import copy
from referee.store.connect import awaits_migration, connect, explain
from referee.store.errors import NewerDatabase, StoreError, StoreFailed
from referee.web.http.context import DEVICE_COOKIE, ROOM_COOKIE
from referee.web.http.edition import BROWSER
from referee.web.phone.backup_routes import RESTART

COOKIES = "browser_cookie"
ROOM = re.compile(rf"(?:^|; ){ROOM_COOKIE}=(\w+)")
BUSY_SECONDS = 1.0
TEMPLATES = "compiled_templates"
"""The folder of compiled pages beside the packages; without it they are compiled when drawn."""
TOLD = {"damaged", "full"}
"""Why a file cannot be opened, as the page around the application says it."""
Pairs = Iterable[tuple[str, str]]


@dataclass(frozen=True)
class Reply:
    """What the browser is to get."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class Cookies:
    """This phone's cookies, as the browser would keep them."""

    def __init__(self, db: Database) -> None:
        self._table = db.table(COOKIES, pk="name")
        self._table.create({"name": str, "value": str}, pk="name", if_not_exists=True)
        self._kept = {row["name"]: row["value"] for row in self._table.rows}

    def header(self, of_page: str = "") -> str:
        """The request header, with the one cookie that scripts of the page set."""
        told = {ROOM_COOKIE: found[1]} if (found := ROOM.search(of_page)) else {}
        return "; ".join(f"{name}={value}" for name, value in (told | self._kept).items())

    def keep(self, headers: Headers) -> None:
        """Keep what an answer sets, and forget what it lets run out.

        Where the disk is full, only until this Python ends.
        """
        for line in headers.getlist("Set-Cookie"):
            for name, cookie in SimpleCookie(line).items():
                with suppress(sqlite3.OperationalError):
                    if is_over(cookie):
                        self._kept.pop(name, None)
                        self._table.delete_where("name = ?", [name])
                    elif self._kept.get(name) != cookie.value:
                        self.set(name, cookie.value)

    def has(self, name: str) -> bool:
        return name in self._kept

    def set(self, name: str, value: str) -> None:
        """Keep one cookie."""
        self._kept[name] = value
        self._table.upsert({"name": name, "value": value}, pk="name")


def is_over(cookie: Morsel[str]) -> bool:
    """Whether an answer deletes a cookie: its time is over, or it lasts no second."""
    if cookie["max-age"]:
        return int(cookie["max-age"]) <= 0
    return bool(cookie["expires"]) and (
        parsedate_to_datetime(cookie["expires"]).timestamp() <= time.time()
    )


PREPARED: dict[str, Flask] = {}
"""An application that waits for its database, by the site's address."""


def prepare(url: str) -> None:
    """Make the application, as far as that needs no database, no clock and no chance.

    A phone may keep its memory after this and begin with it the next time.
    """
    PREPARED[url] = make_app(url)


def make_app(url: str) -> Flask:
    """The application without its database."""
    app = create_app({"DATABASE": "", "EDITION": BROWSER, "URL": url, "RATE_LIMITS": False})
    if (compiled := PACKAGE.parent / TEMPLATES).exists():
        app.jinja_env.loader = ModuleLoader(compiled)
    return app


def open_phone(database: str, url: str) -> Phone | str:
    """The application, or why its file cannot be opened: ``newer file``, or one of TOLD."""
    # Where memory was kept, so was the state of what is by chance.
    random.seed()
    try:
        return Phone(database, url)
    except NewerDatabase:
        return "newer file"
    except (StoreFailed, sqlite3.Error) as problem:
        failed = explain(problem, BUSY_SECONDS) if isinstance(problem, sqlite3.Error) else problem
        if isinstance(failed, StoreFailed) and failed.why in TOLD:
            return failed.why
        raise


def copy_before(database: str, target: str) -> str:
    """Copy a file that this version will migrate; return the version then, else nothing."""
    try:
        if Path(database).exists() and awaits_migration(Path(database), BUSY_SECONDS):
            copy(Path(database), Path(target))
            return __version__
    except StoreError:
        pass  # Opening it says what is wrong
    return ""


class Phone:
    """The application with its database, at the site's address ``url``."""

    def __init__(self, database: str, url: str) -> None:
        """Open the database; raises StoreError."""
        self._database, self._url = database, url
        self._open()

    def _open(self) -> None:
        url = self._url
        self.app = PREPARED.pop(url) if url in PREPARED else make_app(url)
        open_tables(self.app, self._database)
        self._db = connect(Path(self._database), BUSY_SECONDS)
        self._cookies = Cookies(self._db)
        if not self._cookies.has(DEVICE_COOKIE):
            # Known before the first game is, so that no game is without its phone.
            service: TableService = self.app.extensions["service"]
            self._cookies.set(DEVICE_COOKIE, service.store.new_device())

    def answer(self, method: str, path: str, headers: Pairs, body: bytes = b"") -> Reply:
        """Reply one request; ``path`` is the address within the host, with its query."""
        sent = Headers([(name, value) for name, value in headers])
        sent["Cookie"] = self._cookies.header(sent.get("Cookie", ""))
        path, _, query = path.partition("?")
        if path.startswith("//"):
            return Reply(404, [], b"")
        environ = EnvironBuilder(
            path, self._url, query, method=method, headers=sent, data=body
        ).get_environ()
        parts, status, answered = run_wsgi_app(self.app, environ, buffered=True)
        if answered.pop(RESTART, None):
            # Another file is in the place of the old one, with cookies of its own.
            self.close()
            self._open()
        else:
            self._cookies.keep(answered)
        answered.remove("Set-Cookie")
        return Reply(int(status.split()[0]), list(answered.items()), b"".join(parts))

    def exchange(self, method: str, path: str, headers: str, body: Any) -> tuple[int, str, bytes]:
        """The same for JavaScript, with headers as JSON and the body as an array of its bytes."""
        sent = body.to_bytes() if hasattr(body, "to_bytes") else bytes(body)
        found = self.answer(method, path, read_json(headers), sent)
        return found.status, json.dumps(found.headers), found.body

    def close(self) -> None:
        """Close the database, so that another tab may open it."""
        self._db.close()
        self.app.extensions["service"].close()
