"""Games of score sheets at a table: played, kept, and carried from one file to another."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.event import new_move
from referee.exchange.export_group import group_file
from referee.exchange.export_record import recorded
from referee.exchange.import_group import import_group
from referee.exchange.import_record import ImportRefused, import_record
from referee.games import GAMES
from referee.own.part import BadSheet
from referee.samples import JUST_POINTS, SAMPLES, sample_sheet
from referee.service.supported_games import UnsupportedGame
from referee.service.tables import TableService
from referee.sheets import game_of_sheet
from referee.store import Store
from referee.store.values import TableRow
from tests.support.sheets import random_move

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[TableService]:
    """A service on a file of its own."""
    found = TableService(Store(tmp_path / "one.db"))
    yield found
    found.close()


@pytest.fixture
def other(tmp_path: Path) -> Iterator[TableService]:
    """Another server."""
    found = TableService(Store(tmp_path / "two.db"))
    yield found
    found.close()


def played(service: TableService, told: Any, moves: int = 12) -> TableRow:
    """A table of a sheet's game after some random entries."""
    service.keep_game(told)
    game = game_of_sheet(told)
    people = [(f"s{at + 1}", name, None) for at, name in enumerate(NAMES[: game.info.seats[0]])]
    table, rng = service.open(game.info.id, people, {}, "page", None), random.Random(5)
    for at in range(moves):
        history = service.history(table)
        if (move := random_move(game, history.state, rng)) is None:
            break
        entry = new_move(move.kind, move.seat, move.data)
        service.enter(table, history.revision, [entry], f"k{at}", "host")
    return table


def record_of(service: TableService, table: TableRow) -> str:
    """A table's record as its file has it."""
    seats = service.store.seats(table.id)
    names = {row.seat: row.name for row in seats}
    signs = {row.seat: row.sign for row in seats}
    return json.dumps(recorded(service.store, table, service.history(table), names, signs)[0])


@pytest.mark.parametrize("name", [JUST_POINTS, *SAMPLES])
def test_a_table_goes_to_another_server_and_back_equal_to_the_byte(
    service: TableService, other: TableService, name: str, tmp_path: Path
) -> None:
    table = played(service, sample_sheet(name))
    told = record_of(service, table)
    there = import_record(other.store, json.loads(told), GAMES)
    assert there.new
    assert record_of(other, there.table) == told
    third = TableService(Store(tmp_path / "three.db"))
    back = import_record(third.store, json.loads(record_of(other, there.table)), GAMES)
    assert record_of(third, back.table) == told
    third.close()


def test_a_table_keeps_its_sheet_when_the_sheet_is_changed(service: TableService) -> None:
    table = played(service, sample_sheet("golf"))
    lines = service.history(table).lines
    changed: Any = copy.deepcopy(sample_sheet("golf"))
    changed["points"][0]["points"] = "1"
    assert service.keep_game(changed) != table.game
    again = TableService(service.store)
    assert again.history(table).lines == lines


def test_a_sheet_that_is_known_to_nobody_is_no_game(service: TableService) -> None:
    with pytest.raises(UnsupportedGame):
        service.games.find("own-0123456789abcdef")
    with pytest.raises(UnsupportedGame):
        service.open("own-0123456789abcdef", [("s1", "Ann", None)], {}, "page", None)
    assert service.store.table_ids() == ()


def test_a_sheet_that_cannot_be_read_is_not_kept(service: TableService) -> None:
    with pytest.raises(BadSheet):
        service.keep_game({"format": "referee-sheet/1"})


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda record: record["sheet"].pop("name"), "unreadable_sheet"),
        (lambda record: record.update(sheet=[]), "unreadable_sheet"),
        (lambda record: record.pop("sheet"), "unknown_game"),
        (lambda record: record["sheet"].update(players=[3, 5]), "unknown_game"),
    ],
)
def test_a_record_without_its_sheet_is_refused(
    service: TableService, other: TableService, change: Any, code: str
) -> None:
    record = json.loads(record_of(service, played(service, sample_sheet("golf"))))
    change(record)
    with pytest.raises(ImportRefused) as refused:
        import_record(other.store, record, GAMES)
    assert refused.value.code == code
    assert other.store.table_ids() == ()


def test_many_sheets_are_found_again(service: TableService) -> None:
    told: Any = copy.deepcopy(sample_sheet("golf"))
    ids = [service.keep_game(told | {"name": f"Golf {at}"}) for at in range(300)]
    assert [service.games.find(game).info.id for game in ids] == ids


def test_a_group_takes_its_own_games_along_in_its_file(
    service: TableService, other: TableService
) -> None:
    table = played(service, sample_sheet("wizard"))
    group, rows = service.store.group(table.group_id), service.store.seats(table.id)
    names, signs = {row.seat: row.name for row in rows}, {row.seat: row.sign for row in rows}
    told = recorded(service.store, table, service.history(table), names, signs)
    file = "".join(group_file(group, service.store.everybody(group.id), [told]))
    (there,) = import_group(other.store, json.loads(file), GAMES).own
    assert record_of(other, there) == record_of(service, table)
