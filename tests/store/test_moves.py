"""Games that were moved away: what they take, and as what they come back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.event import Event
from referee.store import Store
from referee.store.errors import GameMoved, Unknown
from referee.store.symbols import INKS, SHAPES, Sign
from referee.store.values import NewRecord, TableRow

PLACE = "https://referee.example.org/bring/here"
SIGNS = tuple(Sign(shape, INKS[0]) for shape in SHAPES)
RECORD = NewRecord(
    uid="0" * 32,
    game="indian-chief",
    seats=(("s1", "Ann"), ("s2", "Bo")),
    people=(("Ann", SIGNS[0]), ("Bo", SIGNS[1])),
    sitting=(0, 1),
    events=(Event(1, "start", data={"seats": ["s1", "s2"]}), Event(2, "move", "s1", "lawyer")),
)
LATER = replace(RECORD, events=(*RECORD.events, Event(3, "move", "s2", "lawyer")))
MOVE = [Event(0, "move", "s2", "lawyer")]


@pytest.fixture
def table(store: Store) -> TableRow:
    return store.import_record(RECORD)[0]


def test_it_takes_nothing_until_it_is_reopened(store: Store, table: TableRow) -> None:
    store.append(table.id, 2, MOVE, "before")
    store.depart(table.id, PLACE, "CODE")
    with pytest.raises(GameMoved):
        store.append(table.id, 3, MOVE, "later")
    with pytest.raises(GameMoved):
        store.announce(table.id, (Event(0, "closed"), "end"))
    assert store.append(table.id, 2, MOVE, "before").repeated
    assert store.head(table.id) == 3
    assert set(store.away([table.id, 99])) == {table.id}
    store.reopen(table.id)
    assert store.append(table.id, 3, MOVE, "later").last == 4
    assert store.away([table.id]) == {}


def test_it_leaves_once(store: Store, table: TableRow) -> None:
    store.depart(table.id, PLACE, "CODE")
    first = store.departure(table.id)
    for place in ("", "https://other.example/bring/here"):
        with pytest.raises(GameMoved):
            store.depart(table.id, place)
    assert store.departure(table.id) == first


def test_whoever_listens_hears_that_it_left_and_that_it_is_reopened(
    store: Store, table: TableRow
) -> None:
    heard: list[int] = []
    store.listen(table.id, heard.append)
    store.depart(table.id, PLACE, "CODE")
    store.reopen(table.id)
    store.append(table.id, 2, MOVE, "later")
    assert heard.count(0) == 2
    assert heard[-1] == 3


def test_the_same_place_is_told_the_same_key(store: Store, table: TableRow) -> None:
    keys = []
    for place in (PLACE, PLACE, f"{PLACE}2"):
        store.depart(table.id, place, "CODE")
        found = store.departure(table.id)
        assert found
        keys.append(found.key)
        store.reopen(table.id)
    assert keys[0] == keys[1] != keys[2]


def test_an_answer_ends_the_code(store: Store, table: TableRow) -> None:
    with pytest.raises(Unknown):
        store.settle_move(table.id, "token", 0)
    store.depart(table.id, "")
    with pytest.raises(Unknown):
        store.settle_move(table.id, "token", 0)
    store.reopen(table.id)
    store.depart(table.id, PLACE, "CODE")
    store.settle_move(table.id, "token", 2)
    found = store.departure(table.id)
    assert found
    assert (found.code, found.link, found.missing, found.reopened) == ("", "token", 2, False)


def test_one_key_brings_one_game(store: Store) -> None:
    first = store.arrive(RECORD, "key")
    assert first
    assert store.arrive(RECORD, "key") == first == store.arrived("key")
    assert store.arrive(RECORD, "other") is None
    assert len(store.table_ids()) == 1


def test_it_comes_back_as_a_new_table_of_its_group(store: Store, table: TableRow) -> None:
    store.depart(table.id, PLACE, "CODE")
    assert store.import_record(LATER) == (table, False)
    newer, is_new = store.import_record(LATER, returns=True)
    assert is_new
    assert (newer.uid, newer.group_id) == (RECORD.uid, table.group_id)
    assert [row.name for row in store.everybody(table.group_id)] == ["Ann", "Bo"]
    older, again = store.departure(table.id), store.departure(newer.id)
    assert older
    assert again
    assert older.back_id == newer.id
    assert (again.key, again.place, again.reopened) == (older.key, PLACE, True)
    assert store.table(table.id).uid not in ("", RECORD.uid)
    assert store.import_record(LATER, returns=True) == (newer, False)


def test_by_its_key_it_comes_back_where_it_was(store: Store) -> None:
    first = store.arrive(RECORD, "key")
    assert first
    store.depart(first.id, "")
    assert store.arrive(LATER, "other") is None
    second = store.arrive(LATER, "key")
    assert second
    assert second.id != first.id
    assert store.arrived("key") == second
    assert store.head(second.id) == 3
