"""The store: the event logs, tables, groups and devices of one SQLite file.

It knows no game's rules: legality and scores are computed from the log elsewhere. Names belong to
seats and people, never to moves. Errors are subclasses of `StoreError` (see `errors`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from referee.event import Event

from . import devices, groups, identities, moves, records, sheets, tables
from . import events as log
from . import outcomes as counted
from . import unanswered as kept
from .changes import LoggedChanges
from .connect import connect_to_read, prepare
from .errors import Unstorable
from .pool import Readers, Writer, reading, writing
from .subscriptions import Heard, Subscriptions
from .tables import NewSeat
from .values import ROLES, Appended, NewPerson, NewRecord, Role, TableRow, check_key

FIRST_KEY = "\x1fstart"  # Key of a table's first event. It is not printable, so no form can send it
READ_SECONDS = 1.0  # Most seconds a read waits; only another program's exclusive lock makes it wait


class Store(LoggedChanges):
    """One database file, safe to use from many threads; one Store per process and file."""

    def __init__(
        self,
        path: str | PathLike[str],
        *,
        clock: Callable[[], float] = time.time,
        busy_timeout: float = 5.0,
        node: str = "",
        alone: bool = False,
    ) -> None:
        """Open the file; create or migrate it first.

        `busy_timeout`: seconds to wait for another process before StoreBusy. `node`: letters that
        start this node's codes and links, empty for a single node. `alone`: no other process has
        the file, so nothing watches it.
        """
        file = Path(path)
        prepare(file, busy_timeout)
        self._clock = clock
        self._node = node
        self._readers = Readers(file, min(busy_timeout, READ_SECONDS))
        self._writer = Writer(file, busy_timeout)
        watched = None if alone else connect_to_read(file, busy_timeout)
        self._subscriptions = Subscriptions(watched)

    def close(self) -> None:
        """Notify listeners, finish pending writes and close; safe to call twice."""
        self._subscriptions.close()
        self._readers.close()
        self._writer.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The log

    written = reading(log.written_before)
    events = reading(log.load_events)
    head = reading(log.head)
    rulings = reading(log.rulings)

    def append(self, table_id: int, seen: int, events: Sequence[Event], key: str) -> Appended:
        """Append a batch after revision `seen`, all or nothing, durable on return.

        A `key` already used at this table returns the earlier result, even if `seen` is stale.
        Raises Stale, Unknown, Unstorable, GameMoved, StoreBusy, StoreFailed, StoreClosed.
        """
        batch = log.prepare(events, check_key(key))
        at = self._clock()
        appended = self._write(
            lambda db: (
                moves.made_before(db, table_id, key) or log.append(db, table_id, seen, batch, at)
            )
        )
        self._subscriptions.announce(table_id, appended.last)
        return appended

    def listen(self, table_id: int, heard: Heard) -> Callable[[], None]:
        """Call `heard` with newer revisions, 0 at close; return unsubscribe. Raises StoreClosed."""
        return self._subscriptions.listen(table_id, heard)

    def wake_all(self) -> None:
        """Send 0 to every listener before the server stops."""
        self._subscriptions.wake_all()

    def answers(self) -> bool:
        """Whether the file is in place and readable; raises StoreFailed, StoreBusy, StoreClosed."""
        return self._writer.is_in_place() and self._read(
            lambda db: bool(db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
        )

    # Tables and seats

    table = reading(tables.by_id)
    table_by_code = reading(tables.by_code)
    table_by_uid = reading(tables.by_uid)
    table_by_link = reading(tables.by_link)
    table_ids = reading(tables.all_ids)
    tables_of_group = reading(tables.of_group)
    seats = reading(tables.load_seats)
    letters = reading(tables.letters)

    def create_table(
        self,
        game: str,
        first_event: Event,
        seats: Sequence[NewSeat],
        group_id: int | None = None,
    ) -> TableRow:
        """Create a table from seats (id, name, person or None); its first event is revision 1.

        Without a group, create one. A seat without a person gets the group's person of that name,
        or a new one. Raises Unknown (group or person), Unstorable.
        """
        checked = tables.check_seats(seats)
        batch = log.prepare([first_event], FIRST_KEY)
        at = self._clock()

        def create(db: Database) -> TableRow:
            sheets.keep_of(db, game, first_event, at)
            table = tables.create(db, game, checked, group_id, at, self._letter())
            log.append(db, table.id, 0, batch, at)
            return table

        return self._write(create)

    def import_record(
        self,
        record: NewRecord,
        group: int | None = None,
        members: Sequence[int | None] = (),
        returns: bool = False,
    ) -> tuple[TableRow, bool]:
        """Import a table into `group` or a new one; returns (table, is new). Raises Unstorable.

        With `returns`, one that was moved away comes back.
        """
        tables.check_seats([(seat, name, None) for seat, name in record.seats])
        at = self._clock()
        return self._write(
            lambda db: records.import_record(
                db, record, at, self._letter(), group, members, returns
            )
        )

    def import_group(
        self, uid: str, name: str, people: Sequence[NewPerson], at: float
    ) -> tuple[int, list[int]]:
        """Import a group and its missing people; return the ids of the group and its people."""
        now = self._clock()
        return self._write(
            lambda db: records.import_group(db, uid, name, people, at, now, self._letter())
        )

    def table_to_join(self, code: str) -> TableRow:
        """Return the table for a typed join code; raises Unknown, also for a renewed code."""
        return self._read(lambda db: tables.by_code(db, code, joining=True))

    # The sheets of games that people made

    sheet = reading(sheets.find)

    def keep_sheet(self, game: str, told: Mapping[str, Any]) -> None:
        """Store the sheet of a game before it is played; raises Unstorable."""
        at = self._clock()
        self._write(lambda db: sheets.keep(db, game, told, at))

    # Games that go on elsewhere, or came from there

    departure = reading(moves.departure)
    away = reading(moves.away)
    arrived = reading(moves.arrived)
    settle_move = writing(moves.settle)

    def depart(self, table_id: int, place: str, code: str = "") -> None:
        """Close a game that moves to a place, empty for a file; raises Unknown, GameMoved."""
        at = self._clock()
        self._write(lambda db: moves.depart(db, table_id, place, code, at))
        self._subscriptions.wake(table_id)

    def reopen(self, table_id: int) -> None:
        """Let a game that was moved go on here."""
        self._write(lambda db: moves.reopen(db, table_id))
        self._subscriptions.wake(table_id)

    def arrive(self, record: NewRecord, key: str) -> TableRow | None:
        """Import a game that comes with a key; None if it is here and came otherwise."""
        tables.check_seats([(seat, name, None) for seat, name in record.seats])
        at = self._clock()
        return self._write(lambda db: moves.arrive(db, record, key, at, self._letter()))

    # Questions that found no rule

    unanswered = reading(kept.load_questions)
    clear_unanswered = writing(kept.clear)

    def keep_unanswered(self, table_id: int, words: str) -> None:
        at = self._clock()
        self._write(lambda db: kept.store_question(db, table_id, words, at))

    # Groups and people

    group = reading(groups.by_id)
    group_by_link = reading(groups.by_link)
    group_by_uid = reading(groups.by_uid)
    people = reading(groups.people)
    persons = reading(groups.persons)
    everybody = reading(groups.everybody)
    merged = reading(identities.merged)
    choose_sign = writing(groups.choose_sign)
    rename_group = writing(groups.rename)

    # What tables came to

    outcomes = reading(counted.of_group)
    stamp_of_outcomes = reading(counted.stamp)
    keep_outcomes = writing(counted.store_outcomes)

    # Devices

    knows_device = reading(devices.exists)
    grant_of = reading(devices.find_grant)
    grant_by_code = reading(devices.find_by_code)
    in_group = reading(devices.in_group)
    claimed_seats = reading(devices.claimed_seats)
    tables_of_device = reading(devices.tables_of)
    leave_seat = writing(devices.leave_seat)
    only_watch = writing(devices.only_watch)
    mark_seen = writing(devices.mark_seen)
    mark_made = writing(devices.mark_made)

    def new_device(self, called: str = "") -> str:
        """Create a device and return its secret id; `called` is its id from another node."""
        at = self._clock()
        return self._write(lambda db: devices.create(db, at, called))

    def has_played(self, device: str, seconds: float) -> bool:
        """Whether a device at least this old was let in to a table that has entries."""
        since = self._clock() - seconds
        return self._read(lambda db: devices.has_played(db, device, since))

    def grant(
        self, device: str, table_id: int, role: Role, seat: str | None = None, let_in: bool = True
    ) -> None:
        """Give a device `role` at a table and claim `seat`; a role is never lowered.

        Without `seat`, an earlier claim stays. `let_in` is False for access by code alone. Raises
        Unknown, Unstorable, PhoneRemoved.
        """
        if role not in ROLES:
            raise Unstorable("role", "there is no such role")
        at = self._clock()
        self._write(lambda db: devices.grant(db, device, table_id, role, seat, at, let_in))
