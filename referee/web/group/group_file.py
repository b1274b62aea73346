"""Export a group as one JSON file, in pieces: people, name and every table's record."""

import json
from collections.abc import Iterator
from typing import Any

from referee.store.values import GroupRow, PersonRow, TableRow
from referee.web.desk.group_file import FORMAT
from referee.web.desk.kept_games import is_kept
from referee.web.http import context
from referee.web.view.access import watched
from referee.web.view.record import record_and_people


def group_file(group: GroupRow) -> Iterator[str]:
    """The file's text in pieces; tables of removed games are left out."""
    tables = [
        table for table in reversed(context.store().tables_of_group(group.id)) if is_kept(table)
    ]
    people = context.store().everybody(group.id)
    places = {person.id: at for at, person in enumerate(people, 1)}
    head = {
        "format": FORMAT,
        "uid": group.uid,
        "name": group.name,
        "people": [_person(one) for one in people],
    }
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "tables": ['
    for at, table in enumerate(tables):
        yield (",\n" if at else "\n") + json.dumps(_table(table, places), ensure_ascii=False)
    yield "\n]}\n"


def _person(one: PersonRow) -> dict[str, Any]:
    return {"uid": one.uid, "name": one.name, "sign": str(one.sign), "played": one.last_played}


def _table(table: TableRow, places: dict[int, int]) -> dict[str, Any]:
    record, people = record_and_people(watched(table))
    return {"record": record, "people": [places[one.id] if one else None for one in people]}
