"""A group into a file, to another server and out again: the same people, the same tables, the same
figures; twice changes nothing.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from app import create_app
from referee.exchange.import_group import import_group
from referee.exchange.import_record import ImportRefused
from referee.games import GAMES
from referee.service.seats import SEAT
from referee.service.tables import TableService
from referee.store import Store
from tests.properties.test_figures import random_group
from tests.properties.test_identities import RENAMED, figures, merges
from tests.support.eventful import phone
from tests.support.tiers import cases, property_test


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Store]:
    """Another server, with a group of its own, so that no numbers are the same."""
    made = TableService(Store(tmp_path / "elsewhere.db"))
    random_group(made, 99)
    yield made.store
    made.close()


def file_of(app: Flask, store: Store, group: int) -> Any:
    """A group as a phone has it that belongs to it."""
    newest = store.tables_of_group(group)[0]
    return json.loads(
        phone(app, newest, "host").get(f"/g/{store.group(group).link}/group.json").text
    )


def a_group(app: Flask, seed: int) -> int:
    """A group in which people were made one, and somebody was forgotten."""
    service, rng = app.extensions["service"], random.Random(seed)
    tables = random_group(service, seed)
    group = tables[0].group_id
    merges(service, tables, rng)
    service.store.forget_person(group, rng.choice(service.store.people(group)).id, RENAMED)
    service.store.rename_group(group, "Friday “table” 金曜")
    return group


def told(service: TableService, group: int) -> list[Any]:
    """Everybody’s figures by who they are at every server."""
    uids = {person.id: person.uid for person in service.store.everybody(group)}
    found = figures(service, group)
    return sorted(
        (uids[person], one.played, one.won, len(games))
        for person, (one, games, *_rest) in found.items()
    )


@property_test
@pytest.mark.parametrize("seed", cases(2, 6))
def test_out_and_in_and_out_is_the_same(app: Flask, tmp_path: Path, seed: int) -> None:
    """A record that is taken out, in and out again is the same."""
    group = a_group(app, seed)
    here = app.extensions["service"]
    file = file_of(app, here.store, group)
    other = create_app({"DATABASE": str(tmp_path / "other.db"), "RATE_LIMITS": False})
    there = other.extensions["service"]
    random_group(there, 99)
    taken = import_group(there.store, file, GAMES)
    assert all(table.new for table in taken.tables)
    again = file_of(other, there.store, taken.group)
    assert again == file
    assert told(there, taken.group) == told(here, group)
    twice = import_group(there.store, file, GAMES)
    assert not any(one.new for one in twice.tables)
    assert file_of(other, there.store, taken.group) == file
    there.close()


@property_test
def test_what_came_since_is_added_and_nothing_else(app: Flask, elsewhere: Store) -> None:
    group = a_group(app, 3)
    whole = file_of(app, app.extensions["service"].store, group)
    part = whole | {"tables": whole["tables"][:-2]}
    first = import_group(elsewhere, part, GAMES)
    elsewhere.rename_group(first.group, "Theirs")
    second = import_group(elsewhere, whole, GAMES)
    assert second.group == first.group
    assert [table.new for table in second.tables] == [False] * len(part["tables"]) + [True, True]
    assert elsewhere.group(first.group).name == "Theirs"
    assert len(elsewhere.everybody(first.group)) == len(whole["people"])


@property_test
def test_what_is_wrong_is_named_and_nothing_is_stored(app: Flask, elsewhere: Store) -> None:
    sound = file_of(app, app.extensions["service"].store, a_group(app, 4))
    before = elsewhere.table_ids()
    harms: list[tuple[str, Any]] = [
        ("/format", lambda file: file.update(format="referee-group/9")),
        ("/uid", lambda file: file.pop("uid")),
        ("/people", lambda file: file.update(people="Ann")),
        ("/people/1/sign", lambda file: file["people"][1].update(sign="none")),
        ("/people/0/name", lambda file: file["people"][0].update(name="\x00")),
        ("/people/0/played", lambda file: file["people"][0].update(played="now")),
        ("/people/1/played", lambda file: file["people"][1].update(played=float("nan"))),
        ("/tables", lambda file: file.update(tables=None)),
        ("/tables/2", lambda file: file["tables"].__setitem__(2, 5)),
        ("/tables/1/people", lambda file: file["tables"][1].update(people=[1])),
        ("/tables/1/people/0", lambda file: file["tables"][1]["people"].__setitem__(0, 9999)),
        (
            "/tables/1/people/1",
            lambda file: file["tables"][1].update(people=[1] * len(file["tables"][1]["people"])),
        ),
        ("/tables/3/record/events", lambda file: file["tables"][3]["record"].update(events=7)),
    ]
    for pointer, harm in harms:
        file = copy.deepcopy(sound)
        harm(file)
        with pytest.raises(ImportRefused) as refused:
            import_group(elsewhere, file, GAMES)
        assert refused.value.pointer == pointer
    assert before == elsewhere.table_ids()


@property_test
def test_it_holds_no_link_and_is_for_those_who_belong(app: Flask) -> None:
    store = app.extensions["service"].store
    group = a_group(app, 5)
    text = json.dumps(file_of(app, store, group))
    newest = store.tables_of_group(group)[0]
    for table in store.tables_of_group(group):
        for link in (table.host_link, table.seat_link, table.watch_link):
            assert link not in text
        # A code is so short that a part of a key may read like it.
        assert f'"{table.join_code}"' not in text
    assert store.group(group).link not in text
    file = phone(app, newest, "watch").get(f"/g/{store.group(group).link}/group.json")
    assert file.status_code == 403
    assert SEAT in text
