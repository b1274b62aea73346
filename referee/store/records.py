"""Import whole tables with their events' times; a future time of a wrong clock becomes now."""

from collections.abc import Sequence
from dataclasses import replace

from sqlite_utils import Database

from referee.event import Event

from . import events as log
from . import groups, tables
from .errors import Unknown
from .events import Batch
from .values import NewPerson, NewRecord, TableRow

KEY = "\x1frecord"  # Key of an imported table's first event; not printable, so no form can send it


def import_group(
    db: Database,
    uid: str,
    name: str,
    people: Sequence[NewPerson],
    at: float,
    now: float,
    letter: str,
) -> tuple[int, list[int]]:
    """Import a group and its missing people; return the ids of the group and its people."""
    known = db.execute("SELECT id FROM grp WHERE uid = ?", (uid,)).fetchone()
    group = known[0] if known else groups.create(db, min(at, now), letter, uid, name)
    here = dict(db.execute("SELECT uid, id FROM person WHERE group_id = ?", (group,)).fetchall())
    return group, [
        here.get(one.uid)
        or groups.add(db, group, one.name, min(one.played, now), one.sign, one.uid)
        for one in people
    ]


def import_record(
    db: Database,
    record: NewRecord,
    now: float,
    letter: str,
    group: int | None = None,
    members: Sequence[int | None] = (),
) -> tuple[TableRow, bool]:
    """Import a record into `group` with its `members`, or a new one; returns (table, is new)."""
    try:
        return tables.by_uid(db, record.uid), False
    except Unknown:
        pass
    at = min(record.events[0].at or now, now)
    if group is None:
        group, members = groups.create(db, at, letter), (None,) * len(record.people)
    people = [
        groups.add(db, group, name, at, sign) if member is None else member
        for (name, sign), member in zip(record.people, members, strict=True)
    ]
    seats = [
        (seat, name, people[person])
        for (seat, name), person in zip(record.seats, record.sitting, strict=True)
    ]
    table = tables.create(db, record.game, seats, group, at, letter, record.uid)
    told = log.prepare([_with_people(event, people) for event in record.events], KEY)
    for seen, (row, event) in enumerate(zip(told.rows, record.events, strict=True)):
        log.append(db, table.id, seen, Batch(f"{KEY}{seen}", (row,)), min(event.at, now))
    return table, True


def _with_people(event: Event, people: Sequence[int]) -> Event:
    """A seat event with person numbers replaced by this file's person ids."""
    named = {
        name: people[event.data[name] - 1]
        for name in ("was", "now")
        if event.type == "seat" and event.data.get(name)
    }
    return replace(event, data={**event.data, **named})
