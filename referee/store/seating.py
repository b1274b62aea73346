"""Who sits where, as it changes while a table is played: a name put right, a seat taken over, a person of the group renamed."""

from __future__ import annotations

from collections.abc import Sequence

from sqlite_utils import Database

from . import groups, tables
from .errors import NameTaken, Unknown
from .values import SeatRow, TableRow

Place = tuple[int, str]
"""A seat of a table, by the table's number."""


def rename(db: Database, table_id: int, seat: str, name: str) -> Sequence[Place]:
    """Put the name of whoever sits on a seat right, at all tables of the group: the places that have another name now.

    Where the group knows somebody else by that name who does not sit here, it was them all the time. Unknown seat, NameTaken.
    """
    table, place = tables.by_id(db, table_id), _place(db, table_id, seat, name)
    known = groups.named(db, table.group_id, name)
    if place.person_id is None:
        _seat(db, table_id, seat, name, None)
    elif known in (None, place.person_id):
        return rename_person(db, table.group_id, place.person_id, name)
    else:
        _seat(db, table_id, seat, name, known)
        groups.forget_unseated(db, place.person_id)
    return [(table_id, seat)]


def replace(db: Database, table: TableRow, seat: str, name: str, at: float) -> tuple[int | None, int]:
    """Let somebody else take over a seat: the persons who sat and who sits there now; no device claims the seat any more.

    Unknown seat, NameTaken.
    """
    place = _place(db, table.id, seat, name)
    if name == place.name:
        raise NameTaken(name)
    (person,) = groups.people_for(db, table.group_id, [(seat, name, None)], at)
    _seat(db, table.id, seat, name, person)
    db.execute("UPDATE grant_ SET seat = NULL WHERE table_id = ? AND seat = ?", (table.id, seat))
    return place.person_id, person


def rename_person(db: Database, group_id: int, person: int, name: str) -> Sequence[Place]:
    """Call a person of a group by another name, at all its tables: the places that have it now. Unknown person, NameTaken."""
    known = groups.named(db, group_id, name)
    if known not in (None, person):
        raise NameTaken(name)
    changed = db.execute("UPDATE person SET name = ? WHERE id = ? AND group_id = ?", (name, person, group_id))
    if changed.rowcount != 1:
        raise Unknown("person", person)
    places = db.execute("SELECT table_id, seat FROM seating WHERE person_id = ?1 AND name <> ?2", (person, name)).fetchall()
    db.execute("UPDATE seating SET name = ? WHERE person_id = ?", (name, person))
    return [(table_id, seat) for table_id, seat in places]


def _place(db: Database, table_id: int, seat: str, name: str) -> SeatRow:
    """The seat; NameTaken if another one at the table has this name."""
    places = {row.seat: row for row in tables.seats(db, table_id)}
    if seat not in places:
        raise Unknown("seat", seat)
    if any(row.name.casefold() == name.casefold() for row in places.values() if row.seat != seat):
        raise NameTaken(name)
    return places[seat]


def _seat(db: Database, table_id: int, seat: str, name: str, person: int | None) -> None:
    db.execute("UPDATE seating SET name = ?, person_id = ? WHERE table_id = ? AND seat = ?", (name, person, table_id, seat))
