"""An evening: five phones with a seat each at one table, from the first entry to the last, with taps, pages and streams."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bench import process
from bench.client import Client
from bench.play import Phone, expect
from bench.report import Row, percentile
from bench.server import Server, scratch, serving
from bench.streams import listening
from referee.games import GAMES

PHONES = 5
TAPS = 3
LOOKED_AGAIN = 3
"""After so many entries every phone is taken up again and asks for the page that it has."""
HEADERS = {"HX-Request": "true", "Accept-Encoding": "gzip"}
LINK = re.compile(rb"/join/([\w-]{16,})")


@contextmanager
def seated(server: Server, phone: Phone, code: str) -> Iterator[list[Client]]:
    """The other phones, each with a seat of its own."""
    link = LINK.search(expect(phone.client.get(f"/t/{code}/join"), 200).body)
    if link is None:
        raise RuntimeError("No link to join by")
    others = [Client(server.port) for _ in range(PHONES - 1)]
    for at, other in enumerate(others, 2):
        expect(other.post_form(f"/join/{link[1].decode()}", []), 303)
        expect(other.post_form(f"/t/{code}/seat", [("seat", f"s{at}")]), 303)
    expect(phone.client.post_form(f"/t/{code}/seat", [("seat", "s1")]), 303)
    yield others
    for other in others:
        other.close()


def evening(server: Server, game: str) -> list[Row]:
    """One game: before each entry some taps are judged, after it everybody's page is asked for, now and then once more."""
    phone = Phone(server.port, game, PHONES)
    code = phone.open_table()
    address = f"/t/{code}"
    entries, taps, pages = phone.left, [], []
    with listening(server.port, phone, [code], PHONES), seated(server, phone, code) as others:
        before = process.processor(server) if process.KNOWN else 0.0
        for made in range(1, entries + 1):
            form = phone.upcoming_form()
            for _ in range(TAPS):
                taps.append(timed(lambda form=form: expect(phone.client.post_form(f"{address}/preview", form, HEADERS), 200)))
            pages.append(timed(lambda: phone.enter_form(HEADERS)))
            for _ in range(2 if made % LOOKED_AGAIN == 0 else 1):
                pages += [timed(lambda other=other: other.get(address, HEADERS)) for other in others]
        used = 1000 * (process.processor(server) - before) / entries if process.KNOWN else 0.0
    rows = [Row("T15", f"an entry with {TAPS} taps and {PHONES} pages, processor, {game}", used, "ms")] if used else []
    return [
        *rows,
        Row("T15", "… a tap, p50", percentile(taps, 0.5), "ms"),
        Row("T15", "… a page, p50", percentile(pages, 0.5), "ms"),
        Row("T15", "… a page, p95", percentile(pages, 0.95), "ms"),
    ]


def timed(ask: Callable[[], object]) -> float:
    """Milliseconds until an answer has come."""
    began = time.perf_counter()
    ask()
    return 1000 * (time.perf_counter() - began)


def rows(quick: bool = False) -> list[Row]:
    """The report's rows: some games, of which each enters in another way."""
    games = [game for game, rules in GAMES.items() if rules.info.seats[0] <= PHONES <= rules.info.seats[1]]
    with scratch() as folder, serving(folder) as server:
        return [row for game in games[: 1 if quick else len(games)] for row in evening(server, game)]
