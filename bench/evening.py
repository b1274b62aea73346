"""An evening: what five phones at one table ask while a whole game is entered, replayed in process
and over HTTP.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

from flask import Flask

from bench import process
from bench.client import Answer, Client
from bench.inside import Inside, application
from bench.play import Phone
from bench.recording import PHONES, Evening, recorded, replay, seated, seats_of
from bench.report import Row, percentile
from bench.server import Server, scratch, serving
from bench.streams import listening
from referee.games import GAMES

FIRST = 60
"""So many requests of a game are answered before any is measured, as much is read once and kept."""
QUICK = 30


def inside(app: Flask, game: str, evening: Evening) -> list[Row]:
    """The processor time of the application alone, by what is asked."""
    used: dict[str, list[float]] = defaultdict(list)

    def took(why: str, ask: Callable[[], Answer]) -> Answer:
        began = time.process_time()
        answer = ask()
        used[why].append(1000 * (time.process_time() - began))
        return answer

    for asked in (evening.asked[:FIRST], evening.asked):
        used.clear()
        phones = [Inside(app) for _ in range(PHONES)]
        replay(replace(evening, asked=asked), seated(game, phones), phones, took)
    whole = sum(map(sum, used.values())) / evening.entries
    rows = [
        Row("T15", f"a page after an entry, processor, {game}", mean(used["page"]), "ms", most=2.5)
    ]
    rows += (
        [Row("T16", f"a tap, processor, {game}", mean(used["tap"]), "ms", most=1.5)]
        if used["tap"]
        else []
    )
    return [
        *rows,
        Row("T17", f"an entry with all that is asked, {game}, without a server", whole, "ms"),
    ]


def mean(values: list[float]) -> float:
    """The mean, as every one of them is waited for."""
    return sum(values) / len(values)


def served(server: Server, game: str, evening: Evening) -> list[Row]:
    """The same over HTTP, with the streams of the phones open."""
    taken: list[float] = []

    def took(why: str, ask: Callable[[], Answer]) -> Answer:
        began = time.perf_counter()
        answer = ask()
        if why in ("tap", "page"):
            taken.append(1000 * (time.perf_counter() - began))
        return answer

    def sitting() -> tuple[Phone, list[Client], str]:
        host = Phone(server.port, game, seats_of(game))
        phones = [host.client, *(Client(server.port) for _ in range(PHONES - 1))]
        return host, phones, seated(game, phones)

    _, phones, code = sitting()
    replay(replace(evening, asked=evening.asked[:FIRST]), code, phones, lambda _, ask: ask())
    for phone in phones:
        phone.close()
    host, phones, code = sitting()
    with listening(server.port, host, [code], PHONES):
        before = process.processor(server) if process.KNOWN else 0.0
        replay(evening, code, phones, took)
        used = 1000 * (process.processor(server) - before) / evening.entries
    rows = (
        [Row("T17", f"an entry with all that is asked, {game}", used, "ms", most=15)]
        if process.KNOWN
        else []
    )
    for phone in phones:
        phone.close()
    return [*rows, Row("T17", f"… a tap or a page, p95, {game}", percentile(taken, 0.95), "ms")]


def rows(quick: bool = False) -> list[Row]:
    """The report's rows; a quick run looks at the beginning of one evening."""
    evenings = {game: recorded(game) for game in list(GAMES)[: 1 if quick else None]}
    if quick:
        evenings = {
            game: replace(evening, asked=evening.asked[:QUICK])
            for game, evening in evenings.items()
        }
    with application() as app:
        found = [row for game, evening in evenings.items() for row in inside(app, game, evening)]
    with scratch() as folder, serving(folder) as server:
        return found + [
            row for game, evening in evenings.items() for row in served(server, game, evening)
        ]
