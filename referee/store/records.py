"""Import whole tables with their events' times; a future time of a wrong clock becomes now."""

from collections.abc import Sequence
from dataclasses import replace

from sqlite_utils import Database

from referee.event import Event

from . import events as log
from . import groups, sheets, tables
from .codes import new_uid
from .errors import Unknown
from .events import Batch
from .values import NewPerson, NewRecord, TableRow

_LEAVE_UID = """
UPDATE play SET uid = ? WHERE id = ? AND id IN (SELECT table_id FROM departure WHERE NOT reopened)
"""
_LEAD_ON = "UPDATE departure SET back_id = :newer WHERE table_id = :older"
# The game that came back is known at the server where it was.
_KNOW_AGAIN = """
INSERT INTO departure (table_id, at, place, key, code, link, missing, reopened)
SELECT :newer, at, place, key, '', link, missing, 1 FROM departure WHERE table_id = :older
"""
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
    returns: bool = False,
) -> tuple[TableRow, bool]:
    """Import a record into `group` with its `members`, or a new one; returns (table, is new).

    With `returns`, a game that was moved away comes back: as a new table of its group, to which
    the old one leads. Its people are found by their names.
    """
    older = _known(db, record.uid)
    if older and not (returns and _leaves_uid(db, older.id)):
        return older, False
    at = min(record.events[0].at or now, now)
    if older and group is None:
        group, members = older.group_id, _members(db, older.group_id, record)
    if group is None:
        group, members = groups.create(db, at, letter), (None,) * len(record.people)
    people = [
        groups.add(db, group, name, at, sign) if member is None else member
        for (name, sign), member in zip(record.people, members, strict=True)
    ]
    table = _create(db, record, group, people, at, now, letter)
    if older:
        db.execute(_LEAD_ON, {"older": older.id, "newer": table.id})
        db.execute(_KNOW_AGAIN, {"older": older.id, "newer": table.id})
    return table, True


def _create(
    db: Database,
    record: NewRecord,
    group: int,
    people: Sequence[int],
    at: float,
    now: float,
    letter: str,
) -> TableRow:
    """Create a record's table with its people's ids, and write its log."""
    seats = [
        (seat, name, people[person])
        for (seat, name), person in zip(record.seats, record.sitting, strict=True)
    ]
    sheets.keep_of(db, record.game, record.events[0], now)
    table = tables.create(db, record.game, seats, group, at, letter, record.uid)
    told = log.prepare([_with_people(event, people) for event in record.events], KEY)
    for seen, (row, event) in enumerate(zip(told.rows, record.events, strict=True)):
        log.append(db, table.id, seen, Batch(f"{KEY}{seen}", (row,)), min(event.at, now))
    return table


def _known(db: Database, uid: str) -> TableRow | None:
    try:
        return tables.by_uid(db, uid)
    except Unknown:
        return None


def _members(db: Database, group: int, record: NewRecord) -> list[int | None]:
    """Each person of a record as one of a group, each once; None for a new one."""
    known: dict[str, list[int]] = {}
    for person in groups.everybody(db, group):
        known.setdefault(person.name, []).append(person.id)
    return [known[name].pop(0) if known.get(name) else None for name, _sign in record.people]


def _leaves_uid(db: Database, table_id: int) -> bool:
    """Let a game that goes on elsewhere leave its uid to the one that comes back; False if not."""
    return bool(db.execute(_LEAVE_UID, (new_uid(), table_id)).rowcount)


def _with_people(event: Event, people: Sequence[int]) -> Event:
    """A seat event with person numbers replaced by this file's person ids."""
    named = {
        name: people[event.data[name] - 1]
        for name in ("was", "now")
        if event.type == "seat" and event.data.get(name)
    }
    return replace(event, data={**event.data, **named})
