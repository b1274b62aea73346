"""Devices and their rights at each table."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from sqlite_utils import Database

from . import tables
from .codes import new_link, read_code
from .errors import LastHost, PhoneRemoved, Unknown
from .symbols import Sign
from .values import EVERY, ROLES, Grant, PhoneRow, Role, TableRow

_SEATED = (
    "(SELECT json_group_array(json_array(position, seat, seating.name, person_id, sign)) "
    "FROM seating LEFT JOIN person ON person.id = person_id WHERE seating.table_id = play.id)"
)
_COLUMNS = f"{tables.COLUMNS}, role, seat, at, seen, made, number, held, let_in, {_SEATED}"
_FROM = "FROM grant_ JOIN play ON play.id = table_id AND away = 0"
_NEXT_NUMBER = "(SELECT coalesce(max(number), 0) + 1 FROM grant_ WHERE table_id = ?2)"

# A device's last table is the one with the newest entry, not the newest grant.
# Events that only log a change are no entries.
_LAST_ENTRY = """
(SELECT at FROM event WHERE event.table_id = {}
AND type IN ('start', 'move', 'retract', 'amend') ORDER BY event.seq DESC LIMIT 1)
"""
MORE = 12  # Extra tables to read beyond the limit, as `last` is exact only to the minute


def create(db: Database, at: float, called: str = "") -> str:
    """Create a device, or adopt another node's id, and return its secret id."""
    device = called or new_link()
    db.execute("INSERT OR IGNORE INTO device (id, at) VALUES (?, ?)", (device, at))
    return device


def exists(db: Database, device: str) -> bool:
    """Say whether a device has this id."""
    return db.execute("SELECT 1 FROM device WHERE id = ?", (device,)).fetchone() is not None


def has_played(db: Database, device: str, since: float) -> bool:
    """Say whether a device from `since` or before was let in to a table that has entries."""
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
    """Give a device `role` at a table and claim `seat`; never lowers its rights.

    Without `seat`, an earlier claim stays. A new device counts as having seen all events so far.
    Only the host's link overrides a host's decision. `let_in` is False for access by code alone.
    Raises Unknown (device, table or seat), PhoneRemoved.
    """
    table = _check_grant(db, device, table_id, role, seat)
    let_in = let_in and role != "watch"
    before = find_grant(db, device, table_id)
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


def _check_grant(
    db: Database, device: str, table_id: int, role: Role, seat: str | None
) -> TableRow:
    if not exists(db, device):
        raise Unknown("device")
    table = tables.by_id(db, table_id)
    if seat is not None and seat not in {row.seat for row in tables.load_seats(db, table_id)}:
        raise Unknown("seat")
    away = db.execute(
        "SELECT 1 FROM grant_ WHERE device = ? AND table_id = ? AND away = 1", (device, table_id)
    ).fetchone()
    if role != "host" and away:
        raise PhoneRemoved
    return table


def leave_seat(db: Database, device: str, table_id: int) -> None:
    """Drop a device's claim to a seat; its role stays."""
    db.execute(
        "UPDATE grant_ SET seat = NULL WHERE device = ? AND table_id = ?", (device, table_id)
    )


def mark_seen(db: Database, device: str, table_id: int, seq: int) -> None:
    """Record that a device has seen all events up to revision `seq`; never moves back."""
    db.execute(
        "UPDATE grant_ SET seen = ?3, made = (SELECT json_group_array(value) FROM json_each(made)"
        " WHERE value > ?3) WHERE device = ?1 AND table_id = ?2 AND seen < ?3",
        (device, table_id, seq),
    )


def mark_made(db: Database, device: str, table_id: int, seqs: Sequence[int]) -> None:
    """Record that a device made these events itself, so it needs no notification."""
    db.execute(
        "UPDATE grant_ SET made = (SELECT json_group_array(DISTINCT value) FROM (SELECT value FROM"
        " json_each(made) UNION SELECT value FROM json_each(?3)) WHERE value > seen) WHERE device ="
        " ?1 AND table_id = ?2",
        (device, table_id, json.dumps(list(seqs))),
    )


def find_grant(db: Database, device: str, table_id: int) -> Grant | None:
    """Return a device's grant at a table, or None."""
    return _one(db, "device = ? AND table_id = ?", device, table_id)


