"""What a group ruled, read from the logs of its tables."""

from __future__ import annotations

from referee.store import NewEvent, Store, TableRow
from tests.store.conftest import Clock


def rule(store: Store, table: TableRow, value: str) -> None:
    store.append(table.id, store.head(table.id), [NewEvent("ruling", data={"option": "match", "value": value})], f"k-{value}")


def test_rulings_come_from_all_tables_of_the_group_and_game_in_order(store: Store, table: TableRow, clock: Clock) -> None:
    seats, start = [("s1", "Ann", None), ("s2", "Bo", None)], NewEvent("start", data={})
    second = store.create_table("chief", start, seats, group_id=table.group_id)
    other_game = store.create_table("dates", start, seats, group_id=table.group_id)
    other_group = store.create_table("chief", start, seats)
    for at, (where, value) in enumerate([(second, "b"), (table, "a"), (other_game, "x"), (other_group, "y"), (second, "c")]):
        clock.now += at
        rule(store, where, value)
    assert [event.data["value"] for event in store.rulings(table.group_id, "chief")] == ["b", "a", "c"]


def test_a_group_that_ruled_nothing_has_none(store: Store, table: TableRow) -> None:
    assert store.rulings(table.group_id, "chief") == ()
