"""Phones at a table: numbers instead of ids, what the host decided, and from one table to the
next.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlite_utils import Database

from referee.event import Event
from referee.store import Store
from referee.store.errors import LastHost, PhoneRemoved, Unknown
from referee.store.values import Role, TableRow
from tests.support.listener import Listener


def told(key: str = "k") -> tuple[Event, str]:
    return Event(0, "phone", data={}), key


def join(store: Store, table: TableRow, role: Role, seat: str | None = None) -> str:
    device = store.new_device()
    store.grant(device, table.id, role, seat)
    return device


def test_phones_have_numbers_and_no_ids(store: Store, table: TableRow) -> None:
    devices = [
        join(store, table, "host"),
        join(store, table, "seat", "s2"),
        join(store, table, "watch"),
    ]
    assert [(phone.number, phone.role, phone.seat) for phone in store.phones(table.id)] == [
        (1, "host", None),
        (2, "seat", "s2"),
        (3, "watch", None),
    ]
    assert not any(device in repr(store.phones(table.id)) for device in devices)
    grant = store.grant_of(devices[1], table.id)
    assert grant is not None
    assert grant.number == 2


def test_what_the_host_set_no_link_undoes_but_the_hosts(store: Store, table: TableRow) -> None:
    join(store, table, "host")
    guest = join(store, table, "seat", "s2")
    store.decide(table.id, 2, "watch", told())
    store.grant(guest, table.id, "seat")
    assert getattr(store.grant_of(guest, table.id), "role", None) == "watch"
    assert store.claimed_seats(table.id) == frozenset()
    store.grant(guest, table.id, "host")
    assert getattr(store.grant_of(guest, table.id), "role", None) == "host"


def test_a_watching_phone_is_let_enter(store: Store, table: TableRow) -> None:
    join(store, table, "host")
    guest = join(store, table, "watch")
    store.decide(table.id, 2, "seat", told())
    assert getattr(store.grant_of(guest, table.id), "role", None) == "seat"


def test_a_phone_sent_away_is_nowhere_and_does_not_come_back_by_itself(
    store: Store, table: TableRow
) -> None:
    join(store, table, "host")
    guest = join(store, table, "seat", "s1")
    store.decide(table.id, 2, None, told())
    assert getattr(store.grant_of(guest, table.id), "role", None) is None
    assert store.grant_by_code(guest, table.code) is None
    assert store.tables_of_device(guest) == ()
    with pytest.raises(PhoneRemoved):
        store.grant(guest, table.id, "seat")
    store.decide(table.id, 2, "seat", told("k2"))
    assert getattr(store.grant_of(guest, table.id), "role", None) == "seat"


def test_the_last_host_stays(store: Store, table: TableRow) -> None:
    join(store, table, "host")
    for role in ("seat", "watch", None):
        with pytest.raises(LastHost):
            store.decide(table.id, 1, role, told())
    assert store.head(table.id) == 1
    join(store, table, "host")
    store.decide(table.id, 1, None, told())
    with pytest.raises(LastHost):
        store.decide(table.id, 2, "watch", told("k2"))


def test_a_decision_is_told_in_the_log_once(store: Store, table: TableRow) -> None:
    join(store, table, "host")
    join(store, table, "watch")
    for _ in range(2):
        store.decide(table.id, 2, "seat", (Event(0, "phone", data={"phone": 2}), "same"))
    assert [event.type for event in store.events(table.id, 1)] == ["phone"]
    with pytest.raises(Unknown):
        store.decide(table.id, 9, "seat", told("other"))
    assert store.head(table.id) == 2


def test_a_decision_shows_at_once_and_is_told(store: Store, table: TableRow) -> None:
    listener = Listener(store, table.id)
    join(store, table, "host")
    guest = join(store, table, "seat")
    known = store.grant_by_code(guest, table.code)
    assert known is not None
    store.decide(table.id, 2, "watch", told())
    after = store.grant_by_code(guest, table.code)
    assert after is not None
    assert after.role == "watch"
    assert listener.told == [2]


def test_another_process_sees_it_at_once(path: Path, store: Store, table: TableRow) -> None:
    join(store, table, "host")
    guest = join(store, table, "seat")
    with Store(path) as other:
        assert other.grant_by_code(guest, table.code) is not None
        store.decide(table.id, 2, None, told())
        assert other.grant_by_code(guest, table.code) is None


def test_a_freed_seat_can_be_claimed_by_another(store: Store, table: TableRow) -> None:
    join(store, table, "seat", "s2")
    store.free_seat(table.id, 1, told())
    assert store.claimed_seats(table.id) == frozenset()
    with pytest.raises(Unknown):
        store.free_seat(table.id, 9, told("k2"))


def test_phones_go_on_to_the_next_table_with_role_number_and_person(
    store: Store, table: TableRow
) -> None:
    host, guest = join(store, table, "host", "s1"), join(store, table, "seat", "s2")
    lowered, away = join(store, table, "seat"), join(store, table, "watch")
    store.decide(table.id, 3, "watch", told())
    store.decide(table.id, 4, None, told("k2"))
    seats = [("s1", "Bo", None), ("s2", "Cy", None), ("s3", "Ann", None)]
    after = store.create_table("chief", Event(0, "start", data={}), seats, table.group_id)
    store.carry(table.id, after.id)
    assert [
        (phone.number, phone.role, phone.seat, phone.away) for phone in store.phones(after.id)
    ] == [
        (1, "host", "s3", False),
        (2, "seat", "s1", False),
        (3, "watch", None, False),
        (4, "watch", None, True),
    ]
    store.grant(lowered, after.id, "seat")
    assert [
        getattr(store.grant_of(device, after.id), "role", None)
        for device in (host, guest, lowered, away)
    ] == ["host", "seat", "watch", None]


def test_an_old_file_gives_its_phones_numbers(path: Path) -> None:
    with Store(path) as store:
        table = store.create_table("chief", Event(0, "start", data={}), [("s1", "Ann", None)])
        devices = [join(store, table, "host"), join(store, table, "watch")]
    db = Database(str(path))
    for index in ("grant_by_number", "grant_of_group"):
        db.execute(f"DROP INDEX {index}")
    for column in ("number", "held", "away"):
        db.execute(f"ALTER TABLE grant_ DROP COLUMN {column}")
    db.execute("DELETE FROM _sqlite_migrations WHERE name = 'phones'")
    db.conn.commit()
    db.close()
    with Store(path) as store:
        assert sorted(phone.number for phone in store.phones(table.id)) == [1, 2]
        assert [getattr(store.grant_of(device, table.id), "role", None) for device in devices] == [
            "host",
            "watch",
        ]
