"""Import a group with its people and tables; existing ones stay unchanged."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.game import AnyGame
from referee.kernel.record import LATEST
from referee.store import Store
from referee.store.errors import Unknown, Unstorable
from referee.store.symbols import read_sign
from referee.store.values import NewPerson, NewRecord, TableRow

from .import_record import ImportedTable, ImportRefused, name_of, read_record, stored, uid_of

FORMAT = "referee-group/1"


@dataclass(frozen=True)
class ImportedGroup:
    """An imported group and its tables; None if all its tables are in other groups here."""

    group: int | None
    tables: tuple[ImportedTable, ...]

    @property
    def own(self) -> list[TableRow]:
        """Its tables in the group here."""
        return [one.table for one in self.tables if one.table.group_id == self.group]

    @property
    def elsewhere(self) -> list[TableRow]:
        """Its tables in another group here."""
        return [one.table for one in self.tables if one.table.group_id != self.group]


def is_group(told: object) -> bool:
    """Whether a JSON value is a group file, valid or not."""
    return isinstance(told, Mapping) and str(told.get("format", "")).startswith("referee-group/")


def import_group(
    store: Store, told: Mapping[str, Any], games: Mapping[str, AnyGame]
) -> ImportedGroup:
    """Store a group once all of it is read and replayed; raises ImportRefused.

    A table in another group here stays there with its rulings and links. If all are, no group is
    made. Files from before 0.10 may have `results` without logs, which are ignored.
    """
    if told.get("format") != FORMAT:
        raise ImportRefused("unknown_format", "/format", {"found": str(told.get("format"))[:40]})
    uid = uid_of(told, "")
    name = name_of(told["name"], "/name") if told.get("name") else ""
    people = [_person(one, f"/people/{at}") for at, one in enumerate(_list(told, "people", ""))]
    tables = [
        _table(one, f"/tables/{at}", people, games)
        for at, one in enumerate(_list(told, "tables", ""))
    ]
    records = [record for record, _members in tables]
    if _all_elsewhere(store, uid, records):
        return ImportedGroup(None, tuple(stored(store, record) for record in records))
    began = min((record.events[0].at for record in records), default=0.0)
    group, ids = store.import_group(uid, name, people, began)
    taken = tuple(
        stored(store, record, group, [one and ids[one - 1] for one in members])
        for record, members in tables
    )
    return ImportedGroup(group, taken)


def _all_elsewhere(store: Store, uid: str, records: Sequence[NewRecord]) -> bool:
    """Whether a group is unknown here while all its tables, at least one, are known."""
    return (
        bool(records)
        and not _knows(store.group_by_uid, uid)
        and all(_knows(store.table_by_uid, record.uid) for record in records)
    )


def _knows(find: Callable[[str], object], uid: str) -> bool:
    try:
        find(uid)
    except Unknown:
        return False
    return True


def _list(told: Mapping[str, Any], name: str, where: str) -> list[Any]:
    found = told.get(name)
    if not isinstance(found, list):
        raise ImportRefused("not_a_list", f"{where}/{name}")
    return found


def _person(told: Any, where: str) -> NewPerson:
    if not isinstance(told, Mapping):
        raise ImportRefused("not_an_object", where)
    name, played = told.get("name"), told.get("played")
    if not isinstance(played, int | float) or isinstance(played, bool) or not 0 <= played < LATEST:
        raise ImportRefused("not_a_number", f"{where}/played")
    try:
        sign = read_sign(str(told.get("sign")))
    except Unstorable as bad:
        raise ImportRefused("no_sign", f"{where}/sign") from bad
    return NewPerson(
        uid_of(told, where),
        "" if name == "" else name_of(name, f"{where}/name"),
        sign,
        float(played),
    )


def _table(
    told: Any, where: str, people: Sequence[NewPerson], games: Mapping[str, AnyGame]
) -> tuple[NewRecord, list[int | None]]:
    """A table's record, and each person's number in the group from 1, or None if unknown."""
    if not isinstance(told, Mapping):
        raise ImportRefused("not_an_object", where)
    try:
        record = read_record(told.get("record"), games)
    except ImportRefused as bad:
        raise ImportRefused(
            bad.code, f"{where}/record{bad.pointer}", bad.params, bad.rulings
        ) from bad
    members = _list(told, "people", where)
    if len(members) != len(record.people):
        raise ImportRefused("no_person", f"{where}/people")
    for at, one in enumerate(members):
        if one is not None and not (
            type(one) is int and 0 < one <= len(people) and one not in members[:at]
        ):
            raise ImportRefused("no_person", f"{where}/people/{at}")
    return record, members
