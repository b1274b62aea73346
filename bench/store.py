"""How fast entries become durable: the store beside a bare SQLite append.

The floor is what one would write without a store: one connection, one lock, one row per
transaction, WAL with a sync at every commit. Both are measured in turns within one run, on the
same disk, with the same threads; only the ratio of two neighbours means anything.
Run it as `python -m bench.store`.
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from referee.store import Store
from referee.store.values import NewEvent

PRODUCERS = 16
ROUNDS = 5
SECONDS = 1.0

DATA = {"cards": ["QS", "QH", "QD", "7C", "7S"], "meld": "lawyer", "points": 25}
TEXT = '{"cards":["QS","QH","QD","7C","7S"],"meld":"lawyer","points":25}'

Append = Callable[[int, int], None]
"""Adds one entry: the producer's number, and how many it has added before."""


def measure(append: Append, done: list[int]) -> tuple[float, list[float]]:
    """Let every producer append for a while; return entries per second and each one's seconds.

    `done` holds how many entries each producer has added, and is carried on.
    """
    latencies: list[list[float]] = [[] for _ in range(PRODUCERS)]
    gate = threading.Barrier(PRODUCERS + 1)

    def produce(producer: int) -> None:
        mine = latencies[producer]
        gate.wait()
        end = time.perf_counter() + SECONDS
        while (start := time.perf_counter()) < end:
            append(producer, done[producer])
            done[producer] += 1
            mine.append(time.perf_counter() - start)

    threads = [threading.Thread(target=produce, args=(number,)) for number in range(PRODUCERS)]
    for thread in threads:
        thread.start()
    gate.wait()
    start = time.perf_counter()
    for thread in threads:
        thread.join()
    every = sorted(latency for mine in latencies for latency in mine)
    return len(every) / (time.perf_counter() - start), every


def bare_append(connection: sqlite3.Connection) -> Append:
    """Return the floor: an INSERT in a transaction of its own, behind one lock."""
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(
        "CREATE TABLE event (table_id INTEGER, seq INTEGER, type TEXT, seat TEXT, kind TEXT, data"
        " TEXT, at REAL, key TEXT, PRIMARY KEY (table_id, seq), UNIQUE (table_id, key))"
    )
    lock = threading.Lock()

    def append(producer: int, done: int) -> None:
        row = (producer, done, "move", "s1", "meld", TEXT, time.time(), f"key-{producer}-{done}")
        with lock:
            connection.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)

    return append


def store_append(store: Store) -> Append:
    """Return the store's own append, one table per producer, as a room full of tables has."""
    seats = [("s1", "Ann", None), ("s2", "Bo", None)]
    tables = [store.create_table("bench", NewEvent("start"), seats).id for _ in range(PRODUCERS)]

    def append(producer: int, done: int) -> None:
        event = NewEvent("move", "s1", "meld", DATA, by="ann")
        store.append(tables[producer], done + 1, [event], f"key-{producer}-{done}")

    return append


def percentile(ordered: list[float], share: float) -> float:
    """Return a percentile of sorted seconds, in milliseconds."""
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def compare(ways: dict[str, Append]) -> dict[str, list[tuple[float, float, float]]]:
    """Return entries per second, p50 and p99 of every way in every round, the ways in turns."""
    done = {name: [0] * PRODUCERS for name in ways}
    found: dict[str, list[tuple[float, float, float]]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, append in ways.items():
            rate, latencies = measure(append, done[name])
            found[name].append((rate, percentile(latencies, 0.5), percentile(latencies, 0.99)))
    return found


def show(found: dict[str, list[tuple[float, float, float]]]) -> None:
    """Print the medians of all rounds, and the median of the ratios of neighbours."""
    print(f"{PRODUCERS} producers, {ROUNDS} rounds of {SECONDS:g} s in turns, medians")
    print(f"{'':12} {'append':>20} {'floor':>10} {'ratio':>7}")
    for column, name in enumerate(("entries/s", "p50 ms", "p99 ms")):
        ours = [row[column] for row in found["store"]]
        floor = [row[column] for row in found["floor"]]
        ratio = statistics.median(a / b for a, b in zip(ours, floor, strict=True))
        digits = 0 if column == 0 else 2
        print(
            f"{name:12} {statistics.median(ours):20,.{digits}f}"
            f" {statistics.median(floor):10,.{digits}f} {ratio:7.2f}"
        )


def main() -> None:
    """Measure in a directory beside the project, as a temporary one may lie in memory."""
    with tempfile.TemporaryDirectory(dir=".", prefix=".bench-") as directory:
        path = Path(directory)
        floor = sqlite3.connect(path / "floor.db", isolation_level=None, check_same_thread=False)
        with closing(floor), Store(path / "store.db") as store:
            show(compare({"floor": bare_append(floor), "store": store_append(store)}))


if __name__ == "__main__":
    main()
