"""Changes of a table that are no entries: seats that change hands, phones a host decides about; its log tells of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sqlite_utils import Database

from . import devices, seating, tables
from . import events as log
from .codes import new_link
from .lending import Lender, reading, writing
from .values import Appended, NewEvent, Role, check_key, check_name
from .watch import Watch

Told = tuple[NewEvent, str]
"""The event by which a table's log tells of a change, and the key that makes a double tap one change."""


class Changes(Lender):
    """This part of the store: each change and the event that tells of it are one transaction."""

    _clock: Callable[[], float]
    _watch: Watch

    phones = reading(devices.phones)
    carry = writing(devices.carry)

    def tell(self, table_id: int, told: Told) -> Appended:
        """Add an event that was decided against no revision, after whichever is the newest; a key used before adds nothing."""
        return self._change(table_id, told, lambda db: None)

    def rename_seat(self, table_id: int, seat: str, name: str, told: Told, device: str = "") -> None:
        """Put the name of whoever sits there right, at all tables of the group; the log of each tells of it.

        `device` did it. Unknown, Unstorable, NameTaken.
        """
        check_name(name)
        at = self._clock()
        others: list[tuple[int, int]] = []

        def put_right(db: Database) -> None:
            places = [place for place in seating.rename(db, table_id, seat, name) if place != (table_id, seat)]
            others[:] = _tell_of_names(db, places, told[0], device, at)

        self._change(table_id, told, put_right)
        self._announce(others)

    def replace_seat(self, table_id: int, seat: str, name: str, told: Told) -> None:
        """Let somebody else take over a seat; the event gets who sat (`was`) and who sits there (`now`), by person.

        No device claims the seat any more. Unknown, Unstorable, NameTaken.
        """
        check_name(name)
        at = self._clock()

        def take_over(db: Database) -> dict[str, Any]:
            was, now = seating.replace(db, tables.by_id(db, table_id), seat, name, at)
            return {"was": was, "now": now}

        self._change(table_id, told, take_over)

    def rename_person(self, group_id: int, person: int, name: str, event: NewEvent, device: str = "") -> None:
        """Call somebody of a group by another name, at all its tables; `event`, with the seat there, tells of it in the log of each.

        `device` did it. Unknown, Unstorable, NameTaken.
        """
        check_name(name)
        at = self._clock()

        def call(db: Database) -> list[tuple[int, int]]:
            return _tell_of_names(db, seating.rename_person(db, group_id, person, name), event, device, at)

        told = self._write(call)
        self._announce(told)

    def decide(self, table_id: int, number: int, role: Role | None, told: Told, renew: bool = False) -> None:
        """Set a device's role whatever its links say, or send it away (None), with new links for the others; Unknown, LastHost."""

        def decided(db: Database) -> None:
            devices.decide(db, table_id, number, role)
            if renew:
                tables.renew(db, table_id)

        self._change(table_id, told, decided)

    def renew_links(self, table_id: int, told: Told) -> None:
        """Give a table another code to join by and other links, and its group another link; who is in stays in. UnknownTable."""
        self._change(table_id, told, lambda db: tables.renew(db, table_id))

    def free_seat(self, table_id: int, number: int, told: Told) -> None:
        """Let a device claim no seat any more; Unknown."""
        self._change(table_id, told, lambda db: devices.free_seat(db, table_id, number))

    def _change(self, table_id: int, told: Told, work: Callable[[Database], dict[str, Any] | None]) -> Appended:
        """Do `work` and add the event that tells of it, with what `work` returns in its data, in one transaction."""
        event, key = told
        check_key(key)
        at = self._clock()

        def change(db: Database) -> Appended:
            earlier = log.written_before(db, table_id, key)
            if earlier is not None:
                return earlier
            told_of = replace(event, data=event.data | (work(db) or {}))
            return log.append(db, table_id, log.head(db, table_id), log.prepare([told_of], key), at)

        appended = self._write(change)
        self._watch.announce(table_id, appended.last)
        return appended

    def _announce(self, told: Sequence[tuple[int, int]]) -> None:
        for table_id, revision in told:
            self._watch.announce(table_id, revision)


def _tell_of_names(db: Database, places: Sequence[seating.Place], event: NewEvent, device: str, at: float) -> list[tuple[int, int]]:
    """Tell of a name put right in the log of each place's table, as made by whatever the device is there: the tables' newest revisions."""
    told = []
    for table_id, seat in places:
        known = devices.find(db, device, table_id)
        by = (known.seat or known.role) if known else "group"
        here = replace(event, seat=seat, data=event.data | {"seat": seat}, by=by)
        told.append((table_id, log.append(db, table_id, log.head(db, table_id), log.prepare([here], new_link()), at).last))
    return told
