"""Names put right and seats taken over, for one table and for the group's people."""

from __future__ import annotations

import pytest

from referee.event import Event
from referee.store import Store
from referee.store.errors import NameTaken, Unknown, Unstorable
from referee.store.values import TableRow

SEATS = [("s1", "Ann", None), ("s2", "Bo", None)]


def told(key: str = "k") -> tuple[Event, str]:
    return Event(0, "seat", "s2", data={"seat": "s2"}), key


def names(store: Store, table: TableRow) -> list[str]:
    return [seat.name for seat in store.seats(table.id)]


def again(store: Store, table: TableRow, *seats: tuple[str, str, None]) -> TableRow:
    return store.create_table("chief", Event(0, "start", data={}), seats or SEATS, table.group_id)


def test_a_rename_is_one_person_at_all_tables(store: Store, table: TableRow) -> None:
    later = again(store, table)
    store.rename_seat(later.id, "s2", "Beau", told())
    assert names(store, table) == names(store, later) == ["Ann", "Beau"]
    assert {person.name for person in store.people(table.group_id)} == {"Ann", "Beau"}
    assert store.events(later.id, 1)[0].data == {"seat": "s2"}
    with pytest.raises(Unknown):
        store.rename_seat(later.id, "s9", "Cy", told("other"))


def test_a_name_the_group_knows_was_that_person_all_the_time(store: Store, table: TableRow) -> None:
    bo = store.seats(table.id)[1].person_id
    later = again(store, table, ("s1", "Ann", None), ("s2", "Boo", None))
    store.rename_seat(later.id, "s2", "Bo", told())
    assert store.seats(later.id)[1].person_id == bo
    assert {person.name for person in store.people(table.group_id)} == {"Ann", "Bo"}


def test_two_at_one_table_never_share_a_name(store: Store, table: TableRow) -> None:
    with pytest.raises(NameTaken):
        store.rename_seat(table.id, "s2", "ann", told())
    with pytest.raises(NameTaken):
        store.replace_seat(table.id, "s2", "Ann", told())
    with pytest.raises(NameTaken):
        store.replace_seat(table.id, "s2", "Bo", told())
    assert store.head(table.id) == 1


def test_a_seat_taken_over_is_another_person_and_no_phones(store: Store, table: TableRow) -> None:
    device = store.new_device()
    store.grant(device, table.id, "seat", "s2")
    bo = store.seats(table.id)[1].person_id
    store.replace_seat(table.id, "s2", "Dee", told())
    store.replace_seat(table.id, "s2", "Dee", told())
    dee = store.seats(table.id)[1].person_id
    assert [event.data for event in store.events(table.id, 1)] == [
        {"seat": "s2", "was": bo, "now": dee}
    ]
    assert names(store, table) == ["Ann", "Dee"]
    assert store.claimed_seats(table.id) == frozenset()
    assert {person.name for person in store.people(table.group_id)} == {"Ann", "Bo", "Dee"}


def test_whom_the_log_speaks_of_stays_known(store: Store, table: TableRow) -> None:
    later = again(store, table, ("s1", "Ann", None), ("s2", "Cyy", None))
    store.replace_seat(later.id, "s2", "Boo", told())
    store.rename_seat(later.id, "s2", "Bo", told("k2"))
    assert {person.name for person in store.people(table.group_id)} == {"Ann", "Bo", "Boo", "Cyy"}


def test_a_person_is_renamed_from_the_group(store: Store, table: TableRow) -> None:
    ann, bo = (seat.person_id for seat in store.seats(table.id))
    assert ann is not None
    assert bo is not None
    told_of = Event(0, "seat", data={"change": "renamed"})
    store.rename_person(table.group_id, bo, "Beau", told_of)
    assert names(store, table) == ["Ann", "Beau"]
    with pytest.raises(NameTaken):
        store.rename_person(table.group_id, ann, "Beau", told_of)
    with pytest.raises(Unknown):
        store.rename_person(table.group_id, 999, "Flo", told_of)
    with pytest.raises(Unstorable):
        store.rename_person(table.group_id, ann, " ", told_of)


def test_a_renaming_is_told_in_the_log_of_every_table_it_touches(
    store: Store, table: TableRow
) -> None:
    """By the seat and by what the device is there, without a name; where nothing changes, nothing
    is told.
    """
    later, elsewhere = (
        again(store, table, ("s1", "Bo", None), ("s2", "Cy", None)),
        store.create_table("chief", Event(0, "start"), [("s1", "Bo", None)]),
    )
    device = store.new_device()
    store.grant(device, later.id, "seat", "s2")
    store.rename_seat(table.id, "s2", "Beau", told(), device)
    assert [store.head(one.id) for one in (table, later, elsewhere)] == [2, 2, 1]
    event = store.events(later.id, 1)[0]
    assert (event.type, event.seat, event.by, event.data["seat"]) == ("seat", "s1", "s2", "s1")
    assert "Beau" not in str(event.data)
    person = store.seats(later.id)[0].person_id
    assert person is not None
    store.rename_person(table.group_id, person, "Bo", Event(0, "seat", data={"change": "renamed"}))
    store.rename_person(table.group_id, person, "Bo", Event(0, "seat", data={"change": "renamed"}))
    assert [store.head(one.id) for one in (table, later, elsewhere)] == [3, 3, 1]
    assert store.events(later.id, 2)[0].by == "group"
