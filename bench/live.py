"""Live: entries while a thousand phones wait, how soon a table's phones are told, and what a
waiting phone costs.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from bench import process
from bench.entries import SECONDS, compare, phones
from bench.play import Phone, script
from bench.report import Row, against, percentile
from bench.server import Server, scratch, serving
from bench.streams import Listener, listening, until_told
from referee.games import GAMES
from referee.store import Store
from referee.store.values import NewEvent

AT_A_TABLE = 8
GAME = next(iter(GAMES))
LONG_GAME = next(game for game in ("pyramid", GAME) if game in GAMES)
SEATS = 4


@dataclass(frozen=True)
class Size:
    """How much is measured: tables of eight waiting phones, entries that are timed, seconds of
    idleness, rounds of entering.
    """

    tables: int
    entries: int
    idle: float
    rounds: int

    @property
    def streams(self) -> int:
        """How many phones wait."""
        return self.tables * AT_A_TABLE


WHOLE, QUICK = Size(125, 100, 30.0, 9), Size(3, 4, 0.2, 1)


@contextmanager
def crowd(server: Server, size: Size) -> Iterator[float]:
    """Phones that wait at tables where nothing happens; the KiB that one of them takes of the
    server's memory.

    Those of the first table do not count, as they wake what all share.
    """
    phone = Phone(server.port, GAME, SEATS)
    first, *others = [phone.open_table() for _ in range(size.tables)]
    with listening(server.port, phone, [first], AT_A_TABLE):
        before = process.memory(server) if process.KNOWN else 0.0
        with listening(server.port, phone, others, AT_A_TABLE):
            after = process.memory(server) if process.KNOWN else 0.0
            yield (after - before) / (len(others) * AT_A_TABLE)


def keeping(server: Server, size: Size, each: float) -> list[Row]:
    """T5: the memory of a waiting phone, and how busy a core is with all of them."""
    if not process.KNOWN:
        return []
    before = process.processor(server)
    time.sleep(size.idle)
    share = 100 * (process.processor(server) - before) / size.idle
    return [
        Row("T5", "memory of a waiting phone", each, "KiB", most=105),
        Row("T5", f"{size.streams} waiting phones, of a core", share, "%", most=1),
    ]


def entering(crowded: Server, empty: Server, size: Size) -> list[Row]:
    """T3: entries where many phones wait at other tables, beside entries where none does."""
    used = [process.processor(server) for server in (empty, crowded)] if process.KNOWN else []
    found = compare(
        phones(Phone, empty), phones(Phone, crowded), lambda phone: phone.enter_json(), size.rounds
    )
    rows = [
        against(
            "T3",
            f"entries/s, API, {size.streams} streams open beside none",
            found[1][0],
            found[0][0],
            "/s",
            least=0.75,
        )
    ]
    if used:
        # Both were told to do the same for the same time, so the entries made are as the rates are.
        each = [
            1000 * (process.processor(server) - before) / sum(rates) / SECONDS
            for server, before, (rates, _) in zip((empty, crowded), used, found, strict=True)
        ]
        rows.append(
            against(
                "T3", "… processor per entry, with what opens the tables", each[1:], each[:1], "ms"
            )
        )
    return rows


def tell(
    phone: Phone, listeners: Sequence[Listener], entries: int
) -> tuple[list[float], list[float]]:
    """Milliseconds from each entry to the last phone that is told, and to the entry's own reply."""
    last, reply = [], []
    for _ in range(entries):
        began = time.perf_counter()
        revision = phone.begin_json()
        moments = until_told(listeners, revision, phone.client.socket)
        phone.finish_json()
        reply.append(1000 * (moments.pop(phone.client.socket) - began))
        last.append(1000 * (max(moments.values()) - began))
    return last, reply


def telling(server: Server, size: Size) -> list[Row]:
    """T4: entries at one table, told to its five or eight phones while many wait at others."""
    rows = []
    for many in (5, AT_A_TABLE):
        last, reply = tell_all(server, many, size.entries)
        if many == 5:
            rows.append(
                against(
                    "T4",
                    f"entry to the last of {many} phones beside its reply, {size.streams} open",
                    last,
                    reply,
                    "ms",
                    most=1.2,
                )
            )
        rows.append(Row("T4", f"… to the last of {many}, p50", statistics.median(last), "ms"))
        rows.append(
            Row("T4", f"… to the last of {many}, p99", percentile(last, 0.99), "ms", most=300)
        )
    return rows


def telling_everybody(server: Server, size: Size) -> list[Row]:
    """T4: all of those phones at one table."""
    last, reply = tell_all(server, size.streams, max(size.entries // 10, 1))
    return [
        Row(
            "T4",
            f"entry to the last of {size.streams} phones at one table, median",
            statistics.median(last),
            "ms",
        ),
        Row("T4", "… to its own reply, median", statistics.median(reply), "ms"),
    ]


def tell_all(server: Server, many: int, entries: int) -> tuple[list[float], list[float]]:
    """``tell`` at one table with so many phones, of a game that lasts so long."""
    seed = next(seed for seed in count() if len(script(LONG_GAME, SEATS, seed)) >= entries)
    phone = Phone(server.port, LONG_GAME, SEATS, seed)
    with listening(server.port, phone, [phone.open_table()], many) as listeners:
        return tell(phone, listeners, entries)


def telling_from_elsewhere(server: Server, database: Path, size: Size) -> list[Row]:
    """T4: an entry that another process stores, found by asking SQLite every 50 ms whether anything
    changed.
    """
    phone = Phone(server.port, GAME, SEATS)
    code = phone.open_table()
    taken = []
    chance = random.Random(4)
    with Store(database) as store, listening(server.port, phone, [code], AT_A_TABLE) as listeners:
        table = store.table_by_code(code)
        for revision in range(2, size.entries + 2):
            time.sleep(chance.uniform(0, 0.05))
            began = time.perf_counter()
            store.append(table.id, revision - 1, [NewEvent("note")], f"elsewhere-{revision}")
            taken.append(1000 * (max(until_told(listeners, revision).values()) - began))
    what = f"another process' entry to the last of {AT_A_TABLE}"
    return [
        Row("T4", f"{what}, p50", statistics.median(taken), "ms"),
        Row("T4", "… p99", percentile(taken, 0.99), "ms"),
    ]


def rows(quick: bool = False) -> list[Row]:
    """The report's rows."""
    size = QUICK if quick else WHOLE
    with (
        scratch() as folder,
        serving(folder / "crowded") as crowded,
        serving(folder / "empty") as empty,
        crowd(crowded, size) as each,
    ):
        return [
            *keeping(crowded, size, each),
            *entering(crowded, empty, size),
            *telling(crowded, size),
            *telling_from_elsewhere(crowded, folder / "crowded" / "referee.db", size),
            *telling_everybody(empty, size),
        ]
