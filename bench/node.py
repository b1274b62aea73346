"""A node: the entries that it takes as tables of five phones make them, with taps, pages and
streams, while a thousand other phones wait.
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from itertools import count

from bench import process
from bench.client import Client, load
from bench.live import QUICK, WHOLE, crowd
from bench.play import Phone, expect, script
from bench.recording import LINK, PART, PHONES
from bench.report import Row, percentile
from bench.server import Server, scratch, serving
from referee.games import GAMES

TABLES = 16
TAPS = 3
SECONDS = 30.0
LONG = 20
"""Entries of a game that has not ended before it began."""
FIT = [
    game for game, rules in GAMES.items() if rules.info.seats[0] <= PHONES <= rules.info.seats[1]
]


class Table:
    """Five phones that play one game after the other."""

    def __init__(self, server: Server, at: int) -> None:
        self.taken: list[float] = []
        game = FIT[at % len(FIT)]
        self._phone = Phone(
            server.port,
            game,
            PHONES,
            next(seed for seed in count(at) if len(script(game, PHONES, seed)) >= LONG),
        )
        self._others = [Client(server.port) for _ in range(PHONES - 1)]
        self._address = ""

    def enter(self) -> None:
        """One entry, judged while it is tapped, and everybody's page after it; the next table where
        the game is over.
        """
        if not self._phone.left:
            self._open()
        form = self._phone.upcoming_form()
        for _ in range(TAPS):
            expect(self._phone.client.post_form(f"{self._address}/preview", form, PART), 200)
        began = time.perf_counter()
        self._phone.enter_form(PART)
        self.taken.append(1000 * (time.perf_counter() - began))
        for other in self._others:
            other.get(self._address, PART)

    def _open(self) -> None:
        self._address = f"/t/{self._phone.open_table()}"
        link = LINK.search(expect(self._phone.client.get(f"{self._address}/join"), 200).body)
        if link is None:
            raise RuntimeError("No link to join by")
        for at, other in enumerate(self._others, 2):
            expect(other.post_form(f"/join/{link[1].decode()}", [("seat", f"s{at}")]), 303)

    def close(self) -> None:
        """Hang up."""
        for client in (self._phone.client, *self._others):
            client.close()


def rows(quick: bool = False) -> list[Row]:
    """The report's rows."""
    size = QUICK if quick else WHOLE
    with (
        scratch() as folder,
        serving(folder) as server,
        crowd(server, size),
        ExitStack() as leaving,
    ):
        tables = [Table(server, at) for at in range(TABLES)]
        for table in tables:
            leaving.callback(table.close)
            table.enter()
            table.taken.clear()
        before = process.processor(server) if process.KNOWN else 0.0
        seconds = 1.0 if quick else SECONDS
        rate, _ = load([table.enter for table in tables], seconds)
        used = process.processor(server) - before if process.KNOWN else 0.0
    entries = [one for table in tables for one in table.taken]
    what = (
        f"entries/s with {TAPS} taps and {PHONES} pages each, {TABLES} tables without a pause,"
        f" {size.streams} phones waiting"
    )
    found = [
        Row("T34", what, rate, "/s"),
        Row("T34", "… an entry and its page, p50", percentile(entries, 0.5), "ms"),
        Row("T34", "… p95", percentile(entries, 0.95), "ms"),
    ]
    return (
        [
            *found,
            Row("T34", "… processor, all of it for each entry", 1000 * used / len(entries), "ms"),
        ]
        if used
        else found
    )