def find_by_code(db: Database, device: str, typed: str) -> Grant | None:
    """Return a device's grant at the table with this typed code, or None."""
    return _one(db, "device = ? AND play.code = ?", device, read_code(typed))


def _one(db: Database, condition: str, *values: object) -> Grant | None:
    row = db.execute(f"SELECT {_COLUMNS} {_FROM} WHERE {condition}", values).fetchone()
    return None if row is None else _grant(row)


def tables_of(db: Database, device: str, limit: int = EVERY) -> tuple[Grant, ...]:
    """Return a device's grants, the table with the newest entry first."""
    asked = (
        f"SELECT {_COLUMNS}, {_LAST_ENTRY.format('play.id')} {_FROM} WHERE device = ? ORDER BY last"
        " DESC, table_id DESC LIMIT ?"
    )
    rows = db.execute(asked, (device, limit if limit < 0 else limit + MORE)).fetchall()
    newest = sorted(rows, key=lambda row: (row[-1], row[0]), reverse=True)
    return tuple(_grant(row[:-1]) for row in newest[: None if limit < 0 else limit])


def in_group(db: Database, device: str, group_id: int) -> bool | None:
    """Say whether a device was let in at a group's table; the newest table with an answer counts.

    False if that host set it to watch or sent it away; None if no table has an answer.
    """
    row = db.execute(
        "SELECT let_in FROM grant_ WHERE device = ? AND group_id = ? AND (let_in OR held OR away)"
        " ORDER BY table_id DESC LIMIT 1",
        (device, group_id),
    ).fetchone()
    return None if row is None else bool(row[0])


def claimed_seats(db: Database, table_id: int) -> frozenset[str]:
    """Return the seats of a table that any device has claimed."""
    rows = db.execute(
        "SELECT DISTINCT seat FROM grant_ WHERE table_id = ? AND seat IS NOT NULL", (table_id,)
    )
    return frozenset(row[0] for row in rows.fetchall())


def phones(db: Database, table_id: int) -> tuple[PhoneRow, ...]:
    """Return a table's devices by number, including those sent away."""
    tables.by_id(db, table_id)
    rows = db.execute(
        "SELECT number, role, seat, at, held, away, let_in FROM grant_ WHERE table_id = ? ORDER BY"
        " number",
        (table_id,),
    )
    return tuple(PhoneRow(*row[:4], *map(bool, row[4:])) for row in rows.fetchall())


def decide(db: Database, table_id: int, number: int, role: Role | None) -> None:
    """Set a device's role (None: send away); a watcher loses its seat. Raises Unknown, LastHost."""
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
    """Let a device enter for `seat` or everybody; raises Unknown (phone), also for one sent away.

    `let_in`: as a player. `alone`: other devices lose the seat.
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
    """Demote a device to watching at its player's wish; hosts keep their role, links still work."""
    changed = (
        "UPDATE grant_ SET role = 'watch', seat = NULL, let_in = 0 WHERE device = ? AND table_id ="
        " ? AND role = 'seat'"
    )
    db.execute(changed, (device, table_id))


def free_seat(db: Database, table_id: int, number: int) -> None:
    """Remove a device's claim to a seat; raises Unknown (phone)."""
    freed = db.execute(
        "UPDATE grant_ SET seat = NULL WHERE table_id = ? AND number = ?", (table_id, number)
    )
    if freed.rowcount != 1:
        raise Unknown("phone")


def carry(db: Database, table_id: int, to: int) -> None:
    """Copy all devices of one table to table `to`, each with the same person's seat if claimed."""
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
    own = frozenset(json.loads(made))
    return Grant(
        TableRow(*table), role, seat, at, names, signs, seen, own, number, bool(held), bool(let_in)
    )


@lru_cache(maxsize=1024)
def _seated(rows: str) -> tuple[Mapping[str, str], Mapping[str, Sign]]:
    places = sorted(json.loads(rows))
    names = {place: name for _, place, name, _person, _sign in places}
    signs = tables.seat_signs((person, place, sign) for _, place, _name, person, sign in places)
    return MappingProxyType(names), MappingProxyType(signs)
