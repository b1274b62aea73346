"""Devices, and what each may do at which table."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from sqlite_utils import Database

from . import tables
from .codes import new_link, read_code
from .errors import Unknown
from .values import ROLES, Grant, Role, TableRow

_NAMES = "(SELECT json_group_array(json_array(position, seat, name)) FROM seating WHERE seating.table_id = play.id)"
_GRANT = f"SELECT {tables.COLUMNS}, role, seat, at, seen, made, {_NAMES} FROM grant_ JOIN play ON play.id = table_id"

# The newest entry, not the newest grant, decides which table a device was at last.
_LAST_ENTRY = """
(SELECT at FROM event WHERE event.table_id = play.id ORDER BY event.seq DESC LIMIT 1)
"""


def create(db: Database, at: float) -> str:
    """Make a device and return its secret id."""
    device = new_link()
    db.execute("INSERT INTO device (id, at) VALUES (?, ?)", (device, at))
    return device


def exists(db: Database, device: str) -> bool:
    """Say whether this id was given out."""
    found = db.execute("SELECT 1 FROM device WHERE id = ?", (device,))
    return found.fetchone() is not None


def grant(db: Database, device: str, table_id: int, role: Role, seat: str | None, at: float) -> None:
    """Let a device be `role` at a table and claim `seat`; never lowers what it had.

    With `seat` None a seat claimed earlier is kept. Whoever comes new has seen everything so far.
    Unknown device or seat, UnknownTable.
    """
    if not exists(db, device):
        raise Unknown("device", device)
    table = tables.by_id(db, table_id)
    if seat is not None and seat not in {row.seat for row in tables.seats(db, table.id)}:
        raise Unknown("seat", seat)
    before = find(db, device, table_id)
    if before is not None:
        role = max(role, before.role, key=ROLES.index)
        seat = before.seat if seat is None else seat
        if (role, seat) == (before.role, before.seat):
            return
    db.execute(
        "INSERT INTO grant_ (device, table_id, role, seat, at, seen) "
        "VALUES (?1, ?2, ?3, ?4, ?5, (SELECT coalesce(max(seq), 0) FROM event WHERE table_id = ?2)) "
        "ON CONFLICT (device, table_id) DO UPDATE SET role = excluded.role, seat = excluded.seat",
        (device, table_id, role, seat, at),
    )


def leave_seat(db: Database, device: str, table_id: int) -> None:
    """Give up the seat a device had claimed; its role stays."""
    db.execute("UPDATE grant_ SET seat = NULL WHERE device = ? AND table_id = ?", (device, table_id))


def mark_seen(db: Database, device: str, table_id: int, seq: int) -> None:
    """Note that a device has seen what changed up to revision `seq`; what it saw before stays seen."""
    db.execute(
        "UPDATE grant_ SET seen = ?3, made = (SELECT json_group_array(value) FROM json_each(made) WHERE value > ?3) "
        "WHERE device = ?1 AND table_id = ?2 AND seen < ?3",
        (device, table_id, seq),
    )


def mark_made(db: Database, device: str, table_id: int, seqs: Sequence[int]) -> None:
    """Note that a device made events itself, so that it need not be told of them."""
    db.execute(
        "UPDATE grant_ SET made = (SELECT json_group_array(DISTINCT value) FROM "
        "(SELECT value FROM json_each(made) UNION SELECT value FROM json_each(?3)) WHERE value > seen) "
        "WHERE device = ?1 AND table_id = ?2",
        (device, table_id, json.dumps(list(seqs))),
    )


def find(db: Database, device: str, table_id: int) -> Grant | None:
    """Return what a device may do at a table, or None."""
    row = db.execute(f"{_GRANT} WHERE device = ? AND table_id = ?", (device, table_id)).fetchone()
    return None if row is None else _grant(row)


def find_by_code(db: Database, device: str, typed: str) -> Grant | None:
    """Return what a device may do at the table with this join code, however it was typed, or None."""
    row = db.execute(f"{_GRANT} WHERE device = ? AND play.code = ?", (device, read_code(typed))).fetchone()
    return None if row is None else _grant(row)


def tables_of(db: Database, device: str, limit: int) -> tuple[Grant, ...]:
    """Return the tables a device has been let in to, the one with the newest entry first."""
    rows = db.execute(
        f"{_GRANT} WHERE device = ? ORDER BY {_LAST_ENTRY} DESC, play.id DESC LIMIT ?",
        (device, limit),
    )
    return tuple(_grant(row) for row in rows.fetchall())


def claimed_seats(db: Database, table_id: int) -> frozenset[str]:
    """Return the seats of a table that some device has claimed."""
    rows = db.execute("SELECT DISTINCT seat FROM grant_ WHERE table_id = ? AND seat IS NOT NULL", (table_id,))
    return frozenset(row[0] for row in rows.fetchall())


def _grant(row: sqlite3.Row | tuple[Any, ...]) -> Grant:
    *table, role, seat, at, seen, made, names = row
    named = {place: name for _, place, name in sorted(json.loads(names))}
    return Grant(TableRow(*table), role, seat, at, named, seen, frozenset(json.loads(made)))
