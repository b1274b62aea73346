"""What a group ruled, read from the logs of its tables."""

from __future__ import annotations

import pytest

from referee.store import Store
from referee.store.errors import Unknown, Unstorable
from referee.store.values import NewEvent, TableRow
from tests.store.conftest import Clock


def rule(store: Store, table: TableRow, option: str, value: str) -> None:
    store.append(table.id, store.head(table.id), [NewEvent("ruling", data={"option": option, "value": value})], f"k-{value}")


def test_the_newest_ruling_on_each_point_comes_from_all_tables_of_the_group_and_game_in_order(store: Store, table: TableRow, clock: Clock) -> None:
    seats, start = [("s1", "Ann", None), ("s2", "Bo", None)], NewEvent("start", data={})
    second = store.create_table("chief", start, seats, group_id=table.group_id)
    other_game = store.create_table("dates", start, seats, group_id=table.group_id)
    other_group = store.create_table("chief", start, seats)
    rulings = [(second, "b"), (table, "a"), (other_game, "x"), (other_group, "y"), (second, "c"), (table, "b2")]
    for at, (where, value) in enumerate(rulings):
        clock.now += at
        rule(store, where, value[0], value)
    assert [event.data["value"] for event in store.rulings(table.group_id, "chief")] == ["a", "c", "b2"]
    store.append(table.id, store.head(table.id), [NewEvent("ruling", data={"clause": "XY-1"}), NewEvent("ruling", data={"clause": "XY-1"})], "k")
    assert [event.seq for event in store.rulings(table.group_id, "chief")][-1] == store.head(table.id)
    assert len(store.rulings(table.group_id, "chief")) == 4


def test_a_group_that_ruled_nothing_has_none(store: Store, table: TableRow) -> None:
    assert store.rulings(table.group_id, "chief") == ()


def test_a_group_is_called_by_its_name_or_by_none(store: Store, table: TableRow) -> None:
    assert store.group(table.group_id).name == ""
    store.rename_group(table.group_id, "Friday table")
    assert store.group_by_link(store.group(table.group_id).link).name == "Friday table"
    with pytest.raises(Unstorable):
        store.rename_group(table.group_id, " ")
    with pytest.raises(Unknown):
        store.rename_group(table.group_id + 9, "Nobody's")
    store.rename_group(table.group_id, "")
    assert store.group(table.group_id).name == ""
