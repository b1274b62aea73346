"""One person under two names: made one they are as if they always had been, made two again as if
never; who is forgotten is so everywhere.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from referee.event import Event
from referee.service.seats import SEAT
from referee.service.tables import TableService
from referee.store import Store
from referee.store.errors import NameTaken, PlayedTogether, Unknown
from referee.store.values import TableRow
from referee.web.group.figures import find_opponents, of_games, sum_statistics
from referee.web.group.story import rank_players
from tests.properties.test_figures import random_group
from tests.support.group_play import summary
from tests.support.tiers import cases, property_test

RENAMED = Event(0, SEAT, data={"change": "renamed"})


def figures(service: TableService, group: int) -> dict[Any, Any]:
    """Everything told of everybody, by who they are now."""
    told = [summary(row) for row in service.outcomes.of_group(group, 1000)]
    games = sorted({table.game for table in told})
    return {
        one.person: (
            one,
            of_games(told, one.person),
            find_opponents(told, one.person),
            [sum_statistics(told, game).get(one.person) for game in games],
        )
        for one in rank_players(told)
    }


def rows(service: TableService) -> list[Any]:
    """Who sits where under which name, and everybody in the list of people."""
    seated = (
        "SELECT table_id, seat, name, position, person_id, first_id FROM seating ORDER BY table_id,"
        " position"
    )
    known = "SELECT id, name, sign, merged_into FROM person ORDER BY id"
    return service.store._read(
        lambda db: [tuple(row) for asked in (seated, known) for row in db.execute(asked)]
    )


def merges(
    service: TableService, tables: list[TableRow], rng: random.Random
) -> list[tuple[int, int]]:
    """As many people made one as can be, in random order: who was found to be whom."""
    group, done = tables[0].group_id, []
    for _time in range(12):
        one, other = rng.sample([person.id for person in service.store.people(group)], 2)
        try:
            service.store.merge_people(group, one, other, RENAMED)
        except (PlayedTogether, NameTaken):
            continue
        done.append((one, other))
    return done


@property_test
@pytest.mark.parametrize("seed", cases(3, 10))
def test_made_two_again_nothing_is_left_of_it(tmp_path: Path, seed: int) -> None:
    service, rng = TableService(Store(tmp_path / "referee.db")), random.Random(seed)
    tables = random_group(service, seed)
    group = tables[0].group_id
    for at, table in enumerate(tables):
        # Somebody who sat at one table only can be somebody else.
        seat = rng.choice(service.store.seats(table.id)).seat
        service.store.replace_seat(
            table.id,
            seat,
            f"Guest {at}",
            (Event(0, SEAT, seat, data={"seat": seat, "change": "replaced", "round": 1}), "g"),
        )
    before, told = rows(service), figures(service, group)
    done = merges(service, tables, rng)
    assert done
    for one, other in done:
        assert service.store.persons([one])[one].id == service.store.persons([other])[other].id
        assert one not in figures(service, group)
        assert one not in {person.id for person in service.store.people(group)}
    for one, _other in reversed(done):
        service.store.part_people(group, one, RENAMED)
    assert rows(service) == before
    assert figures(service, group) == told


@property_test
@pytest.mark.parametrize("seed", cases(3, 10))
def test_made_one_they_are_as_if_they_always_had_been(tmp_path: Path, seed: int) -> None:
    service, rng = TableService(Store(tmp_path / "referee.db")), random.Random(seed)
    tables = random_group(service, seed)
    group = tables[0].group_id
    always = figures(service, group)
    two = rng.choice(
        [row.person_id for table in tables[::2] for row in service.store.seats(table.id)]
    )
    assert two
    # Half of somebody's tables are told under another name, as if a phone had known no better.
    name = service.store.persons([two])[two].name
    for table in tables[::2]:
        for row in service.store.seats(table.id):
            if row.person_id == two:
                event = Event(
                    0, SEAT, row.seat, data={"seat": row.seat, "change": "replaced", "round": 1}
                )
                service.store.replace_seat(table.id, row.seat, "Nobody Else", (event, "x"))
    assert figures(service, group) != always
    other = next(
        person.id for person in service.store.people(group) if person.name == "Nobody Else"
    )
    service.store.merge_people(group, other, two, RENAMED)
    assert figures(service, group) == always
    assert {
        row.name
        for table in tables
        for row in service.store.seats(table.id)
        if row.person_id == two
    } == {name}


@property_test
@pytest.mark.parametrize("seed", cases(3, 10))
def test_who_is_forgotten_is_so_everywhere_and_nobody_else_counts_less(
    tmp_path: Path, seed: int
) -> None:
    path, rng = tmp_path / "referee.db", random.Random(seed)
    service = TableService(Store(path))
    tables = random_group(service, seed)
    group = tables[0].group_id
    one = rng.choice(service.store.people(group))
    name = f"Unmistakable {seed}"
    service.store.rename_person(group, one.id, name, RENAMED)
    assert name.encode() in path.read_bytes() + path.with_name("referee.db-wal").read_bytes()
    told = figures(service, group)
    service.store.forget_person(group, one.id, RENAMED)
    assert figures(service, group) == told
    assert one.id not in {person.id for person in service.store.people(group)}
    for table in tables:
        names = [row.name.casefold() for row in service.store.seats(table.id)]
        assert len(set(names)) == len(names)
    for file in tmp_path.iterdir():
        assert name.encode() not in file.read_bytes(), file.name
    with pytest.raises(Unknown):
        service.store.forget_person(group, one.id, RENAMED)


def test_who_sat_at_one_table_are_two(tmp_path: Path) -> None:
    service = TableService(Store(tmp_path / "referee.db"))
    table = random_group(service, 1)[0]
    one, other = [row.person_id for row in service.store.seats(table.id)][:2]
    assert one
    assert other
    before = rows(service)
    with pytest.raises(PlayedTogether):
        service.store.merge_people(table.group_id, one, other, RENAMED)
    with pytest.raises(Unknown):
        service.store.merge_people(table.group_id, one, one, RENAMED)
    with pytest.raises(Unknown):
        service.store.merge_people(table.group_id + 1, one, other, RENAMED)
    with pytest.raises(Unknown):
        service.store.part_people(table.group_id, one, RENAMED)
    assert rows(service) == before
