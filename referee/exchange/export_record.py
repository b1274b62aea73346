"""Export a table's record with the people who ever sat there."""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any

from referee.kernel.history import History
from referee.kernel.record import dump
from referee.service.seats import SEAT
from referee.store import Store
from referee.store.symbols import Sign
from referee.store.values import PersonRow, SeatRow, TableRow

FORGOTTEN = "?"  # The name shown for forgotten people
Recorded = tuple[dict[str, Any], list[PersonRow | None]]
"""A table's record and its people in the record's order; None for an unknown person."""


def recorded(
    store: Store,
    table: TableRow,
    history: History,
    names: Mapping[str, str],
    signs: Mapping[str, Sign],
) -> Recorded:
    """Record a table whose history hides nothing."""
    told = dump(history, names, {seat: str(sign) for seat, sign in signs.items()})
    rows = store.seats(table.id)
    known = _known(store, rows, told["events"])
    # In order of arrival, as symbols depend on it; seats of unknown people come last.
    people = sorted({row.id: row for row in known.values()}.values(), key=attrgetter("id"))
    unknown = _unknown(rows)
    places = {asked: 1 + people.index(person) for asked, person in known.items()}
    at_seats = {seat: place for place, seat in enumerate(unknown, len(people) + 1)}
    at_seats |= {row.seat: places[row.person_id] for row in rows if row.person_id is not None}
    record = {
        **told,
        "uid": table.uid,
        "people": [*map(_person, people), *(_person_at(seat, names, signs) for seat in unknown)],
        "seats": [seat | {"person": at_seats[seat["id"]]} for seat in told["seats"]],
        "events": [_numbered(event, places) for event in told["events"]],
    }
    return record, [*people, *(None for _seat in unknown)]


def _unknown(rows: Sequence[SeatRow]) -> list[str]:
    return sorted(row.seat for row in rows if row.person_id is None)


def _person(row: PersonRow) -> dict[str, str]:
    return {"name": row.name or FORGOTTEN, "sign": str(row.sign)}


def _person_at(seat: str, names: Mapping[str, str], signs: Mapping[str, Sign]) -> dict[str, str]:
    return {"name": names[seat], "sign": str(signs[seat])}


def _known(
    store: Store, rows: Sequence[SeatRow], events: list[dict[str, Any]]
) -> dict[int, PersonRow]:
    """All known people who ever sat at the table, by their database ids."""
    moved = [
        event["data"].get(name)
        for event in events
        if event["type"] == SEAT
        for name in ("was", "now")
    ]
    sat = (*(row.person_id for row in rows), *moved)
    return store.persons([person for person in sat if isinstance(person, int)])


def _numbered(event: dict[str, Any], places: Mapping[int, int]) -> dict[str, Any]:
    """A seat event with person ids replaced by positions in the record, from 1."""
    told = {
        name: event["data"][name]
        for name in ("was", "now")
        if event["type"] == SEAT and name in event["data"]
    }
    return event | {
        "data": event["data"] | {name: places.get(person) for name, person in told.items()}
    }
