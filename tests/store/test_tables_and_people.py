"""Tables, codes, links, seats, groups, people and devices."""

from __future__ import annotations

import re
from itertools import chain, repeat

import pytest

from referee.event import Event
from referee.store import Store, codes
from referee.store.errors import Unknown, Unstorable
from referee.store.values import Grant, TableRow

START = Event(0, "start")

NAMES = [
    "👩‍👩‍👧‍👦🃏",
    "עברית",
    "محمد",
    "<script>alert('x')</script>",
    "O'Brien\"; DROP TABLE event; --",
    "{{ 7*7 }} %s \\n",
    "山田\u3000太郎",
    "e\u0301",
]


def test_a_table_can_be_found_by_everything_it_has(store: Store, table: TableRow) -> None:
    assert store.table(table.id) == table
    assert store.table_by_code(table.code) == table
    assert store.table_by_link(table.host_link) == (table, "host")
    assert store.table_by_link(table.seat_link) == (table, "seat")
    assert store.table_by_link(table.watch_link) == (table, "watch")
    assert store.table_ids() == (table.id,)


def test_links_are_long_different_and_never_printed(store: Store, table: TableRow) -> None:
    group = store.group(table.group_id)
    links = {table.host_link, table.seat_link, table.watch_link, group.link}
    assert len(links) == 4
    for link in links:
        assert re.fullmatch(r"[A-Za-z0-9_-]{22,}", link)
        assert link not in repr(table) + repr(group)


@pytest.mark.parametrize("ask", ["table_by_code", "table_by_link", "group_by_link"])
def test_what_is_not_there_is_named_without_its_secret(
    store: Store, table: TableRow, ask: str
) -> None:
    with pytest.raises(Unknown) as unknown:
        getattr(store, ask)("secret")
    assert "secret" not in str(unknown.value)


def test_a_code_is_found_however_it_is_typed(store: Store, table: TableRow) -> None:
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in table.code)
    for typed in (table.code.lower(), f" {table.code[:2]}-{table.code[2:]} ", wide):
        assert store.table_by_code(typed) == table


