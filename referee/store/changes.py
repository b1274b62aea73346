"""Changes to seats, people and phones; each is logged as an event in the same transaction."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from sqlite_utils import Database

from referee.event import Event

from . import devices, groups, identities, moves, tables
from . import events as log
from .codes import new_link
from .errors import NameTaken, Unknown
from .identities import Place, places_of
from .pool import Connections, reading, writing
from .subscriptions import Subscriptions
from .symbols import Sign
from .values import Appended, Role, SeatRow, TableRow, check_key, check_name

Announcement = tuple[Event, str]  # The event to log, and its key against double taps


class LoggedChanges(Connections):
    """Each change and the event that logs it are one transaction; `device` made the change."""

    _clock: Callable[[], float]
    _subscriptions: Subscriptions
    _node: str

    phones = reading(devices.phones)
    carry = writing(devices.carry)

    def announce(self, table_id: int, announcement: Announcement) -> Appended:
        """Append an event after the newest revision; a used key adds nothing."""
        return self._change(table_id, announcement, lambda db: None)

    def rename_seat(
        self, table_id: int, seat: str, name: str, announcement: Announcement, device: str = ""
    ) -> None:
        """Rename a seat's person at all their tables; raises Unknown, Unstorable, NameTaken."""
        check_name(name)
        at = self._clock()
        others: list[tuple[int, int]] = []

        def put_right(db: Database) -> None:
            places = [
                place
                for place in _rename_seat(db, table_id, seat, name)
                if place != (table_id, seat)
            ]
            others[:] = _tell_of_person(db, places, announcement[0], device, at)

        self._change(table_id, announcement, put_right)
        self._announce(others)

    def replace_seat(self, table_id: int, seat: str, name: str, announcement: Announcement) -> None:
        """Hand a seat over, freed from all devices; raises Unknown, Unstorable, NameTaken."""
        check_name(name)
        at = self._clock()
        self._change(
            table_id,
            announcement,
            lambda db: _take_over(db, tables.by_id(db, table_id), seat, name, at),
        )

    def rename_person(
        self, group_id: int, person: int, name: str, event: Event, device: str = ""
    ) -> None:
        """Rename a group's person at all tables; raises Unknown, Unstorable, NameTaken."""
        check_name(name)
        self._tell(lambda db: _rename_person(db, group_id, person, name), event, device)

    def merge_people(
        self, group_id: int, person: int, into: int, event: Event, device: str = ""
    ) -> None:
        """Merge two people, logged as a rename; raises Unknown, NameTaken, PlayedTogether."""
        self._tell(lambda db: identities.merge(db, group_id, person, into), event, device)

    def part_people(self, group_id: int, person: int, event: Event, device: str = "") -> None:
        """Undo a merge; raises Unknown, NameTaken."""
        self._tell(lambda db: identities.part(db, group_id, person), event, device)

    def forget_person(self, group_id: int, person: int, event: Event, device: str = "") -> None:
        """Erase a person's name from the group, its tables and the file; raises Unknown."""
        self._tell(lambda db: identities.forget(db, group_id, person), event, device)
        # The write-ahead log keeps the old name until a checkpoint truncates it.
        self._read(lambda db: db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone())

    def change_sign(
        self, group_id: int, person: int, sign: Sign, event: Event, device: str = ""
    ) -> None:
        """Give a person another sign, logged at all their tables; raises Unknown."""

        def stamp(db: Database) -> list[Place]:
            groups.choose_sign(db, group_id, person, sign)
            return places_of(db, person)

        self._tell(stamp, event, device)

    def decide(
        self,
        table_id: int,
        number: int,
        role: Role | None,
        announcement: Announcement,
        renew: bool = False,
    ) -> None:
        """Set a device's role (None: send away) and maybe renew links; raises Unknown, LastHost."""

        def decided(db: Database) -> None:
            devices.decide(db, table_id, number, role)
            if renew:
                tables.renew(db, table_id, self._letter())

        self._change(table_id, announcement, decided)

    def renew_links(self, table_id: int, announcement: Announcement) -> None:
        """Renew the links and the join code; devices stay let in. Raises Unknown."""
        self._change(table_id, announcement, lambda db: tables.renew(db, table_id, self._letter()))

    def free_seat(self, table_id: int, number: int, announcement: Announcement) -> None:
        """Remove a device's claim to a seat; raises Unknown."""
        self._change(table_id, announcement, lambda db: devices.free_seat(db, table_id, number))

    def let_enter(
        self,
        table_id: int,
        number: int,
        seat: str | None,
        announcement: Announcement,
        seen: int,
        let_in: bool,
        alone: bool,
    ) -> None:
        """Let a device enter, as `devices.let_enter`, at revision `seen`; raises Stale, Unknown."""
        self._change(
            table_id,
            announcement,
            lambda db: devices.let_enter(db, table_id, number, seat, let_in, alone),
            seen,
        )

    def _letter(self) -> str:
        """A random letter of this node for a new code or link; empty with a single node."""
        return secrets.choice(self._node) if self._node else ""

    def _change(
        self,
        table_id: int,
        announcement: Announcement,
        work: Callable[[Database], dict[str, Any] | None],
        seen: int | None = None,
    ) -> Appended:
        """Run `work` and log the event with its result; raises GameMoved.

        Raises Stale unless at revision `seen`.
        """
        event, key = announcement
        check_key(key)
        at = self._clock()

        def change(db: Database) -> Appended:
            moved = moves.made_before(db, table_id, key)
            earlier = moved or log.written_before(db, table_id, key)
            if earlier is not None:
                return earlier
            told_of = replace(event, data={**event.data, **(work(db) or {})})
            head = log.head(db, table_id) if seen is None else seen
            return log.append(db, table_id, head, log.prepare([told_of], key), at)

        appended = self._write(change)
        self._subscriptions.announce(table_id, appended.last)
        return appended

    def _tell(self, work: Callable[[Database], Sequence[Place]], event: Event, device: str) -> None:
        """Run `work` and log `event` at each place it returns, in one transaction."""
        at = self._clock()
        self._announce(self._write(lambda db: _tell_of_person(db, work(db), event, device, at)))

    def _announce(self, announcement: Sequence[tuple[int, int]]) -> None:
        for table_id, revision in announcement:
            self._subscriptions.announce(table_id, revision)


