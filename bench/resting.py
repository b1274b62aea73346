"""Resting: how soon a server answers once it is started, for the first time and again, and what
memory it holds, both its processes together.
"""

from __future__ import annotations

import statistics
import time

from bench import process
from bench.client import Client
from bench.play import Phone, expect
from bench.report import Row
from bench.server import Server, scratch, serving
from referee.games import GAMES

TABLES = 16
ENTRIES = 20
SHEETS = 10
STARTS = 5
SEATS = 4


def rows(quick: bool = False) -> list[Row]:
    """The report's rows."""
    first, again = zip(*(starts() for _ in range(1 if quick else STARTS)), strict=True)
    found = [
        Row("T19", "start to the first page", statistics.median(again), "s", most=1),
        Row(
            "T19",
            "… the first time, with nothing compiled yet",
            statistics.median(first),
            "s",
            most=1,
        ),
    ]
    if process.KNOWN:
        with scratch() as folder, serving(folder) as server:
            found += memory(server, 2 if quick else TABLES)
    return found


def starts() -> list[float]:
    """The seconds until the first page, in a new folder and in the same once more."""
    taken = []
    with scratch() as folder:
        for _ in range(2):
            began = time.perf_counter()
            with serving(folder) as server:
                taken.append(time.perf_counter() - began)
                server.stop()
    return taken


def memory(server: Server, tables: int) -> list[Row]:
    """The memory of a server that was started, at which so many tables play, and that has drawn
    sheets.
    """
    started = process.memory_of_all(server)
    games = sorted(GAMES)
    for at in range(tables):
        phone = Phone(server.port, games[at % len(games)], SEATS, at)
        phone.prepare(ENTRIES)
        for _ in range(ENTRIES):
            phone.enter_form({"Accept-Encoding": "gzip"})
    playing = process.memory_of_all(server)
    client = Client(server.port)
    taken = []
    for at in range(SHEETS):
        began = time.perf_counter()
        expect(
            client.get(f"/print/indian-chief?players={at % 5 + 2}&fmt={('pdf', 'png')[at % 2]}"),
            200,
        )
        taken.append(1000 * (time.perf_counter() - began))
    return [
        Row("T18", "memory, started", started / 1024, "MB", most=90),
        Row("T18", f"… {tables} tables playing", playing / 1024, "MB", most=120),
        Row(
            "T18",
            f"… after {SHEETS} printed sheets",
            process.memory_of_all(server) / 1024,
            "MB",
            most=120,
        ),
        Row("T18", "a printed sheet", statistics.median(taken), "ms"),
    ]
