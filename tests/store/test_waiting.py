"""Waiting for a revision: woken at once, by its own table only, and let go at the end."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from referee.store import Store
from referee.store.errors import StoreClosed
from referee.store.values import NewEvent, TableRow

NOTE = NewEvent("note")


def waiters(pool: ThreadPoolExecutor, store: Store, table_id: int, seen: int, many: int) -> list[Future[int]]:
    """Start threads that wait, and return once all of them do."""
    waiting = [pool.submit(store.wait, table_id, seen, 30.0) for _ in range(many)]
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        room = store._watch._rooms.get(table_id)
        if room is not None and room.waiting == many:
            return waiting
        time.sleep(0.002)
    raise AssertionError("they never came to wait")


def test_what_is_there_already_is_not_waited_for(store: Store, table: TableRow) -> None:
    store.append(table.id, 1, [NOTE, NOTE], "k")
    assert store.wait(table.id, 0, 30) == 3
    assert store.wait(table.id, 2, 30) == 3


def test_nothing_new_gives_back_what_was_seen(store: Store, table: TableRow) -> None:
    start = time.monotonic()
    assert store.wait(table.id, 1, 0.15) == 1
    assert 0.1 < time.monotonic() - start < 2


def test_an_entry_wakes_everybody_at_its_table(store: Store, table: TableRow) -> None:
    with ThreadPoolExecutor(20) as pool:
        waiting = waiters(pool, store, table.id, 1, 20)
        start = time.monotonic()
        store.append(table.id, 1, [NOTE, NOTE], "k")
        assert [answer.result(5) for answer in waiting] == [3] * 20
        assert time.monotonic() - start < 2
    assert store._watch._rooms == {}


def test_this_process_is_not_polled_for(store: Store, table: TableRow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store._watch, "_look_once", lambda version: version)
    with ThreadPoolExecutor(1) as pool:
        (waiting,) = waiters(pool, store, table.id, 1, 1)
        store.append(table.id, 1, [NOTE], "k")
        assert waiting.result(5) == 2


def test_an_entry_elsewhere_wakes_nobody(store: Store, table: TableRow) -> None:
    other = store.create_table("chief", NOTE, [("s1", "Ann", None)])
    with ThreadPoolExecutor(1) as pool:
        (waiting,) = waiters(pool, store, table.id, 1, 1)
        store.append(other.id, 1, [NOTE], "k")
        time.sleep(0.15)
        assert not waiting.done()
        store.append(table.id, 1, [NOTE], "k")
        assert waiting.result(5) == 2


def test_no_entry_falls_between_reading_and_waiting(store: Store, table: TableRow) -> None:
    seen: list[int] = []

    def follow() -> None:
        last = 1
        while last < 201:
            last = store.wait(table.id, last, 10)
            seen.append(last)

    followers = [threading.Thread(target=follow) for _ in range(3)]
    for follower in followers:
        follower.start()
    for number in range(200):
        store.append(table.id, 1 + number, [NOTE], f"k{number}")
    for follower in followers:
        follower.join(5)
        assert not follower.is_alive()
    assert seen.count(201) == 3


def test_wake_all_lets_everybody_go_with_what_they_had(store: Store, table: TableRow) -> None:
    with ThreadPoolExecutor(5) as pool:
        waiting = waiters(pool, store, table.id, 1, 5)
        store.wake_all()
        assert [answer.result(5) for answer in waiting] == [1] * 5
    assert store.wait(table.id, 0, 5) == 1


def test_closing_is_quick_with_many_waiting(store: Store, table: TableRow) -> None:
    with ThreadPoolExecutor(50) as pool:
        waiting = waiters(pool, store, table.id, 1, 50)
        start = time.monotonic()
        store.close()
        assert time.monotonic() - start < 1
        assert [answer.result(5) for answer in waiting] == [1] * 50
    with pytest.raises(StoreClosed):
        store.wait(table.id, 1, 5)


def test_nobody_waiting_means_no_polling(store: Store, table: TableRow, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[object] = []
    look = store._watch._look_once
    monkeypatch.setattr(store._watch, "_look_once", lambda version: looks.append(version) or look(version))
    time.sleep(0.2)
    assert looks == []
    store.wait(table.id, 1, 0.3)
    assert 1 <= len(looks) <= 8
    time.sleep(0.1)
    before = len(looks)
    time.sleep(0.2)
    assert len(looks) == before