def _tell_of_person(
    db: Database, places: Sequence[Place], event: Event, device: str, at: float
) -> list[tuple[int, int]]:
    """Log `event` at each place, by the device's seat or role there; return new revisions."""
    announcement = []
    for table_id, seat in places:
        known = devices.find_grant(db, device, table_id)
        by = (known.seat or known.role) if known else "group"
        here = replace(event, seat=seat, data={**event.data, "seat": seat}, by=by)
        batch = log.prepare([here], new_link())
        made = log.append(db, table_id, log.head(db, table_id), batch, at)
        announcement.append((table_id, made.last))
    return announcement


def _rename_seat(db: Database, table_id: int, seat: str, name: str) -> Sequence[Place]:
    """Rename a seat's person, or seat the group's person of that name; return places renamed."""
    table, place = tables.by_id(db, table_id), _place(db, table_id, seat, name)
    known = groups.named(db, table.group_id, name)
    if place.person_id is None:
        _seat(db, table_id, seat, name, None)
    elif known in (None, place.person_id):
        return _rename_person(db, table.group_id, place.person_id, name)
    else:
        _seat(db, table_id, seat, name, known)
        groups.forget_unseated(db, place.person_id)
    return [(table_id, seat)]


def _take_over(
    db: Database, table: TableRow, seat: str, name: str, at: float
) -> dict[str, int | None]:
    place = _place(db, table.id, seat, name)
    if name == place.name:
        raise NameTaken(name)
    (person,) = groups.people_for(db, table.group_id, [(seat, name, None)], at)
    _seat(db, table.id, seat, name, person)
    db.execute("UPDATE grant_ SET seat = NULL WHERE table_id = ? AND seat = ?", (table.id, seat))
    return {"was": place.person_id, "now": person}


def _rename_person(db: Database, group_id: int, person: int, name: str) -> Sequence[Place]:
    known = groups.named(db, group_id, name)
    if known not in (None, person):
        raise NameTaken(name)
    changed = db.execute(
        "UPDATE person SET name = ? WHERE id = ? AND group_id = ?", (name, person, group_id)
    )
    if changed.rowcount != 1:
        raise Unknown("person")
    places = places_of(db, person, name)
    db.execute("UPDATE seating SET name = ? WHERE person_id = ?", (name, person))
    return places


def _place(db: Database, table_id: int, seat: str, name: str) -> SeatRow:
    """Return the seat; raises Unknown, or NameTaken if another seat there has the name."""
    places = {row.seat: row for row in tables.load_seats(db, table_id)}
    if seat not in places:
        raise Unknown("seat")
    if any(row.name.casefold() == name.casefold() for row in places.values() if row.seat != seat):
        raise NameTaken(name)
    return places[seat]


def _seat(db: Database, table_id: int, seat: str, name: str, person: int | None) -> None:
    db.execute(
        "UPDATE seating SET name = ?, person_id = ?, first_id = NULL WHERE table_id = ? AND"
        " seat = ?",
        (name, person, table_id, seat),
    )
