"""Being told of revisions: at once, in order, of one's own table only, and let go at the end."""

from __future__ import annotations

import threading
import time

import pytest

from referee.event import Event
from referee.store import Store
from referee.store.errors import StoreClosed
from referee.store.values import TableRow
from tests.support.listener import Listener

NOTE = Event(0, "note")


def test_an_entry_is_told_to_everybody_at_its_table_before_its_own_reply(
    store: Store, table: TableRow
) -> None:
    listeners = [Listener(store, table.id) for _ in range(20)]
    store.append(table.id, 1, [NOTE, NOTE], "k")
    assert [one.told for one in listeners] == [[3]] * 20
    for one in listeners:
        one.leave()
    assert store._subscriptions._rooms == {}


def test_who_has_left_is_told_nothing_more(store: Store, table: TableRow) -> None:
    gone, stays = Listener(store, table.id), Listener(store, table.id)
    gone.leave()
    gone.leave()
    store.append(table.id, 1, [NOTE], "k")
    assert (gone.told, stays.told) == ([], [2])
    stays.leave()
    later = Listener(store, table.id)
    stays.leave()
    store.append(table.id, 2, [NOTE], "l")
    assert later.told == [3], "who left long ago takes nobody else along"


def test_this_process_is_not_polled_for_and_tells_each_revision_once(
    store: Store, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    listener = Listener(store, table.id)
    store.append(table.id, 1, [NOTE], "k")
    time.sleep(0.2)
    assert listener.told == [2], "what the watcher finds after it is known already"
    monkeypatch.setattr(store._subscriptions, "_look_once", lambda db, version: version)
    store.append(table.id, 2, [NOTE], "l")
    assert listener.told == [2, 3]


def test_an_entry_elsewhere_is_told_to_nobody(store: Store, table: TableRow) -> None:
    other = store.create_table("chief", NOTE, [("s1", "Ann", None)])
    listener = Listener(store, table.id)
    store.append(other.id, 1, [NOTE], "k")
    time.sleep(0.15)
    assert listener.told == []


def test_entries_of_many_threads_are_told_in_order(store: Store, table: TableRow) -> None:
    tables = [table, store.create_table("chief", NOTE, [("s1", "Ann", None)])]
    listeners = [Listener(store, one.id) for one in tables for _ in range(3)]

    def enter(table_id: int) -> None:
        for number in range(100):
            store.append(table_id, 1 + number, [NOTE], f"k{number}")

    entering = [threading.Thread(target=enter, args=(one.id,)) for one in tables]
    for thread in entering:
        thread.start()
    for thread in entering:
        thread.join(20)
    for listener in listeners:
        assert listener.until(101) == sorted(set(listener.told))


def test_wake_all_tells_everybody_that_nothing_more_may_come(store: Store, table: TableRow) -> None:
    listeners = [Listener(store, table.id) for _ in range(5)]
    store.wake_all()
    assert [one.told for one in listeners] == [[0]] * 5


def test_closing_tells_all_that_listen_and_refuses_more(store: Store, table: TableRow) -> None:
    listeners = [Listener(store, table.id) for _ in range(1000)]
    store.close()
    assert [one.told for one in listeners] == [[0]] * 1000
    with pytest.raises(StoreClosed):
        store.listen(table.id, print)


def test_nobody_listening_means_no_polling(
    store: Store, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[object] = []
    look = store._subscriptions._look_once
    monkeypatch.setattr(
        store._subscriptions,
        "_look_once",
        lambda db, version: looks.append(version) or look(db, version),
    )
    time.sleep(0.2)
    assert looks == []
    listener = Listener(store, table.id)
    time.sleep(0.3)
    assert 1 <= len(looks) <= 8
    listener.leave()
    time.sleep(0.1)
    before = len(looks)
    time.sleep(0.2)
    assert len(looks) == before
