"""What a device has seen: remembered for each table, never going back, and everything so far for
whoever comes new.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from sqlite_utils import Database

from referee.event import Event
from referee.store import Store, schema
from referee.store.values import TableRow

EVENT = Event(0, "amend")


def known(store: Store, device: str, table: TableRow) -> tuple[int, set[int]]:
    """What is remembered, asked both ways."""
    one, other = store.grant_of(device, table.id), store.grant_by_code(device, table.code)
    assert one is not None
    assert other is not None
    assert (one.seen, one.made) == (other.seen, other.made)
    return one.seen, set(one.made)


def test_whoever_comes_has_seen_what_lies_there(store: Store, table: TableRow) -> None:
    early, late = store.new_device(), store.new_device()
    store.grant(early, table.id, "watch")
    store.append(table.id, 1, [EVENT, EVENT], "k")
    store.grant(late, table.id, "watch")
    store.grant(early, table.id, "host", "s1")
    assert (known(store, early, table), known(store, late, table)) == ((1, set()), (3, set()))


def test_what_was_seen_stays_seen(store: Store, table: TableRow) -> None:
    one, other = store.new_device(), store.new_device()
    for device in (one, other):
        store.grant(device, table.id, "seat")
    for seq in (5, 3):
        store.mark_seen(one, table.id, seq)
        assert known(store, one, table) == (5, set())
    assert known(store, other, table) == (1, set())


def test_what_a_device_made_is_kept_until_later_things_are_seen(
    store: Store, table: TableRow
) -> None:
    device = store.new_device()
    store.grant(device, table.id, "seat")
    store.mark_made(device, table.id, [4, 5])
    store.mark_made(device, table.id, [5, 8])
    store.mark_made(device, table.id, [1])
    assert known(store, device, table) == (1, {4, 5, 8})
    store.mark_seen(device, table.id, 5)
    assert known(store, device, table) == (5, {8})


def test_a_device_without_a_grant_is_passed_over(store: Store, table: TableRow) -> None:
    device = store.new_device()
    store.mark_seen(device, table.id, 5)
    store.mark_made(device, table.id, [5])
    assert store.grant_of(device, table.id) is None


def test_in_an_old_file_everything_so_far_counts_as_seen(path: Path) -> None:
    with closing(Database(path)) as db:
        schema.MIGRATIONS.apply(db, stop_before="notices")
        db.execute("INSERT INTO grp (link, created) VALUES ('g', 1)")
        db.execute(
            "INSERT INTO play (code, game, group_id, created, host_link, seat_link, watch_link)"
            " VALUES ('ABCD', 'chief', 1, 1, 'h', 's', 'w')"
        )
        db.execute(
            "INSERT INTO seating (table_id, seat, name, position) VALUES (1, 's1', 'Ann', 0)"
        )
        db.execute("INSERT INTO device (id, at) VALUES ('d', 1)")
        for seq in (1, 2, 3):
            db.execute(
                "INSERT INTO event (table_id, seq, type, data, at, key) VALUES (1, ?, 'move', '{}',"
                " 1, ?)",
                (seq, str(seq)),
            )
        db.execute(
            "INSERT INTO grant_ (device, table_id, role, seat, at) VALUES ('d', 1, 'host', 's1', 1)"
        )
    with Store(path) as store:
        assert known(store, "d", store.table(1)) == (3, set())
        store.append(1, 3, [EVENT], "k")
        assert known(store, "d", store.table(1)) == (3, set())
