"""Entries: how many the store makes durable each second, and how soon a form and its page come to
sixteen phones at sixteen tables.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from bench import store as storing
from bench.client import load
from bench.play import FRAGMENT, FloorPhone, Phone
from bench.report import Row, against, percentile
from bench.server import FLOOR, Server, scratch, serving
from referee.games import GAMES
from referee.store import Store

AnyPhone = TypeVar("AnyPhone", bound=Phone)

PHONES = 16
SEATS = 4
ROUNDS = 5
SECONDS = 1.0
MOST_EACH = 120
"""More entries than one phone makes in a round; tables for them are opened before."""


def phones(kind: type[AnyPhone], server: Server) -> list[AnyPhone]:
    """Sixteen phones, shared out over the games."""
    games = sorted(GAMES)
    return [kind(server.port, games[at % len(games)], SEATS, at) for at in range(PHONES)]


def compare(
    floor: Sequence[Phone],
    ours: Sequence[Phone],
    enter: Callable[[Phone], object],
    rounds: int = ROUNDS,
) -> list[tuple[list[float], list[float]]]:
    """Entries per second and p99 in milliseconds of both, by turns."""
    found: list[tuple[list[float], list[float]]] = [([], []), ([], [])]
    for _ in range(rounds):
        for side, group in enumerate((floor, ours)):
            for phone in group:
                phone.prepare(MOST_EACH)
            rate, taken = load([lambda phone=phone: enter(phone) for phone in group], SECONDS)  # type: ignore[misc]
            found[side][0].append(rate)
            found[side][1].append(1000 * percentile(taken, 0.99))
    return found


def served_rows() -> list[Row]:
    """What a tap comes to over HTTP: the form, and the page part that follows."""
    with (
        scratch() as folder,
        serving(folder / "ours") as app,
        serving(folder / "floor", FLOOR) as bare,
    ):
        ours, floor = phones(Phone, app), phones(FloorPhone, bare)
        for phone, other in zip(ours, floor, strict=True):
            other.size = len(phone.client.get(f"/t/{phone.open_table()}", FRAGMENT).body)
        bare_way, our_way = compare(floor, ours, lambda phone: phone.enter_form())
    return [
        against("T14", "form, then the page, per second", our_way[0], bare_way[0], "/s", least=0.6),
        against("T14", "… p99", our_way[1], bare_way[1], "ms"),
    ]


def bare_connection(folder: Path) -> sqlite3.Connection:
    """A connection that commits by itself."""
    return sqlite3.connect(folder / "floor.db", isolation_level=None, check_same_thread=False)


def store_rows() -> list[Row]:
    """The store alone, without HTTP."""
    with (
        scratch() as folder,
        closing(bare_connection(folder)) as floor,
        Store(folder / "store.db") as store,
    ):
        found = storing.compare(
            {"floor": storing.bare_append(floor), "store": storing.store_append(store)}
        )
    ours, bare = (list(zip(*found[name], strict=True)) for name in ("store", "floor"))
    return [
        against("T1", "entries/s, store alone", ours[0], bare[0], "/s", least=0.75),
        against("T2", "p99 of an entry, store alone", ours[2], bare[2], "ms", most=1.5),
    ]


def rows(quick: bool = False) -> list[Row]:
    """The report's rows."""
    return store_rows() + served_rows()
