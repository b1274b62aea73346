"""What a group ruled, read from the logs of its tables."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.event import Event
from referee.store import Store
from referee.store.errors import Unknown, Unstorable
from referee.store.schema import STEPS
from referee.store.symbols import read_sign
from referee.store.values import NewPerson, NewRecord, TableRow
from tests.store.conftest import Clock

SIGN = read_sign("sun-teal")


def rule(store: Store, table: TableRow, option: str, value: str) -> None:
    store.append(
        table.id,
        store.head(table.id),
        [Event(0, "ruling", data={"option": option, "value": value})],
        f"k-{value}",
    )


def test_the_newest_ruling_on_each_point_comes_from_all_tables_of_the_group_and_game_in_order(
    store: Store, table: TableRow, clock: Clock
) -> None:
    seats, start = [("s1", "Ann", None), ("s2", "Bo", None)], Event(0, "start", data={})
    second = store.create_table("chief", start, seats, group_id=table.group_id)
    other_game = store.create_table("dates", start, seats, group_id=table.group_id)
    other_group = store.create_table("chief", start, seats)
    rulings = [
        (second, "b"),
        (table, "a"),
        (other_game, "x"),
        (other_group, "y"),
        (second, "c"),
        (table, "b2"),
    ]
    for at, (where, value) in enumerate(rulings):
        clock.now += at
        rule(store, where, value[0], value)
    assert rulings_of(store, table) == ["a", "c", "b2"]
    store.append(
        table.id,
        store.head(table.id),
        [Event(0, "ruling", data={"clause": "XY-1"}), Event(0, "ruling", data={"clause": "XY-1"})],
        "k",
    )
    where, newest = store.rulings(table.group_id, "chief")[-1]
    assert (where, newest.seq) == (table.id, store.head(table.id))
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


def rulings_of(store: Store, table: TableRow) -> list[str]:
    return [event.data["value"] for _table, event in store.rulings(table.group_id, "chief")]


@given(
    steps=st.lists(
        st.tuples(st.integers(0, 1), st.sampled_from(["a", "b"]), st.integers(-9, 9)),
        min_size=1,
        max_size=8,
    )
)
def test_what_was_ruled_last_counts_whatever_the_clock_says(
    steps: list[tuple[int, str, int]],
) -> None:
    clock, seats = Clock(), [("s1", "Ann", None), ("s2", "Bo", None)]
    with TemporaryDirectory() as folder, Store(Path(folder) / "referee.db", clock=clock) as store:
        first = store.create_table("chief", Event(0, "start", data={}), seats)
        tables = [
            first,
            store.create_table("chief", Event(0, "start", data={}), seats, group_id=first.group_id),
        ]
        last: dict[str, str] = {}
        for at, (where, option, days) in enumerate(steps):
            clock.now = 1_790_000_000.0 + days * 86_400
            rule(store, tables[where], option, f"{option}{at}")
            last[option] = f"{option}{at}"
        assert sorted(rulings_of(store, first)) == sorted(last.values())


def brought(store: Store, table: TableRow, uid: str, at: float, *values: str) -> TableRow:
    """A table of the group taken in, with rulings made then."""
    seats = (("s1", "Ann"), ("s2", "Bo"))
    told = [
        Event(0, "start", at=at),
        *(Event(0, "ruling", data={"option": "a", "value": value}, at=at) for value in values),
    ]
    record = NewRecord(
        uid * 32, "chief", seats, tuple((name, SIGN) for _seat, name in seats), (0, 1), tuple(told)
    )
    return store.import_record(record, table.group_id, (None, None))[0]


def test_a_record_from_the_future_happened_now_and_stops_no_ruling(
    store: Store, table: TableRow, clock: Clock
) -> None:
    taken = brought(store, table, "a", 9e10, "theirs")
    assert {event.at for event in store.events(taken.id)} == {clock.now}
    assert taken.created == clock.now
    assert rulings_of(store, table) == ["theirs"]
    rule(store, table, "a", "ours")
    assert rulings_of(store, table) == ["ours"]


def test_an_older_record_changes_nothing_that_was_ruled_since(
    store: Store, table: TableRow, clock: Clock
) -> None:
    rule(store, table, "a", "ours")
    brought(store, table, "a", clock.now - 9, "before")
    assert rulings_of(store, table) == ["ours"]
    brought(store, table, "b", clock.now, "then", "at last")
    assert rulings_of(store, table) == ["at last"]


def test_a_person_from_the_future_played_last_now(store: Store, clock: Clock) -> None:
    group, ids = store.import_group("c" * 32, "", [NewPerson("d" * 32, "Ann", SIGN, 9e10)], 9e10)
    assert store.group(group).created == store.persons(ids)[ids[0]].last_played == clock.now


def test_a_file_from_before_is_mended(
    store: Store, table: TableRow, clock: Clock, path: Path
) -> None:
    """Where a ruling with a later time stood before all that came after it, the last one counts."""
    clock.now += 400 * 86_400
    rule(store, table, "a", "first")
    clock.now -= 400 * 86_400
    rule(store, table, "a", "last")
    other = store.create_table(
        "chief", Event(0, "start", data={}), [("s1", "Ann", None)], group_id=table.group_id
    )
    rule(store, other, "a", "elsewhere")
    store.close()
    db = sqlite3.connect(path)
    db.execute("DROP TRIGGER ruling_came_last")
    db.executescript(
        STEPS["many_tables"][STEPS["many_tables"].index("CREATE TRIGGER ruling_is_the_newest") :]
    )
    assert db.execute("SELECT seq FROM precedent").fetchall() == [(2,)]
    db.execute("DELETE FROM _sqlite_migrations WHERE name = 'rulings_by_order'")
    db.commit()
    db.close()
    with Store(path, clock=clock) as again:
        assert rulings_of(again, table) == ["elsewhere"]
        rule(again, table, "a", "now")
        assert rulings_of(again, table) == ["now"]
