"""What other processes do in the tests; at the top of a module, where spawn can find it."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path

from referee.event import Event
from referee.store import Store
from referee.store.errors import Stale


def append_retrying(store: Store, table_id: int, name: str, times: int) -> None:
    """Append `times` events, each as often as it takes until nobody was faster."""
    for number in range(times):
        while True:
            with suppress(Stale):
                event = Event(0, "note", data={"who": name, "number": number})
                store.append(table_id, store.head(table_id), [event], f"{name}-{number}")
                break


def append_many(path: Path, table_id: int, name: str, times: int, ready: Connection) -> None:
    """Open the store, say so, wait for the word, and append."""
    with Store(path, busy_timeout=30) as store:
        ready.send("ready")
        ready.recv()
        append_retrying(store, table_id, name, times)


def append_until_killed(path: Path, table_id: int, acknowledged: Connection) -> None:
    """Append without end, and tell each revision once the store has acknowledged it."""
    with Store(path) as store:
        for number in count():
            event = Event(0, "note", data={"number": number})
            done = store.append(table_id, number + 1, [event], f"key-{number}")
            acknowledged.send(done.last)


def open_and_create(path: Path, answers: Connection) -> None:
    """Open a store at the same moment as others do, and make a table."""
    answers.recv()
    with Store(path) as store:
        answers.send(store.create_table("chief", Event(0, "start"), [("s1", "Ann", None)]).id)


def hold_lock(path: Path, orders: Connection) -> None:
    """Take the write lock, say so, and keep it until told to let go."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        orders.send("held")
        orders.recv()
        connection.execute("ROLLBACK")