def test_codes_have_no_look_alikes_and_a_taken_one_is_not_given_again(
    store: Store, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(codes.ALPHABET).isdisjoint("0O1IL")
    assert len(table.code) == 4
    assert set(table.code) <= set(codes.ALPHABET)
    thrown = chain([table.code] * 5, ["CDFG"], repeat(table.code))
    monkeypatch.setattr("referee.store.tables.new_code", lambda length, letter: next(thrown))
    assert store.create_table("chief", START, [("s1", "Ann", None)]).code == "CDFG"


def test_codes_grow_when_a_fifth_is_used_or_luck_runs_out(
    store: Store, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    fifth = int(len(codes.ALPHABET) ** 4 * 0.2)
    assert [codes.code_length(tables) for tables in (0, fifth - 1, fifth)] == [4, 4, 5]
    monkeypatch.setattr(
        "referee.store.tables.new_code", lambda n, letter: table.code if n == 4 else "CCCCC"
    )
    assert store.create_table("chief", START, [("s1", "Ann", None)]).code == "CCCCC"


@pytest.mark.parametrize("name", NAMES)
def test_unusual_names_come_back_unchanged(store: Store, table: TableRow, name: str) -> None:
    new = store.create_table(
        "chief", Event(0, "start", data={name: [name]}, by=name), [("s1", name, None)]
    )
    store.rename_seat(table.id, "s2", name, (Event(0, "seat"), "rename"))
    assert store.seats(new.id)[0].name == store.seats(table.id)[1].name == name
    assert [person.name for person in store.people(new.group_id)] == [name]
    (event,) = store.events(new.id)
    assert (event.data, event.by) == ({name: [name]}, name)


def test_people_of_a_group_are_known_again_by_name(store: Store, table: TableRow, clock) -> None:
    ann, bo = store.people(table.group_id)
    clock.now += 100
    seats = [("a", "Cy", None), ("b", "Bo", None), ("c", "Annie", ann.id)]
    new = store.create_table("dates", START, seats, table.group_id)
    assert new.group_id == table.group_id
    assert [seat.name for seat in store.seats(new.id)] == ["Cy", "Bo", "Annie"]
    cy_id = store.seats(new.id)[0].person_id
    assert [seat.person_id for seat in store.seats(new.id)] == [cy_id, bo.id, ann.id]
    clock.now += 100
    store.create_table("dates", START, [("a", "Bo", None)], table.group_id)
    assert [person.name for person in store.people(table.group_id)] == ["Bo", "Ann", "Cy"]


def test_two_of_one_name_at_a_table_are_two_people(store: Store) -> None:
    table = store.create_table("chief", START, [("a", "Ann", None), ("b", "Ann", None)])
    first = [seat.person_id for seat in store.seats(table.id)]
    again = store.create_table(
        "chief", START, [("a", "Ann", first[0]), ("b", "Ann", None)], table.group_id
    )
    assert [seat.person_id for seat in store.seats(again.id)] == first
    assert len(set(first)) == 2


def test_tables_without_a_group_get_one_each(store: Store, table: TableRow) -> None:
    other = store.create_table("chief", START, [("s1", "Ann", None)])
    third = store.create_table("chief", START, [("s1", "Ann", None)], other.group_id)
    assert store.tables_of_group(table.group_id) == (table,)
    assert store.tables_of_group(other.group_id) == (third, other)
    assert store.tables_of_group(other.group_id, limit=1) == (third,)
    assert store.group_by_link(store.group(other.group_id).link).id == other.group_id


def test_a_table_that_cannot_be_made_leaves_nothing(store: Store, table: TableRow) -> None:
    stranger = store.people(table.group_id)[0].id
    for seats, group, error in (
        ([("a", "Ann", stranger)], None, Unknown),
        ([("a", "Ann", 99)], table.group_id, Unknown),
        ([("a", "Ann", None)], 99, Unknown),
        ([("a", "Ann", None), ("a", "Bo", None)], None, Unstorable),
        ([("a", "Ann", stranger), ("b", "Bo", stranger)], table.group_id, Unstorable),
        ([("a", " ", None)], None, Unstorable),
        ([], None, Unstorable),
    ):
        with pytest.raises(error):
            store.create_table("chief", START, seats, group)
    assert store.table_ids() == (table.id,)
    assert len(store.people(table.group_id)) == 2
    with pytest.raises(Unknown):
        store.group(table.group_id + 1)


def test_a_role_is_never_lowered(store: Store, table: TableRow) -> None:
    device = store.new_device()
    assert getattr(store.grant_of(device, table.id), "role", None) is None
    for given, role in (
        ("watch", "watch"),
        ("seat", "seat"),
        ("watch", "seat"),
        ("host", "host"),
        ("seat", "host"),
    ):
        store.grant(device, table.id, given)
        assert getattr(store.grant_of(device, table.id), "role", None) == role


def test_a_claimed_seat_stays_until_it_is_left_or_changed(
    store: Store, table: TableRow, clock
) -> None:
    one, two = store.new_device(), store.new_device()
    assert one != two
    store.grant(one, table.id, "seat", "s1")
    store.grant(one, table.id, "watch")
    assert store.grant_of(one, table.id) == Grant(table, "seat", "s1", clock.now)
    store.grant(two, table.id, "host", "s2")
    assert store.claimed_seats(table.id) == {"s1", "s2"}
    store.grant(one, table.id, "seat", "s2")
    assert store.claimed_seats(table.id) == {"s2"}
    store.leave_seat(one, table.id)
    assert store.grant_of(one, table.id) == Grant(table, "seat", None, clock.now)


def test_grants_for_what_is_not_there_are_refused(store: Store, table: TableRow) -> None:
    device = store.new_device()
    assert store.knows_device(device)
    assert not store.knows_device("made up")
    for args in (
        ("made up", table.id, "seat"),
        (device, 99, "seat"),
        (device, table.id, "seat", "s9"),
    ):
        with pytest.raises(Unknown):
            store.grant(*args)
    with pytest.raises(Unstorable):
        store.grant(device, table.id, "owner")
    assert store.tables_of_device(device) == ()


def test_a_devices_tables_come_with_the_newest_entry_first(
    store: Store, table: TableRow, clock
) -> None:
    device = store.new_device()
    clock.now += 10
    other = store.create_table("chief", START, [("s1", "Ann", None)])
    store.create_table("chief", START, [("s1", "Ann", None)])
    for given in (other, table):
        store.grant(device, given.id, "seat")
    assert [grant.table for grant in store.tables_of_device(device)] == [other, table]
    clock.now += 10
    store.append(table.id, 1, [START], "k")
    assert [grant.table for grant in store.tables_of_device(device)] == [table, other]
    assert [grant.table for grant in store.tables_of_device(device, limit=1)] == [table]
