"""An edition of the application that answers requests, so that several can be asked the same.

Here alone is what would otherwise be another one each time: ids, keys and the time. Each request
says when it comes, and from that is drawn what is drawn.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Protocol

URL = "https://games.example/cards/"
KEY_BYTES = 12
MIGRATED = 'INSERT INTO "_sqlite_migrations"'
"""What says when a database was made, by the clock of the machine."""
CLOCK = [0.0]
"""The time of the newest request, in seconds."""


class Edition(Protocol):
    """An application that keeps the cookies of its one phone."""

    def ask(
        self, method: str, path: str, headers: Sequence[tuple[str, str]], body: bytes
    ) -> tuple[int, Sequence[tuple[str, str]], bytes]:
        """Status, headers and body of the answer."""


class WithoutServer:
    """The edition for a phone's browser, as the page around it calls it."""

    def __init__(self, database: Path) -> None:
        from referee.browser.phone import Phone

        self._phone = Phone(str(database), URL)

    def ask(
        self, method: str, path: str, headers: Sequence[tuple[str, str]], body: bytes
    ) -> tuple[int, Sequence[tuple[str, str]], bytes]:
        """The answer."""
        told = json.dumps([*headers])
        status, answered, data = self._phone.exchange(method, path, told, body)
        return status, json.loads(answered), data


class OfServer:
    """The server's edition, whose phone is Flask's own client."""

    def __init__(self, database: Path) -> None:
        from referee.application import create_app

        app = create_app({"DATABASE": str(database), "URL": URL, "RATE_LIMITS": False})
        self._client = app.test_client()

    def ask(
        self, method: str, path: str, headers: Sequence[tuple[str, str]], body: bytes
    ) -> tuple[int, Sequence[tuple[str, str]], bytes]:
        """The answer; its cookies are kept, and not told."""
        found = self._client.open(path, URL, method=method, headers=[*headers], data=body)
        found.headers.remove("Set-Cookie")
        return found.status_code, [*found.headers], found.data


KINDS = {"server": OfServer, "browser": WithoutServer}
_opened: dict[str, Edition] = {}


CHANCE = {kind: Random() for kind in ("codes", "links", "ids")}


def pin() -> None:
    """Let the request say the time and what is drawn; the keys of its forms are the same."""
    links = CHANCE["links"].randbytes
    vars(secrets)["choice"] = CHANCE["codes"].choice
    vars(secrets)["token_hex"] = lambda size: CHANCE["ids"].randbytes(size).hex()
    vars(secrets)["token_urlsafe"] = lambda size: (
        f"key{CLOCK[0]:.0f}" if size == KEY_BYTES else links(size).hex()
    )
    vars(time)["time"] = lambda: CLOCK[0]


def come(at: float) -> None:
    """A request comes; each kind is drawn anew, as one edition draws more of some."""
    CLOCK[0] = at
    for kind, chance in CHANCE.items():
        chance.seed(f"{kind} {at}")


def answer(line: str) -> str:
    """What the edition answers to one request, with the seconds it took; the first line opens
    it.
    """
    asked = json.loads(line)
    if "edition" in asked:
        pin()
        come(0.0)
        _opened["it"] = KINDS[asked["edition"]](Path(asked["folder"]) / "referee.db")
        return "{}"
    come(asked["at"])
    began = time.perf_counter()
    body = asked["body"].encode("latin-1")
    status, headers, data = _opened["it"].ask(
        asked["method"], asked["path"], [(name, value) for name, value in asked["headers"]], body
    )
    seconds = time.perf_counter() - began
    told = {"status": status, "headers": [*map(list, headers)], "body": text_of(data)}
    return json.dumps({**told, "seconds": seconds})


def text_of(data: bytes) -> str:
    """A body as text; of a database what it holds, as the file names the SQLite that wrote it."""
    if not data.startswith(b"SQLite format 3"):
        return data.decode("latin-1")
    with TemporaryDirectory() as folder:
        (file := Path(folder) / "sent.db").write_bytes(data)
        with closing(sqlite3.connect(file)) as db:
            return "\n".join(line for line in db.iterdump() if MIGRATED not in line)


def main() -> None:
    """Answer line by line."""
    for line in sys.stdin:
        print(answer(line), flush=True)


if __name__ == "__main__":
    main()
