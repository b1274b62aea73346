"""Export a group as one JSON file, in pieces: people, name and every table's record."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from referee.store.values import GroupRow, PersonRow

from .export_record import Recorded
from .import_group import FORMAT


def group_file(
    group: GroupRow, people: Sequence[PersonRow], tables: Iterable[Recorded]
) -> Iterator[str]:
    """The file's text in pieces; each table is recorded when its piece is asked for."""
    places = {person.id: at for at, person in enumerate(people, 1)}
    head = {
        "format": FORMAT,
        "uid": group.uid,
        "name": group.name,
        "people": [_person(one) for one in people],
    }
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "tables": ['
    for at, (record, sat) in enumerate(tables):
        table = {"record": record, "people": [places[one.id] if one else None for one in sat]}
        yield (",\n" if at else "\n") + json.dumps(table, ensure_ascii=False)
    yield "\n]}\n"


def _person(one: PersonRow) -> dict[str, Any]:
    return {"uid": one.uid, "name": one.name, "sign": str(one.sign), "played": one.last_played}
