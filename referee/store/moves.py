"""Games that go on elsewhere, and games that came from a phone."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import Any

from sqlite_utils import Database

from . import records, tables
from .codes import new_link
from .errors import GameMoved, Unknown
from .events import written_before
from .values import Appended, Departure, NewRecord, TableRow

_SELECT = f"SELECT {', '.join(field.name for field in fields(Departure))} FROM departure"


def departure(db: Database, table_id: int) -> Departure | None:
    """Return where a game was moved last, even if it was reopened here since."""
    row = db.execute(f"{_SELECT} WHERE table_id = ?", (table_id,)).fetchone()
    return _read(row) if row else None


def away(db: Database, table_ids: Iterable[int]) -> dict[int, Departure]:
    """Return those of these tables that go on elsewhere."""
    rows = db.execute(
        f"{_SELECT} WHERE NOT reopened AND table_id IN (SELECT value FROM json_each(?))",
        (json.dumps([*table_ids]),),
    )
    return {row[0]: _read(row) for row in rows.fetchall()}


def made_before(db: Database, table_id: int, key: str) -> Appended | None:
    """Return the batch with this key at a game that goes on elsewhere; raises GameMoved if none.

    At a game that goes on here, None.
    """
    if not away(db, [table_id]):
        return None
    earlier = written_before(db, table_id, key)
    if earlier is None:
        raise GameMoved
    return earlier


def depart(db: Database, table_id: int, place: str, code: str, at: float) -> None:
    """Close a game that moves to a place, empty for a file; raises GameMoved if it has.

    A place that may know the game already is told the same key again.
    """
    tables.by_id(db, table_id)
    before = departure(db, table_id)
    if before and not before.reopened:
        raise GameMoved
    key = before.key if before and before.place == place else new_link()
    db.execute(
        "INSERT OR REPLACE INTO departure (table_id, at, place, key, code) VALUES (?, ?, ?, ?, ?)",
        (table_id, at, place, key, code),
    )


def settle(db: Database, table_id: int, link: str, missing: int) -> None:
    """Keep the answer of the server; raises Unknown unless the game was sent."""
    settled = db.execute(
        "UPDATE departure SET link = ?, missing = ?, code = '', reopened = 0 WHERE table_id = ?"
        " AND place != ''",
        (link, missing, table_id),
    )
    if settled.rowcount != 1:
        raise Unknown("move")


def reopen(db: Database, table_id: int) -> None:
    """Let a game go on here; its key is kept, as the game may be at the other place."""
    db.execute("UPDATE departure SET reopened = 1, code = '' WHERE table_id = ?", (table_id,))


def arrived(db: Database, key: str) -> TableRow | None:
    """Return the game that came with this key, wherever it goes on by now."""
    row = db.execute("SELECT table_id FROM arrival WHERE key = ?", (_hash(key),)).fetchone()
    return tables.by_id(db, row[0]) if row else None


def arrive(db: Database, record: NewRecord, key: str, at: float, letter: str) -> TableRow | None:
    """Import a game that comes with a key; None if it is here already, and came otherwise.

    One that goes on elsewhere comes back if it came with this key before.
    """
    before = arrived(db, key)
    known = before is not None and before.uid == record.uid
    table, is_new = records.import_record(db, record, at, letter, returns=known)
    if not is_new:
        return table if known else None
    db.execute(
        "INSERT OR REPLACE INTO arrival (key, table_id) VALUES (?, ?)", (_hash(key), table.id)
    )
    return table


def _read(row: Sequence[Any]) -> Departure:
    found = Departure(*row)
    return replace(found, reopened=bool(found.reopened))


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
