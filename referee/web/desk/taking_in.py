"""Records from elsewhere become tables: read, played through, and stored only where all of it is
sound.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.contract import Illegal, Ruling, bound
from referee.kernel.fields import Bad
from referee.kernel.game import AnyGame
from referee.kernel.history import Event, History
from referee.kernel.record import BadRecord, load
from referee.store import Store
from referee.store.errors import Unstorable
from referee.store.events import prepare
from referee.store.signs import Sign, free_sign, read_sign
from referee.store.values import NewEvent, NewRecord, TableRow, check_name
from referee.table_events.calls import CALL, GO_ON, RULING, SETTLED
from referee.table_events.looks import LOOK
from referee.table_events.seats import SEAT

UID = re.compile(r"[0-9a-f]{32}")
ABOUT = ("retract", "amend", SETTLED, GO_ON, LOOK)
"""The types of event that are about an earlier one."""
TEXTS = ("clause", "option", "outcome", "change", "seat", "code", "key")
NUMBERS = ("of", "round", "move", "ruling", "upto")
FLAGS = ("waits", "withdrawn", "watches")
HOLDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(TEXTS, (str,)),
    **dict.fromkeys(NUMBERS, (int,)),
    **dict.fromkeys(FLAGS, (bool,)),
    "value": (str, int, bool, type(None)),
    "entry": (dict,),
    "drop": (list,),
}
"""What the data of an event that is no move holds under a name, whatever its type; ``was`` and
``now`` are checked apart.
"""


class NotTaken(ValueError):
    """A record that is not taken in: what is wrong (``code`` and ``params``), where as a JSON
    pointer, and the rulings against it.
    """

    def __init__(
        self,
        code: str,
        pointer: str,
        params: Mapping[str, Any] | None = None,
        rulings: tuple[Ruling, ...] = (),
    ) -> None:
        super().__init__(f"{pointer}: {code}")
        self.code, self.pointer, self.params, self.rulings = code, pointer, params or {}, rulings


@dataclass(frozen=True)
class Taken:
    """The table of a record, whether it was not here before, and how many events the record has
    that the table here lacks.
    """

    table: TableRow
    new: bool
    more: int = 0


def take_in(store: Store, record: object, games: Mapping[str, AnyGame]) -> Taken:
    """Store a record as a table of its own, once it is read and played through; one that is here
    already stays as it is. NotTaken.
    """
    return stored(store, read_record(record, games))


def stored(
    store: Store, new: NewRecord, group: int | None = None, members: Sequence[int | None] = ()
) -> Taken:
    """Store what was read, in a group of its own if none is given with its people. NotTaken."""
    try:
        table, is_new = store.take_in(new, group, members)
    except Unstorable as bad:
        raise NotTaken("not_stored", "", {"detail": str(bad)}) from bad
    return Taken(table, is_new, max(0, len(new.events) - store.head(table.id)))


def read_record(record: object, games: Mapping[str, AnyGame]) -> NewRecord:
    """A record, read and played through. NotTaken."""
    history, names = _played(record, games)
    assert isinstance(record, Mapping)
    new = NewRecord(
        uid=_uid(record),
        game=history.game.info.id,
        seats=tuple(
            (seat, name_of(name, f"/seats/{at}/name"))
            for at, (seat, name) in enumerate(names.items())
        ),
        **_people(record, names),
        events=tuple((_new(event), event.at) for event in history.events),
    )
    _check_events(history, len(new.people))
    return new


def each_record(told: Any) -> list[tuple[str, Any]]:
    """The records of a file that holds one or a list of them, each with its place as a JSON
    pointer.
    """
    return (
        [(f"/{at}", one) for at, one in enumerate(told)] if isinstance(told, list) else [("", told)]
    )


def pointer(where: str) -> str:
    """A place in a record as a JSON pointer: ``events[3].data`` is ``/events/3/data``."""
    return (
        ""
        if where == "record"
        else "/" + where.replace("[", "/").replace("]", "").replace(".", "/")
    )


def _played(record: object, games: Mapping[str, AnyGame]) -> tuple[History, dict[str, str]]:
    try:
        history, names = load(record, games)
    except BadRecord as bad:
        raise NotTaken(bad.code, pointer(bad.where), bad.params) from bad
    except Illegal as bad:
        raise NotTaken("no_start", "/options", rulings=tuple(bad.rulings)) from bad
    except (LookupError, TypeError, ValueError, OverflowError, RecursionError) as bad:
        raise NotTaken("no_start", "") from bad
    least, most = history.game.info.seats
    if not least <= len(names) <= most:
        raise NotTaken("no_start", "/seats")
    if history.broken:
        raise NotTaken(
            "refused",
            f"/events/{history.broken.seq - 2}",
            {"found": history.broken.seq},
            history.broken.rulings,
        )
    return history, names


def _check_events(history: History, people: int) -> None:
    """NotTaken where an event is about none before it, about somebody unknown, or larger than can
    be stored.
    """
    for event in history.events[1:]:
        where = f"/events/{event.seq - 2}"
        if event.type != "move":
            _check_types(event, where)
        of = event.data.get("of")
        if event.type in ABOUT and not (isinstance(of, int) and 0 < of < event.seq):
            raise NotTaken("no_target", f"{where}/data/of")
        for name in ("was", "now") if event.type == SEAT else ():
            person = event.data.get(name)
            if person is not None and not (type(person) is int and 0 < person <= people):
                raise NotTaken("no_person", f"{where}/data/{name}")
        if event.type == RULING and event.data.get("option"):
            _check_option(history, event.data, where)
        try:
            prepare([_new(event)], "k")
        except Unstorable as bad:
            raise NotTaken("not_stored", where, {"detail": str(bad)}) from bad


def _check_types(event: Event, where: str) -> None:
    """NotTaken where something in the data is of another type than pages read it as; a call names
    its phone by a mark.
    """
    held = {**HOLDS, "phone": (str,) if event.type == CALL else (int,)}
    for name, value in event.data.items():
        if name in held and type(value) not in held[name]:
            raise NotTaken("wrong_type", f"{where}/data/{name}")


def _check_option(history: History, told: Mapping[str, Any], where: str) -> None:
    """NotTaken where a ruling is on no option of the game, or holds to none of its values."""
    field = next(
        (
            option.field
            for option in history.game.info.options
            if option.field.name == told["option"]
        ),
        None,
    )
    if field is None:
        raise NotTaken("no_option", f"{where}/data/option", {"found": str(told["option"])[:40]})
    value = told.get("value")
    try:
        bound(field, history.seats).parse(
            value if isinstance(value, str | int) else str(value or "")
        )
    except Bad as bad:
        raise NotTaken("no_value", f"{where}/data/value") from bad


def _uid(record: Mapping[str, Any]) -> str:
    """What it is known by; a record from before they had that is known by what it holds."""
    if record.get("uid") is None:
        return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()[:32]
    return uid_of(record, "")


def uid_of(told: Mapping[str, Any], where: str) -> str:
    """What something is known by at every server. NotTaken."""
    uid = told.get("uid")
    if not isinstance(uid, str) or not UID.fullmatch(uid):
        raise NotTaken("no_uid", f"{where}/uid")
    return uid


def _people(record: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Who ever sat at the table, and which of them sit there at the end; without a list they are
    those of the seats.
    """
    rows = record["seats"]
    if "people" not in record:
        return {
            "people": tuple(_signed(list(names.values()), rows, "/seats")),
            "sitting": tuple(range(len(rows))),
        }
    told = record["people"]
    if not isinstance(told, list) or not all(isinstance(one, Mapping) for one in told):
        raise NotTaken("not_a_list", "/people")
    people = _signed(
        [name_of(one.get("name"), f"/people/{at}/name") for at, one in enumerate(told)],
        told,
        "/people",
    )
    sitting = [row.get("person") for row in rows]
    for at, person in enumerate(sitting):
        if type(person) is not int or not 0 < person <= len(people) or person in sitting[:at]:
            raise NotTaken("no_person", f"/seats/{at}/person")
    return {"people": tuple(people), "sitting": tuple(person - 1 for person in sitting)}


def _signed(names: list[str], rows: list[Any], where: str) -> list[tuple[str, Sign]]:
    """Names with the signs of their rows; who has none gets one that is free."""
    found: list[tuple[str, Sign]] = []
    for at, (name, row) in enumerate(zip(names, rows, strict=True)):
        try:
            sign = (
                read_sign(str(row["sign"]))
                if "sign" in row
                else free_sign(one for _name, one in found)
            )
        except Unstorable as bad:
            raise NotTaken("no_sign", f"{where}/{at}/sign") from bad
        found.append((name, sign))
    return found


def name_of(name: object, where: str) -> str:
    """A name that can be stored. NotTaken."""
    try:
        return check_name(str(name))
    except Unstorable as bad:
        raise NotTaken("not_stored", where, {"detail": str(bad)}) from bad


def _new(event: Event) -> NewEvent:
    return NewEvent(
        event.type,
        event.seat,
        event.kind or None,
        dict(event.data),
        event.accept,
        event.reason or None,
        event.by or None,
    )
