"""Litestream beside the server: both are killed under load, and the tables come back out of the
other folder.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from itertools import count
from json import dumps, loads
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from referee.games import GAMES
from tests.support.commands import Run
from tests.support.litestream import Litestream
from tests.support.random_play import random_history
from tests.support.real_server import PATIENCE, RealServer
from tests.support.talk import play

PHONES = 8
TABLES, SECONDS = 25, 3.0
"""What is played before a kill, at least."""
Logs = dict[str, list[tuple[Any, ...]]]


@dataclass(frozen=True)
class Acknowledged:
    """What a phone was told: that its table is at this revision, and when."""

    code: str
    revision: int
    at: float

    def missing(self, logs: Logs) -> bool:
        """Whether it is not in these logs."""
        return len(logs.get(self.code, ())) < self.revision


Told = Queue[Acknowledged]


@dataclass(frozen=True)
class Answer:
    """An answer as Flask's own client gives it."""

    status_code: int
    body: Any

    def get_json(self) -> Any:
        """What it says."""
        return self.body


class Phone:
    """A host's phone with an address of its own, as there are limits for each; it notes what is
    acknowledged.
    """

    def __init__(self, connection: HTTPConnection, number: int, told: Told) -> None:
        self._connection = connection
        self._headers = {
            "Content-Type": "application/json",
            "X-Forwarded-For": f"2001:db8:0:{number:x}::1",
        }
        self._told = told

    def post(self, path: str, /, *, json: Any) -> Answer:
        """Post JSON."""
        self._connection.request("POST", path, dumps(json), self._headers)
        with self._connection.getresponse() as answer:
            body = loads(answer.read())
            if answer.status == 201:
                code = body.get("code") or path.split("/")[3]
                self._told.put(Acknowledged(code, body["revision"], time.monotonic()))
            if cookie := answer.getheader("Set-Cookie"):
                self._headers["Cookie"] = cookie.partition(";")[0]
        return Answer(answer.status, body)


def play_on(port: int, numbers: Iterator[int], told: Told) -> None:
    """Play one table after the other until the server is gone."""
    games = list(GAMES)
    with (
        suppress(OSError, HTTPException),
        closing(HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection,
    ):
        for number in numbers:
            history = random_history(games[number % len(games)], number // len(games) % 2)
            play(Phone(connection, number, told), history)


def take(told: Told) -> list[Acknowledged]:
    """What is acknowledged until that has gone on long enough from now, at enough tables."""
    until, taken, tables = time.monotonic() + SECONDS, [], set()
    while len(tables) < TABLES or taken[-1].at < until:
        taken.append(told.get(timeout=PATIENCE))
        tables.add(taken[-1].code)
    return taken


def logs(file: Path) -> Logs:
    """Every table's log, by the table's code."""
    found: Logs = {}
    with closing(sqlite3.connect(file)) as db:
        for code, *event in db.execute(
            "SELECT play.code, event.* FROM event JOIN play ON play.id = event.table_id ORDER BY"
            " event.table_id, event.seq"
        ):
            found.setdefault(code, []).append(tuple(event))
    return found


def await_copy(second: Litestream, entries: list[Acknowledged], folder: Path) -> None:
    """Wait until these entries have come to the other folder."""
    ends, file = time.monotonic() + PATIENCE, folder / "looked-at.db"
    while not second.restore(file) or _is_any_missing(entries, logs(file)):
        assert time.monotonic() < ends
        file.unlink(missing_ok=True)
        time.sleep(0.05)
    file.unlink()


def _is_any_missing(entries: list[Acknowledged], found: Logs) -> bool:
    return any(entry.missing(found) for entry in entries)


def evening(
    data: Path, copy: Path, numbers: Iterator[int], stumbles: bool
) -> tuple[list[Acknowledged], int]:
    """What was acknowledged until both were killed, and how much of it had come to the
    copy before; Litestream may have been killed alone, and started anew.
    """
    told: Told = Queue()
    with (
        ThreadPoolExecutor(PHONES) as phones,
        RealServer(data, None, "--behind-proxy", "1") as server,
        Litestream(data, copy) as second,
    ):
        playing = [phones.submit(play_on, server.port, numbers, told) for _ in range(PHONES)]
        acknowledged = [told.get(timeout=PATIENCE)]
        await_copy(second, acknowledged, data)
        acknowledged += take(told)
        if stumbles:
            second.kill()
            acknowledged += take(told)
            second.start()
        await_copy(second, acknowledged, data)
        copied = len(acknowledged)
        acknowledged += take(told)
        second.kill()
        server.kill()
        for one in playing:
            one.result()
    return acknowledged + list(told.queue), copied


def assert_restored(
    file: Path, data: Path, copy: Path, acknowledged: list[Acknowledged], copied: int
) -> None:
    """Of each log the beginning comes back, and all that had come to the copy."""
    assert Litestream(data, copy).restore(file)
    there, back = logs(data / "referee.db"), logs(file)
    assert not _is_any_missing(acknowledged, there)
    assert not any(one.stat().st_mode & 0o077 for one in copy.rglob("*.ltx"))
    assert {code: there[code][: len(log)] for code, log in back.items()} == back
    assert not _is_any_missing(acknowledged[:copied], back)


@pytest.mark.slow
def test_what_was_copied_comes_back_and_all_that_is_left_replays(tmp_path: Path, run: Run) -> None:
    """Three evenings, each on what came back from the one before: first in the place of the old
    file, then on another disk.
    """
    file, copy, numbers, tables = tmp_path / "restored.db", tmp_path / "elsewhere", count(), [0]
    for name, stumbles in (("first", False), ("first", True), ("other", False)):
        data = tmp_path / name
        data.mkdir(exist_ok=True)
        if file.exists():
            assert run("restore", file, data / "referee.db", "--force")[0] == 0
            file.unlink()
        assert_restored(file, data, copy, *evening(data, copy, numbers, stumbles))
        status, found = run("audit", file)
        assert (status, found["broken"]) == (0, [])
        tables.append(found["tables"])
    assert tables == sorted({*tables})
    assert tables[-1] >= 100
