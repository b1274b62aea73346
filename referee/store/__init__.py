"""The store: every table's log of events, and who may add to it, in one SQLite file.

It knows events and no game: what a move means, whether it is legal and what it scores is
worked out elsewhere from the log. Names belong to seats and people, never to moves.

Errors are `StoreError`s that carry what they are about: `Stale`, `StoreBusy`, `StoreClosed`,
`StoreFailed`, `NewerDatabase`, `Unknown` (`UnknownTable`), `Unstorable` (`TooLarge`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TypeVar

from sqlite_utils import Database

from . import backup, devices, groups, tables
from . import events as log
from .changes import Changes, Told
from .connect import Readers, connect_to_read, prepare
from .errors import (
    LastHost,
    NameTaken,
    NewerDatabase,
    SentAway,
    Stale,
    StoreBusy,
    StoreClosed,
    StoreError,
    StoreFailed,
    TooLarge,
    Unknown,
    UnknownTable,
    Unstorable,
)
from .tables import NewSeat
from .values import (
    MAX_DATA,
    MAX_KEY,
    MAX_NAME,
    MAX_REASON,
    ROLES,
    Appended,
    Grant,
    GroupRow,
    NewEvent,
    PersonRow,
    PhoneRow,
    Role,
    SeatRow,
    StoredEvent,
    TableRow,
    check_key,
    is_hidden,
    is_visible,
)
from .watch import Watch
from .writer import Writer

__all__ = [
    "FIRST_KEY",
    "MAX_DATA",
    "MAX_KEY",
    "MAX_NAME",
    "MAX_REASON",
    "ROLES",
    "Appended",
    "Grant",
    "GroupRow",
    "LastHost",
    "NameTaken",
    "NewEvent",
    "NewSeat",
    "NewerDatabase",
    "PersonRow",
    "PhoneRow",
    "Role",
    "SeatRow",
    "SentAway",
    "Stale",
    "Store",
    "StoreBusy",
    "StoreClosed",
    "StoreError",
    "StoreFailed",
    "StoredEvent",
    "TableRow",
    "Told",
    "TooLarge",
    "Unknown",
    "UnknownTable",
    "Unstorable",
    "is_hidden",
    "is_visible",
]

T = TypeVar("T")

FIRST_KEY = "\x1fstart"
"""The key of a table's first event; no form can send it, as keys are printable."""
EVERY = -1
READ_SECONDS = 1.0
"""How long a reading waits for another program; none does unless that keeps the file wholly to itself."""


