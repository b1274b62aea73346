"""Several processes at one file: nothing lost, seen across, and clear words when it is busy."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from referee.event import Event
from referee.store import Store
from referee.store.errors import StoreBusy
from referee.store.values import TableRow
from tests.store.store_processes import append_many, append_until_killed, hold_lock, open_and_create
from tests.support.listener import Listener

SPAWN = multiprocessing.get_context("spawn")


@contextmanager
def process(target: Callable[..., None], *args: Any) -> Iterator[tuple[Any, Connection]]:
    """Run a function in a new process with one end of a pipe as its last argument."""
    ours, theirs = SPAWN.Pipe()
    running = SPAWN.Process(target=target, args=(*args, theirs), daemon=True)
    running.start()
    theirs.close()
    try:
        yield running, ours
    finally:
        running.kill()
        running.join()
        running.close()
        ours.close()


def test_two_processes_write_and_a_third_sees_each(
    path: Path, store: Store, table: TableRow
) -> None:
    listener = Listener(store, table.id)
    with (
        process(append_many, path, table.id, "left", 60) as (left, to_left),
        process(append_many, path, table.id, "right", 60) as (right, to_right),
    ):
        assert (to_left.recv(), to_right.recv()) == ("ready", "ready")
        to_left.send("go")
        to_right.send("go")
        listener.until(121)
        left.join(10)
        right.join(10)
        assert (left.exitcode, right.exitcode) == (0, 0)
    events = store.events(table.id)
    assert [event.seq for event in events] == list(range(1, 122))
    for name in ("left", "right"):
        assert [event.data["number"] for event in events[1:] if event.data["who"] == name] == list(
            range(60)
        )


def test_a_killed_process_loses_nothing_it_acknowledged(
    path: Path, store: Store, table: TableRow
) -> None:
    store.close()
    with process(append_until_killed, path, table.id) as (running, acknowledged):
        told = 0
        while told < 200:
            told = acknowledged.recv()
        running.kill()
        running.join()
        while acknowledged.poll():
            try:
                told = acknowledged.recv()
            except EOFError:
                break
    with Store(path) as again:
        events = again.events(table.id)
        assert len(events) >= told
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert [event.data["number"] for event in events[1:]] == list(range(len(events) - 1))
        assert (
            again.append(table.id, len(events), [Event(0, "note")], "after").last == len(events) + 1
        )


def test_processes_that_create_the_file_together_all_succeed(path: Path) -> None:
    with (
        process(open_and_create, path) as (_, one),
        process(open_and_create, path) as (_, two),
        process(open_and_create, path) as (_, three),
    ):
        for pipe in (one, two, three):
            pipe.send("go")
        assert sorted(pipe.recv() for pipe in (one, two, three)) == [1, 2, 3]


def test_a_lock_that_is_held_too_long_is_named_and_harms_nothing(
    path: Path, store: Store, table: TableRow
) -> None:
    with Store(path, busy_timeout=0.2) as hasty, process(hold_lock, path) as (_, orders):
        assert orders.recv() == "held"
        for _ in range(2):
            with pytest.raises(StoreBusy, match=r"0\.2 seconds"):
                hasty.append(table.id, 1, [Event(0, "note")], "k")
        assert hasty.head(table.id) == 1
        orders.send("let go")
        assert store.append(table.id, 1, [Event(0, "note")], "k").last == 2
        assert hasty.append(table.id, 2, [Event(0, "note")], "k2").last == 3


def test_a_lock_that_is_let_go_in_time_is_waited_for(
    path: Path, store: Store, table: TableRow
) -> None:
    with process(hold_lock, path) as (_, orders):
        assert orders.recv() == "held"
        Thread(target=lambda: (time.sleep(0.3), orders.send("let go"))).start()
        assert store.append(table.id, 1, [Event(0, "note")], "k").last == 2
