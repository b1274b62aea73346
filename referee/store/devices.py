"""Devices, and what each may do at which table."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from sqlite_utils import Database

from . import tables
from .codes import new_link, read_code
from .errors import LastHost, SentAway, Unknown
from .signs import Sign
from .values import EVERY, ROLES, Grant, PhoneRow, Role, TableRow

_SEATED = (
    "(SELECT json_group_array(json_array(position, seat, seating.name, person_id, sign)) "
    "FROM seating LEFT JOIN person ON person.id = person_id WHERE seating.table_id = play.id)"
)
_COLUMNS = f"{tables.COLUMNS}, role, seat, at, seen, made, number, held, let_in, {_SEATED}"
_FROM = "FROM grant_ JOIN play ON play.id = table_id AND away = 0"
_NEXT_NUMBER = "(SELECT coalesce(max(number), 0) + 1 FROM grant_ WHERE table_id = ?2)"

# The newest entry, not the newest grant, decides which table a device was at last; what is only
# told of a table is no entry.
_LAST_ENTRY = """
(SELECT at FROM event WHERE event.table_id = {}
AND type IN ('start', 'move', 'retract', 'amend') ORDER BY event.seq DESC LIMIT 1)
"""
MORE = 12
"""How many tables more are looked at than are asked for, as `last` is known to the minute."""


def create(db: Database, at: float, called: str = "") -> str:
    """Make a device, or take over one that another node made, and return its secret id."""
    device = called or new_link()
    db.execute("INSERT OR IGNORE INTO device (id, at) VALUES (?, ?)", (device, at))
    return device


def exists(db: Database, device: str) -> bool:
    """Say whether this id was given out."""
    return db.execute("SELECT 1 FROM device WHERE id = ?", (device,)).fetchone() is not None


def has_played(db: Database, device: str, since: float) -> bool:
    """Say whether a device made at `since` or before was let in to a table at which something was
    entered.
    """
    asked = (
        "SELECT 1 FROM device JOIN grant_ ON device = device.id WHERE device.id = ? AND device.at"
        " <= ? AND let_in AND NOT away AND EXISTS (SELECT 1 FROM event WHERE event.table_id ="
        " grant_.table_id AND type IN ('move', 'retract', 'amend')) LIMIT 1"
    )
    return db.execute(asked, (device, since)).fetchone() is not None


def grant(
    db: Database,
    device: str,
    table_id: int,
    role: Role,
    seat: str | None,
    at: float,
    let_in: bool = True,
) -> None:
    """Let a device be `role` at a table and claim `seat`; never lowers what it had.

    With `seat` None a seat claimed earlier is kept. Whoever comes new has seen everything so far.
    What the host decided about the device is undone by the host's link alone. Whoever comes to
    enter is `let_in`, unless by the code alone. Unknown device or seat, Unknown, SentAway.
    """
    let_in = let_in and role != "watch"
    if not exists(db, device):
        raise Unknown("device")
    table = tables.by_id(db, table_id)
    if seat is not None and seat not in {row.seat for row in tables.seats(db, table.id)}:
        raise Unknown("seat")
    away = db.execute(
        "SELECT 1 FROM grant_ WHERE device = ? AND table_id = ? AND away = 1", (device, table_id)
    ).fetchone()
    if role != "host" and away:
        raise SentAway
    before = find(db, device, table_id)
    if before is not None:
        role = (
            before.role
            if before.held and role != "host"
            else max(role, before.role, key=ROLES.index)
        )
        seat = before.seat if seat is None else seat
        let_in = before.let_in or (let_in and role != "watch")
        if (role, seat, let_in) == (before.role, before.seat, before.let_in):
            return
    db.execute(
        "INSERT INTO grant_ (device, table_id, role, seat, at, let_in, seen, number, group_id,"
        " last) VALUES (?1, ?2, ?3, ?4, ?5, ?6, (SELECT coalesce(max(seq), 0) FROM event WHERE"
        f" table_id = ?2), {_NEXT_NUMBER}, ?7, coalesce({_LAST_ENTRY.format('?2')}, 0)) ON CONFLICT"
        " (device, table_id) DO UPDATE SET role = excluded.role, seat = excluded.seat, let_in ="
        " excluded.let_in, held = held AND excluded.role <> 'host', away = 0",
        (device, table_id, role, seat, at, let_in, table.group_id),
    )


def leave_seat(db: Database, device: str, table_id: int) -> None:
    """Give up the seat a device had claimed; its role stays."""
    db.execute(
        "UPDATE grant_ SET seat = NULL WHERE device = ? AND table_id = ?", (device, table_id)
    )


def mark_seen(db: Database, device: str, table_id: int, seq: int) -> None:
    """Note that a device has seen what changed up to revision `seq`; what it saw before stays
    seen.
    """
    db.execute(
        "UPDATE grant_ SET seen = ?3, made = (SELECT json_group_array(value) FROM json_each(made)"
        " WHERE value > ?3) WHERE device = ?1 AND table_id = ?2 AND seen < ?3",
        (device, table_id, seq),
    )


def mark_made(db: Database, device: str, table_id: int, seqs: Sequence[int]) -> None:
    """Note that a device made events itself, so that it need not be told of them."""
    db.execute(
        "UPDATE grant_ SET made = (SELECT json_group_array(DISTINCT value) FROM (SELECT value FROM"
        " json_each(made) UNION SELECT value FROM json_each(?3)) WHERE value > seen) WHERE device ="
        " ?1 AND table_id = ?2",
        (device, table_id, json.dumps(list(seqs))),
    )


def find(db: Database, device: str, table_id: int) -> Grant | None:
    """Return what a device may do at a table, or None."""
    return _one(db, "device = ? AND table_id = ?", device, table_id)


def find_by_code(db: Database, device: str, typed: str) -> Grant | None:
    """Return what a device may do at the table with this join code, however it was typed, or
    None.
    """
    return _one(db, "device = ? AND play.code = ?", device, read_code(typed))


def _one(db: Database, condition: str, *values: object) -> Grant | None:
    row = db.execute(f"SELECT {_COLUMNS} {_FROM} WHERE {condition}", values).fetchone()
    return None if row is None else _grant(row)


def tables_of(db: Database, device: str, limit: int = EVERY) -> tuple[Grant, ...]:
    """Return the tables a device has been let in to, the one with the newest entry first."""
    asked = (
        f"SELECT {_COLUMNS}, {_LAST_ENTRY.format('play.id')} {_FROM} WHERE device = ? ORDER BY last"
        " DESC, table_id DESC LIMIT ?"
    )
    rows = db.execute(asked, (device, limit if limit < 0 else limit + MORE)).fetchall()
    newest = sorted(rows, key=lambda row: (row[-1], row[0]), reverse=True)
    return tuple(_grant(row[:-1]) for row in newest[: None if limit < 0 else limit])


def in_group(db: Database, device: str, group_id: int) -> bool | None:
    """Say whether a device belongs to a group: it was let in to enter at one of its tables.

    The newest table that says something counts; False if there the host lets it only watch or sent
    it away. None if none does.
    """
    row = db.execute(
        "SELECT let_in FROM grant_ WHERE device = ? AND group_id = ? AND (let_in OR held OR away)"
        " ORDER BY table_id DESC LIMIT 1",
        (device, group_id),
    ).fetchone()
    return None if row is None else bool(row[0])


def claimed_seats(db: Database, table_id: int) -> frozenset[str]:
    """Return the seats of a table that some device has claimed."""
    rows = db.execute(
        "SELECT DISTINCT seat FROM grant_ WHERE table_id = ? AND seat IS NOT NULL", (table_id,)
    )
    return frozenset(row[0] for row in rows.fetchall())


def phones(db: Database, table_id: int) -> tuple[PhoneRow, ...]:
    """Return the devices of a table by their numbers, those sent away too."""
    tables.by_id(db, table_id)
    rows = db.execute(
        "SELECT number, role, seat, at, held, away, let_in FROM grant_ WHERE table_id = ? ORDER BY"
        " number",
        (table_id,),
    )
    return tuple(PhoneRow(*row[:4], *map(bool, row[4:])) for row in rows.fetchall())


def decide(db: Database, table_id: int, number: int, role: Role | None) -> None:
    """Set the role of a device as the host says, or send it away (None); a watching or absent one
    claims no seat.

    Unknown phone; LastHost if the table would have no host any more.
    """
    known = {phone.number: phone for phone in phones(db, table_id)}
    if number not in known:
        raise Unknown("phone")
    hosts = {phone.number for phone in known.values() if phone.role == "host" and not phone.away}
    if role != "host" and hosts == {number}:
        raise LastHost
    db.execute(
        "UPDATE grant_ SET role = ?1, held = 1, away = ?2, let_in = ?3, seat = CASE WHEN ?3 THEN"
        " seat END WHERE table_id = ?4 AND number = ?5",
        (role or "watch", role is None, role in ("seat", "host"), table_id, number),
    )


def let_enter(
    db: Database, table_id: int, number: int, seat: str | None, let_in: bool, alone: bool
) -> None:
    """Let a device enter, for `seat` or for everybody; `let_in` as a player, `alone` so that no
    other device claims the seat any more.

    Unknown phone, also one that was sent away.
    """
    raised = db.execute(
        "UPDATE grant_ SET role = CASE role WHEN 'host' THEN role ELSE 'seat' END, seat = ?1,"
        " let_in = max(let_in, ?2) WHERE table_id = ?3 AND number = ?4 AND away = 0",
        (seat, let_in, table_id, number),
    )
    if raised.rowcount != 1:
        raise Unknown("phone")
    if alone:
        db.execute(
            "UPDATE grant_ SET seat = NULL WHERE table_id = ? AND seat = ? AND number <> ?",
            (table_id, seat, number),
        )


def only_watch(db: Database, device: str, table_id: int) -> None:
    """Let a device that is no host only watch from now on, as its player wishes; whatever let it in
    may do so again.
    """
    changed = (
        "UPDATE grant_ SET role = 'watch', seat = NULL, let_in = 0 WHERE device = ? AND table_id ="
        " ? AND role = 'seat'"
    )
    db.execute(changed, (device, table_id))


def free_seat(db: Database, table_id: int, number: int) -> None:
    """Let a device of a table claim no seat any more; Unknown phone."""
    freed = db.execute(
        "UPDATE grant_ SET seat = NULL WHERE table_id = ? AND number = ?", (table_id, number)
    )
    if freed.rowcount != 1:
        raise Unknown("phone")


def carry(db: Database, table_id: int, to: int) -> None:
    """Let every device of one table be at another as it is here, with the seat of the same person
    if it claimed one.
    """
    db.execute(
        "INSERT OR IGNORE INTO grant_ (device, table_id, role, seat, at, number, held, away,"
        " let_in, group_id, last) SELECT device, ?1, role, (SELECT new.seat FROM seating old JOIN"
        " seating new ON new.person_id = old.person_id WHERE old.table_id = ?2 AND old.seat ="
        " grant_.seat AND new.table_id = ?1), at, number, held, away, let_in, group_id,"
        f" coalesce({_LAST_ENTRY.format('?1')}, 0) FROM grant_ WHERE table_id = ?2",
        (to, table_id),
    )


def _grant(row: sqlite3.Row | tuple[Any, ...]) -> Grant:
    *table, role, seat, at, seen, made, number, held, let_in, seated = row
    names, signs = _seated(seated)
    return Grant(
        TableRow(*table),
        role,
        seat,
        at,
        names,
        signs,
        seen,
        frozenset(json.loads(made)),
        number,
        bool(held),
        bool(let_in),
    )


@lru_cache(maxsize=1024)
def _seated(rows: str) -> tuple[Mapping[str, str], Mapping[str, Sign]]:
    """The names and the signs of those who sit at a table, from one row for each of them."""
    places = sorted(json.loads(rows))
    names = {place: name for _, place, name, _person, _sign in places}
    signs = tables.seat_signs((person, place, sign) for _, place, _name, person, sign in places)
    return MappingProxyType(names), MappingProxyType(signs)