class Store(Changes):
    """One database file, safe to use from many threads; one Store per process and file."""

    def __init__(
        self,
        path: str | PathLike[str],
        *,
        clock: Callable[[], float] = time.time,
        busy_timeout: float = 5.0,
    ) -> None:
        """Open the file, creating it or bringing it up to date first.

        `clock` gives the time of events; `busy_timeout` is how many seconds another process
        may keep the database before StoreBusy.
        """
        file = Path(path)
        prepare(file, busy_timeout)
        self._clock = clock
        self._readers = Readers(file, min(busy_timeout, READ_SECONDS))
        self._writer = Writer(file, busy_timeout)
        self._watch = Watch(connect_to_read(file, busy_timeout))

    def close(self) -> None:
        """Wake those who wait, finish what was submitted, close; a second call is harmless."""
        self._watch.close()
        self._readers.close()
        self._writer.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # The log

    def append(self, table_id: int, seen: int, events: Sequence[NewEvent], key: str) -> Appended:
        """Add a batch after revision `seen`, all of it or nothing, durable on return.

        A `key` used at this table before gives the earlier result again, however stale
        `seen` is. Stale, UnknownTable, Unstorable, StoreBusy, StoreFailed, StoreClosed.
        """
        batch = log.prepare(events, check_key(key))
        at = self._clock()
        appended = self._write(lambda db: log.append(db, table_id, seen, batch, at))
        self._watch.announce(table_id, appended.last)
        return appended

    def repeated(self, table_id: int, key: str) -> bool:
        """Say whether a batch with this key has been written to this table."""
        return self.written(table_id, key) is not None

    def written(self, table_id: int, key: str) -> Appended | None:
        """Return where the batch with this key lies in a table's log, or None if there is none."""
        return self._read(lambda db: log.written_before(db, table_id, key))

    def events(self, table_id: int, after: int = 0) -> tuple[StoredEvent, ...]:
        """Return the events with a revision above `after`, in order; UnknownTable."""
        return self._read(lambda db: log.read(db, table_id, after))

    def head(self, table_id: int) -> int:
        """Return the newest revision, whichever process wrote it; UnknownTable."""
        return self._read(lambda db: log.head(db, table_id))

    def wait(self, table_id: int, seen: int, timeout: float) -> int:
        """Return the newest revision as soon as it is above `seen`, or `seen` after `timeout` s.

        Also returns `seen` on `wake_all` and `close`. UnknownTable, StoreClosed.
        """
        return self._watch.wait(lambda: self.head(table_id), table_id, seen, timeout)

    def wake_all(self) -> None:
        """Let everybody who waits go, for a server that is about to stop."""
        self._watch.wake_all()

    # Tables and seats

    def create_table(
        self,
        game: str,
        first_event: NewEvent,
        seats: Sequence[NewSeat],
        group_id: int | None = None,
    ) -> TableRow:
        """Make a table with seats (id, name, person or None), its first event being revision 1.

        Without a group a new one is made. A seat without a person gets the group's person of
        that name, or a new one. Unknown group or person, Unstorable.
        """
        checked = tables.check_seats(seats)
        batch = log.prepare([first_event], FIRST_KEY)
        at = self._clock()

        def create(db: Database) -> TableRow:
            table = tables.create(db, game, checked, group_id, at)
            log.append(db, table.id, 0, batch, at)
            return table

        return self._write(create)

    def table(self, table_id: int) -> TableRow:
        """Return a table; UnknownTable."""
        return self._read(lambda db: tables.by_id(db, table_id))

    def table_by_code(self, code: str) -> TableRow:
        """Return the table with this code in its address, in whatever way it was typed; Unknown."""
        return self._read(lambda db: tables.by_code(db, code))

    def table_to_join(self, code: str) -> TableRow:
        """Return the table that a typed code lets into; Unknown, also where the code has been renewed since."""
        return self._read(lambda db: tables.by_code(db, code, joining=True))

    def table_by_link(self, link: str) -> tuple[TableRow, Role]:
        """Return the table a link opens and the role it gives; Unknown."""
        return self._read(lambda db: tables.by_link(db, link))

    def table_ids(self) -> tuple[int, ...]:
        """Return the ids of all tables, oldest first."""
        return self._read(tables.all_ids)

    def seats(self, table_id: int) -> tuple[SeatRow, ...]:
        """Return the seats in the order round the table; UnknownTable."""
        return self._read(lambda db: tables.seats(db, table_id))

    # Groups and people

    def group(self, group_id: int) -> GroupRow:
        """Return a group; Unknown."""
        return self._read(lambda db: groups.by_id(db, group_id))

    def group_by_link(self, link: str) -> GroupRow:
        """Return the group a link opens; Unknown."""
        return self._read(lambda db: groups.by_link(db, link))

    def rulings(self, group_id: int, game: str) -> tuple[StoredEvent, ...]:
        """Return what a group ruled last on each point of a game, at whichever table, in order."""
        return self._read(lambda db: log.rulings(db, group_id, game))

    def people(self, group_id: int, limit: int = EVERY) -> tuple[PersonRow, ...]:
        """Return a group's people, those who played last first, at most `limit`."""
        return self._read(lambda db: groups.people(db, group_id, limit))

    def persons(self, ids: Sequence[int]) -> tuple[PersonRow, ...]:
        """Return these people, those who played last first; whoever is not known is left out."""
        return self._read(lambda db: groups.persons(db, ids))

    def tables_of_group(self, group_id: int, limit: int = EVERY) -> tuple[TableRow, ...]:
        """Return a group's tables, newest first, at most `limit`."""
        return self._read(lambda db: tables.of_group(db, group_id, limit))

    # Devices

    def new_device(self) -> str:
        """Return the secret id of a device not seen before."""
        at = self._clock()
        return self._write(lambda db: devices.create(db, at))

    def knows_device(self, device: str) -> bool:
        """Say whether a device id was given out by this store."""
        return self._read(lambda db: devices.exists(db, device))

    def grant(self, device: str, table_id: int, role: Role, seat: str | None = None, let_in: bool = True) -> None:
        """Let a device be `role` at a table and claim `seat`; a role is never lowered.

        Without `seat` a seat claimed earlier is kept; `let_in` is False for what the code alone gives. Unknown, UnknownTable, Unstorable.
        """
        if role not in ROLES:
            raise Unstorable("role", "there is no such role")
        at = self._clock()
        self._write(lambda db: devices.grant(db, device, table_id, role, seat, at, let_in))

    def leave_seat(self, device: str, table_id: int) -> None:
        """Give up the seat a device had claimed; its role stays."""
        self._write(lambda db: devices.leave_seat(db, device, table_id))

    def mark_seen(self, device: str, table_id: int, seq: int) -> None:
        """Note that a device has seen what changed at a table up to revision `seq`; never goes back."""
        self._write(lambda db: devices.mark_seen(db, device, table_id, seq))

    def mark_made(self, device: str, table_id: int, seqs: Sequence[int]) -> None:
        """Note that a device made these events itself, so that it need not be told of them."""
        self._write(lambda db: devices.mark_made(db, device, table_id, seqs))

    def grant_of(self, device: str, table_id: int) -> Grant | None:
        """Return a device's role and seat at a table, or None if it has none."""
        return self._read(lambda db: devices.find(db, device, table_id))

    def grant_by_code(self, device: str, code: str) -> Grant | None:
        """Return what a device may do at the table with this code in its address, or None if nothing."""
        return self._read(lambda db: devices.find_by_code(db, device, code))

    def in_group(self, device: str, group_id: int) -> bool | None:
        """Say whether a device belongs to a group; False if it is kept out of it, None if nothing is known of it there."""
        return self._read(lambda db: devices.in_group(db, device, group_id))

    def role(self, device: str, table_id: int) -> Role | None:
        """Return a device's role at a table, or None if it has none."""
        found = self.grant_of(device, table_id)
        return found.role if found else None

    def claimed_seats(self, table_id: int) -> frozenset[str]:
        """Return the seats that some device has claimed."""
        return self._read(lambda db: devices.claimed_seats(db, table_id))

    def tables_of_device(self, device: str, limit: int = EVERY) -> tuple[Grant, ...]:
        """Return the tables a device was let in to, the one with the newest entry first."""
        return self._read(lambda db: devices.tables_of(db, device, limit))

    # The file

    def backup(self, path: str | PathLike[str]) -> None:
        """Copy the database, while it is in use, into one new file; FileExistsError."""
        self._read(lambda db: backup.copy(db, Path(path)))
