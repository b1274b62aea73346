"""Appending: the head check, batches, idempotency, and many threads at one table."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from referee.event import Event
from referee.store import FIRST_KEY, Store
from referee.store.errors import Stale, StoreFailed, Unknown, Unstorable
from referee.store.values import Appended, TableRow
from tests.store.store_processes import append_retrying

MOVE = Event(0, "move", "s1", "meld", {"cards": ["QS"]}, ("IC-12", "IC-29"), "we agreed", "ann")


def at_once(jobs: list[Callable[[], object]]) -> list[object]:
    """Run all jobs in threads that start together; return their results in order."""
    gate = threading.Barrier(len(jobs))

    def run(job: Callable[[], object]) -> object:
        gate.wait()
        return job()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def test_an_event_comes_back_as_it_was_given(store: Store, table: TableRow, clock) -> None:
    clock.now += 60
    assert store.append(table.id, 1, [MOVE], "k") == Appended(2, 2, repeated=False)
    assert store.events(table.id, after=1) == (replace(MOVE, seq=2, at=1_800_000_060.0),)


def test_the_first_event_is_revision_1(store: Store, table: TableRow) -> None:
    (event,) = store.events(table.id)
    assert event == Event(1, "start", data={"edition": "page"}, at=event.at)


@pytest.mark.parametrize("seen", [1, 7])
def test_a_stale_append_names_the_head_and_writes_nothing(
    store: Store, table: TableRow, seen: int
) -> None:
    """One from the future is stale too."""
    store.append(table.id, 1, [MOVE, MOVE], "k")
    with pytest.raises(Stale) as stale:
        store.append(table.id, seen, [MOVE], "other")
    assert stale.value.head == 3
    assert store.head(table.id) == 3


def test_a_used_key_gives_the_first_result_however_stale(store: Store, table: TableRow) -> None:
    first = store.append(table.id, 1, [MOVE, MOVE, MOVE], "k")
    store.append(table.id, 4, [MOVE], "later")
    for seen in (1, 4, 5, 99):
        again = store.append(table.id, seen, [MOVE, MOVE, MOVE], "k")
        assert again == Appended(first.first, first.last, repeated=True)
    assert store.head(table.id) == 5


def test_keys_are_a_tables_own_and_one_may_begin_another(store: Store, table: TableRow) -> None:
    other = store.create_table("chief", Event(0, "start"), [("s1", "Ann", None)])
    assert not store.append(table.id, 1, [MOVE], "k").repeated
    assert not store.append(other.id, 1, [MOVE], "k").repeated
    assert not store.append(table.id, 2, [MOVE], "k$").repeated
    assert not store.append(table.id, 3, [MOVE], "k1").repeated
    assert store.append(table.id, 4, [MOVE], "k") == Appended(2, 2, repeated=True)


@pytest.mark.parametrize("key", ["", "a#0"])
def test_a_key_that_would_mix_with_others_is_refused(
    store: Store, table: TableRow, key: str
) -> None:
    with pytest.raises(Unstorable) as refused:
        store.append(table.id, 1, [MOVE], key)
    assert refused.value.what == "key"


def test_a_batch_is_all_or_nothing(store: Store, table: TableRow) -> None:
    # The third event's key is taken, which no submission brings about: the first two must go.
    store.append(table.id, 1, [MOVE], "k")
    store._write(
        lambda db: db.execute(
            "INSERT INTO event (table_id, seq, type, data, at, key) VALUES (?, 3, 'x', '{}', 0,"
            " 'batch#2')",
            (table.id,),
        )
    )
    with pytest.raises(StoreFailed):
        store.append(table.id, 3, [MOVE, MOVE, MOVE], "batch")
    asked = "SELECT key FROM event WHERE table_id = ? ORDER BY seq"
    keys = store._read(lambda db: db.execute(asked, (table.id,)).fetchall())
    assert keys == [(f"{FIRST_KEY}#0",), ("k#0",), ("batch#2",)]


@pytest.mark.parametrize("batch", [[], [MOVE, Event(0, "move", data={"x": float("nan")})]])
def test_a_batch_that_is_empty_or_has_one_bad_event_leaves_nothing(
    store: Store, table: TableRow, batch: list[Event]
) -> None:
    with pytest.raises(Unstorable):
        store.append(table.id, 1, batch, "k")
    assert store.head(table.id) == 1


def test_unknown_tables_are_named(store: Store) -> None:
    for ask in (
        lambda: store.append(77, 0, [MOVE], "k"),
        lambda: store.append(77, 5, [MOVE], "k"),
        lambda: store.head(77),
        lambda: store.events(77),
    ):
        with pytest.raises(Unknown, match="table"):
            ask()


def test_eight_threads_at_one_table_lose_double_and_reorder_nothing(
    store: Store, table: TableRow
) -> None:
    def job(name: str) -> Callable[[], object]:
        return lambda: append_retrying(store, table.id, name, 50)

    at_once([job(f"t{number}") for number in range(8)])
    events = store.events(table.id)
    assert [event.seq for event in events] == list(range(1, 402))
    for number in range(8):
        mine = [event.data["number"] for event in events[1:] if event.data["who"] == f"t{number}"]
        assert mine == list(range(50))


def test_a_double_tap_at_the_same_moment_is_one_entry(store: Store, table: TableRow) -> None:
    for tap in range(25):
        seen = store.head(table.id)
        answers = at_once(
            [lambda s=seen, t=tap: store.append(table.id, s, [MOVE, MOVE], f"tap-{t}")] * 4
        )
        assert {(answer.first, answer.last) for answer in answers} == {(seen + 1, seen + 2)}
        assert sorted(answer.repeated for answer in answers) == [False, True, True, True]
    assert store.head(table.id) == 51


def test_entries_survive_a_restart(path: Path, store: Store, table: TableRow) -> None:
    store.append(table.id, 1, [MOVE, MOVE], "k")
    before = store.events(table.id)
    store.close()
    with Store(path) as again:
        assert again.events(table.id) == before
        assert again.append(table.id, 1, [MOVE, MOVE], "k").repeated
