"""The log: appending to it and reading it."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlite_utils import Database

from .errors import Stale, Unknown, Unstorable
from .values import (
    KEY_JOINT,
    MAX_DATA,
    MAX_NAME,
    MAX_REASON,
    Appended,
    NewEvent,
    StoredEvent,
    check_text,
    data_text,
)

# A plain insert, since the triggers of the table itself refuse whatever is not the next
# revision with a new key: the check and the write are one statement.
_COLUMNS = (
    "table_id",
    "seq",
    "at",
    "type",
    "seat",
    "kind",
    "data",
    "accept",
    "reason",
    "by",
    "key",
)
_NAMED = ", ".join(f'event."{column}"' for column in _COLUMNS)
_INSERT = (
    f"INSERT INTO event ({_NAMED.replace('event.', '')}) VALUES ({', '.join('?' * len(_COLUMNS))})"
)

_ACCEPT = json.JSONEncoder(ensure_ascii=False)
_HEAD = "SELECT max(seq) FROM event WHERE table_id = ?"

# "$" is the character after "#": these are all keys that start with the batch's own.
_BATCH = "SELECT min(seq), max(seq) FROM event WHERE table_id = ? AND key >= ? AND key < ?"

_FROM = f"SELECT {_NAMED} FROM event WHERE table_id = ? AND seq >= ? ORDER BY seq"
_RULINGS = f"""
SELECT {_NAMED} FROM precedent p
CROSS JOIN event ON event.table_id = p.table_id AND event.seq = p.seq
WHERE p.group_id = ? AND p.game = ?
"""


@dataclass(frozen=True, slots=True)
class Batch:
    """Checked events ready to be appended: the columns from `type` on of each, and their key."""

    key: str
    rows: tuple[tuple[str | None, ...], ...]


def prepare(events: Sequence[NewEvent], key: str) -> Batch:
    """Check events and turn them into rows; Unstorable, TooLarge."""
    if not events:
        raise Unstorable("batch", "it has no event")
    return Batch(key, tuple(_row(event, f"{key}{KEY_JOINT}{i}") for i, event in enumerate(events)))


def _row(event: NewEvent, key: str) -> tuple[str | None, ...]:
    return (
        check_text("type", event.type, MAX_NAME),
        check_text("seat", event.seat, MAX_NAME),
        check_text("kind", event.kind, MAX_NAME),
        data_text(event.data),
        (
            check_text("list of accepted clauses", _ACCEPT.encode(event.accept), MAX_DATA)
            if event.accept
            else None
        ),
        check_text("reason", event.reason, MAX_REASON),
        check_text("by", event.by, MAX_NAME),
        key,
    )


def append(db: Database, table_id: int, seen: int, batch: Batch, at: float) -> Appended:
    """Write a batch after revision `seen`, or find that it was written before.

    Raises Stale or Unknown; the caller's transaction then undoes what was written so far.
    """
    seq = seen
    try:
        for seq, row in enumerate(batch.rows, start=seen + 1):
            db.execute(_INSERT, (table_id, seq, at, *row))
    except sqlite3.IntegrityError:
        # A used key or an old revision shows at the first event; later it is a fault.
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
    """Return where the batch with this key lies in a table's log, or None if there is none."""
    keys = (table_id, key + KEY_JOINT, key + chr(ord(KEY_JOINT) + 1))
    first, last = db.execute(_BATCH, keys).fetchone()
    return None if first is None else Appended(first, last, repeated=True)


def head(db: Database, table_id: int) -> int:
    """Return the newest revision of a table; Unknown."""
    (newest,) = db.execute(_HEAD, (table_id,)).fetchone()
    if newest is None:
        raise Unknown("table")
    return int(newest)


def heads(db: Database, table_ids: Sequence[int]) -> dict[int, int]:
    """Return the newest revision of each of the tables that exist."""
    # One subquery per table is a single step into the index; grouping would walk every event.
    rows = db.execute(
        "SELECT value, (SELECT max(seq) FROM event WHERE table_id = value) FROM json_each(?)",
        (json.dumps(table_ids),),
    )
    return {table_id: newest for table_id, newest in rows if newest is not None}


def read(db: Database, table_id: int, after: int = 0) -> tuple[StoredEvent, ...]:
    """Return a table's events with a revision above `after`, in order; Unknown."""
    # The event at `after` itself is asked for too: where it is there, so is the table, without a
    # second question.
    found = db.execute(_FROM, (table_id, after)).fetchall()
    if not found:
        head(db, table_id)
    return tuple(_event(row) for row in found if row[1] > after)


def rulings(db: Database, group_id: int, game: str) -> tuple[StoredEvent, ...]:
    """Return what a group ruled last on each point of a game, at whichever table, in order."""
    found = [_event(row) for row in db.execute(_RULINGS, (group_id, game)).fetchall()]
    return tuple(sorted(found, key=lambda event: (event.at, event.table_id, event.seq)))


def _event(row: sqlite3.Row | tuple[Any, ...]) -> StoredEvent:
    values = dict(zip(_COLUMNS, row, strict=True))
    return StoredEvent(
        **values | {"data": json.loads(values["data"]), "accept": _accepted(values["accept"])}
    )


def _accepted(stored: str | None) -> tuple[str, ...]:
    """The clauses let stand; half a character, which older versions stored, can be written nowhere
    else.
    """
    return (
        tuple(code.encode(errors="replace").decode() for code in json.loads(stored))
        if stored
        else ()
    )
