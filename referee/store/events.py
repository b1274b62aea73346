"""Append to the event log and read it."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from referee.event import Event

from .errors import Stale, Unknown, Unstorable
from .values import KEY_JOINT, MAX_DATA, MAX_NAME, MAX_REASON, Appended, check_text, data_text

# A plain insert: triggers refuse all but the next revision with a new key.
# So check and write are one statement.
_INSERT = """
INSERT INTO event (table_id, seq, at, type, seat, kind, data, accept, reason, "by", key)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_COLUMNS = 'seq, type, seat, kind, data, accept, reason, "by", event.at'

_ACCEPT = json.JSONEncoder(ensure_ascii=False)
_HEAD = "SELECT max(seq) FROM event WHERE table_id = ?"

# "$" follows "#", so this range is all keys that start with the batch's key.
_BATCH = "SELECT min(seq), max(seq) FROM event WHERE table_id = ? AND key >= ? AND key < ?"

_FROM = f"SELECT {_COLUMNS} FROM event WHERE table_id = ? AND seq >= ? ORDER BY seq"
_RULINGS = f"""
SELECT table_id, {_COLUMNS} FROM precedent CROSS JOIN event USING (table_id, seq)
WHERE group_id = ? AND game = ?
"""


@dataclass(frozen=True, slots=True)
class Batch:
    """Checked events ready to append: a key, and each event's columns from `type` on."""

    key: str
    rows: tuple[tuple[str | None, ...], ...]


def prepare(events: Sequence[Event], key: str) -> Batch:
    """Check events and convert them to rows; raises Unstorable, TooLarge."""
    if not events:
        raise Unstorable("batch", "it has no event")
    return Batch(key, tuple(_row(event, f"{key}{KEY_JOINT}{i}") for i, event in enumerate(events)))


def _row(event: Event, key: str) -> tuple[str | None, ...]:
    return (
        check_text("type", event.type, MAX_NAME),
        check_text("seat", event.seat, MAX_NAME),
        check_text("kind", event.kind or None, MAX_NAME),
        data_text(event.data),
        (
            check_text("list of accepted clauses", _ACCEPT.encode(event.accept), MAX_DATA)
            if event.accept
            else None
        ),
        check_text("reason", event.reason or None, MAX_REASON),
        check_text("by", event.by or None, MAX_NAME),
        key,
    )


def append(db: Database, table_id: int, seen: int, batch: Batch, at: float) -> Appended:
    """Write a batch after `seen`, or find it by its key; Stale and Unknown need a rollback."""
    seq = seen
    try:
        for seq, row in enumerate(batch.rows, start=seen + 1):
            db.execute(_INSERT, (table_id, seq, at, *row))
    except sqlite3.IntegrityError:
        # A used key or a stale revision fails at the first event; later it is a bug.
        if seq > seen + 1:
            raise
        earlier = written_before(db, table_id, batch.key)
        if earlier is not None:
            return earlier
        newest = head(db, table_id)
        if newest == seen:
            raise
        raise Stale(seen, newest) from None
    return Appended(seen + 1, seq, repeated=False, at=at)


def written_before(db: Database, table_id: int, key: str) -> Appended | None:
    """Return the position of the batch with this key in a table's log, or None."""
    keys = (table_id, key + KEY_JOINT, key + chr(ord(KEY_JOINT) + 1))
    first, last = db.execute(_BATCH, keys).fetchone()
    return None if first is None else Appended(first, last, repeated=True)


def head(db: Database, table_id: int) -> int:
    """Return a table's newest revision; raises Unknown."""
    (newest,) = db.execute(_HEAD, (table_id,)).fetchone()
    if newest is None:
        raise Unknown("table")
    return int(newest)


def heads(db: Database, table_ids: Sequence[int]) -> dict[int, int]:
    """Return the newest revision by table id; unknown tables are left out."""
    # A subquery per table is one index lookup; grouping would scan every event.
    rows = db.execute(
        "SELECT value, (SELECT max(seq) FROM event WHERE table_id = value) FROM json_each(?)",
        (json.dumps(table_ids),),
    )
    return {table_id: newest for table_id, newest in rows if newest is not None}


def load_events(db: Database, table_id: int, after: int = 0) -> tuple[Event, ...]:
    """Return a table's events after revision `after`, in order; raises Unknown."""
    # Includes the event at `after`: if it is found, the table exists and needs no second query.
    found = db.execute(_FROM, (table_id, after)).fetchall()
    if not found:
        head(db, table_id)
    return tuple(_event(row) for row in found if row[0] > after)


def rulings(db: Database, group_id: int, game: str) -> tuple[tuple[int, Event], ...]:
    """Return a group's newest ruling on each point of a game, each with its table, in order."""
    rows = db.execute(_RULINGS, (group_id, game)).fetchall()
    found = [(table_id, _event(row)) for table_id, *row in rows]
    return tuple(sorted(found, key=lambda one: (one[1].at, one[0], one[1].seq)))


def _event(row: Sequence[Any]) -> Event:
    seq, type_, seat, kind, data, accept, reason, by, at = row
    told, accepted = json.loads(data), _accepted(accept)
    return Event(seq, type_, seat, kind or "", told, accepted, reason or "", by or "", at)


def _accepted(stored: str | None) -> tuple[str, ...]:
    """The clauses overruled; older versions may have stored lone surrogates, replaced by `?`."""
    return (
        tuple(code.encode(errors="replace").decode() for code in json.loads(stored))
        if stored
        else ()
    )
