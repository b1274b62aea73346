"""People's signs: told apart at every table, kept with the person, given to those of old files."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.event import Event
from referee.store import Store
from referee.store.errors import Unknown, Unstorable
from referee.store.symbols import INKS, SHAPES, Sign, free_sign, read_sign, told_apart
from referee.store.values import TableRow

SIGNS = st.builds(Sign, st.sampled_from(SHAPES), st.sampled_from(INKS))
START = Event(0, "start", data={})


@given(st.lists(SIGNS, max_size=10))
def test_no_two_at_a_table_share_a_shape_nor_an_ink_while_there_are_others(
    wanted: list[Sign],
) -> None:
    given_signs = told_apart(dict(enumerate(wanted)))
    signs = list(given_signs.values())
    assert len({sign.shape for sign in signs}) == len(signs)
    assert len({sign.ink for sign in signs}) == min(len(signs), len(INKS))
    for who, sign in enumerate(wanted):
        if sign.shape not in {other.shape for other in wanted[:who]}:
            assert given_signs[who].shape == sign.shape
        if sign.ink not in {other.ink for other in wanted[:who]}:
            assert given_signs[who].ink == sign.ink


def test_thirty_people_of_a_group_have_thirty_signs() -> None:
    signs: list[Sign] = []
    for _ in range(30):
        signs.append(free_sign(signs))
    assert len(set(signs)) == 30


@pytest.mark.parametrize("text", ["", "leaf", "leaf-red", "cat-teal", "leaf-teal-x"])
def test_what_is_no_sign_is_refused(text: str) -> None:
    with pytest.raises(Unstorable):
        read_sign(text)


def test_a_person_keeps_the_sign_over_tables_and_may_choose_another(
    store: Store, table: TableRow
) -> None:
    first = {row.name: row.sign for row in store.seats(table.id)}
    names = [*reversed(first), "Zoe"]
    again = store.create_table(
        "chief",
        START,
        [(f"s{at}", name, None) for at, name in enumerate(names)],
        group_id=table.group_id,
    )
    second = {row.name: row.sign for row in store.seats(again.id)}
    assert {name: second[name] for name in first} == first
    zoe = next(person for person in store.people(table.group_id) if person.name == "Zoe")
    store.choose_sign(table.group_id, zoe.id, Sign("key", "ink"))
    assert {row.name: row.sign for row in store.seats(again.id)}["Zoe"] == Sign("key", "ink")
    device = store.new_device()
    store.grant(device, again.id, "host")
    grant = store.grant_of(device, again.id)
    assert grant is not None
    assert grant.signs == {row.seat: row.sign for row in store.seats(again.id)}
    with pytest.raises(Unknown):
        store.choose_sign(table.group_id + 1, zoe.id, Sign("key", "ink"))


def test_another_sign_is_told_in_the_log_of_each_of_their_tables(
    store: Store, table: TableRow
) -> None:
    store.create_table("chief", START, [("s1", "Zoe", None)], group_id=table.group_id)
    bo = store.seats(table.id)[1]
    assert bo.person_id is not None
    later = store.create_table(
        "chief", START, [("s1", "Bo", bo.person_id)], group_id=table.group_id
    )
    device = store.new_device()
    store.grant(device, later.id, "host")
    store.change_sign(
        table.group_id,
        bo.person_id,
        Sign("key", "ink"),
        Event(0, "seat", data={"change": "signed"}),
        device,
    )
    told = [
        (event.seat, event.by, event.data)
        for one in (table, later)
        for event in store.events(one.id, 1)
    ]
    assert told == [
        ("s2", "group", {"change": "signed", "seat": "s2"}),
        ("s1", "host", {"change": "signed", "seat": "s1"}),
    ]
    assert store.seats(later.id)[0].sign == Sign("key", "ink")
    with pytest.raises(Unknown):
        store.change_sign(table.group_id + 1, bo.person_id, Sign("key", "ink"), Event(0, "seat"))


def test_people_of_an_old_file_get_signs_that_differ(path: Path) -> None:
    seats = [(f"s{at}", f"P{at}", None) for at in range(10)]
    with Store(path) as store:
        groups = [store.create_table("chief", START, seats).group_id for _ in range(2)]
    with sqlite3.connect(path) as db:
        db.execute("ALTER TABLE person DROP COLUMN sign")
        db.execute("DELETE FROM _sqlite_migrations WHERE name = 'signs'")
    with Store(path) as store:
        for group in groups:
            signs = [person.sign for person in store.people(group)]
            assert len({sign.shape for sign in signs}) == 10
            assert len({sign.ink for sign in signs[:6]}) == len(INKS)
