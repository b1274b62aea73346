"""Pages: how fast the table page comes, and how much a phone has to load."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from bench.client import Client, load
from bench.play import Phone, expect
from bench.report import Row, against
from bench.server import FLOOR, scratch, serving
from referee.games import GAMES
from tests.support.first_load import COMPRESSED, first_load, squeezed

SEATS = 4
CLIENTS = 4
ROUNDS = 5
SECONDS = 0.6
ENTRIES_BEFORE = 9
"""So many entries stand when the page is measured: a table in its third round."""


def weigh(phone: Phone, code: str, game: str) -> list[Row]:
    """What a first visit and an entry's answer weigh."""
    path = f"/t/{code}?go=1"
    parts = first_load(partial(fetched, phone.client), path)
    answer = phone.enter_form(COMPRESSED)
    return [
        Row(
            "T9",
            f"first load, {len(parts)} files, {game}",
            sum(parts.values()) / 1000,
            "kB",
            most=30,
        ),
        Row(
            "T9",
            f"entry's answer, {game}",
            squeezed(answer.body, answer.header("content-encoding")) / 1000,
            "kB",
            most=6,
        ),
    ]


def fetched(client: Client, path: str, headers: Mapping[str, str]) -> tuple[bytes, str]:
    """The body of an answer as it came, and how it is encoded."""
    answer = expect(client.get(path, headers), 200)
    return answer.body, answer.header("content-encoding")


def speed(phone: Phone, port: int, floor_port: int, code: str, game: str, rounds: int) -> Row:
    """The table page beside a bare page of its size, by turns."""
    path = f"/t/{code}?go=1"
    size = len(expect(phone.client.get(path), 200).body)
    floor = [Client(floor_port) for _ in range(CLIENTS)]
    ours = [phone.sibling(port) for _ in range(CLIENTS)]
    rates = by_turns(
        (ours, lambda client: expect(client.get(path), 200)),
        (floor, lambda client: expect(client.get(f"/page/{size}"), 200)),
        rounds=rounds,
    )
    return against(
        "T8",
        f"table page of {size / 1000:.0f} kB beside a bare page of its size, {game}",
        *rates,
        unit="/s",
    )


def by_turns(
    *ways: tuple[list[Client], Callable[[Client], object]], rounds: int
) -> list[list[float]]:
    """How often per second each way is done by its clients, in each round."""
    rates: list[list[float]] = [[] for _ in ways]
    for _ in range(rounds):
        for found, (clients, ask) in zip(rates, ways, strict=True):
            found.append(load([partial(ask, client) for client in clients], SECONDS)[0])
    return rates


def rows(quick: bool = False) -> list[Row]:
    """The report's rows; a quick run looks at one game."""
    found = []
    rounds = 1 if quick else ROUNDS
    with (
        scratch() as folder,
        serving(folder / "ours") as app,
        serving(folder / "floor", FLOOR) as bare,
    ):
        for game in list(GAMES)[: 1 if quick else None]:
            phone = Phone(app.port, game, SEATS)
            code = phone.open_table()
            # A game may be short; an entry is to be left whose answer is weighed.
            for _ in range(min(ENTRIES_BEFORE, phone.left - 2)):
                phone.enter_json()
            found.append(speed(phone, app.port, bare.port, code, game, rounds))
            found += weigh(phone, code, game)
    return found
