"""Import records as tables: read, replay, and store only if all of it is valid."""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.event import Event
from referee.kernel.contract import Illegal, Ruling, bound
from referee.kernel.fields import Bad
from referee.kernel.game import AnyGame
from referee.kernel.history import History
from referee.kernel.record import BadRecord, load
from referee.own.part import BadSheet
from referee.service.disputes import CALL, GO_ON, RULING, SETTLED
from referee.service.recheck import LOOK
from referee.service.seats import SEAT
from referee.sheets import game_in
from referee.store import Store
from referee.store.errors import Unstorable
from referee.store.events import prepare
from referee.store.symbols import Sign, free_sign, read_sign
from referee.store.values import NewRecord, TableRow, check_name

UID = re.compile(r"[0-9a-f]{32}")
ABOUT = ("retract", "amend", SETTLED, GO_ON, LOOK)  # Event types that refer to an earlier event
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
"""Types of data fields of events other than moves; `was` and `now` are checked separately."""


class ImportRefused(ValueError):
    """A rejected record: `code` and `params`, a JSON pointer, and the rulings against it."""

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
class ImportedTable:
    """A record's table, whether it is new, and how many of the record's events it lacks."""

    table: TableRow
    new: bool
    more: int = 0


def import_record(store: Store, record: object, games: Mapping[str, AnyGame]) -> ImportedTable:
    """Import a record once read and replayed; an existing table stays. Raises ImportRefused."""
    return stored(store, read_record(record, games))


def stored(
    store: Store,
    new: NewRecord,
    group: int | None = None,
    members: Sequence[int | None] = (),
    returns: bool = False,
) -> ImportedTable:
    """Store a record; without `group`, create one with its people. Raises ImportRefused.

    With `returns`, a game that was moved away comes back.
    """
    try:
        table, is_new = store.import_record(new, group, members, returns)
    except Unstorable as bad:
        raise ImportRefused("not_stored", "", {"detail": str(bad)}) from bad
    return ImportedTable(table, is_new, missing_here(store, new, table))


def missing_here(store: Store, new: NewRecord, table: TableRow) -> int:
    """Return how many of a record's entries its table lacks, whatever came there instead."""
    return (_entries(new.events) - _entries(store.events(table.id))).total()


def _entries(events: Sequence[Event]) -> Counter[str]:
    """What was entered, but for what people did with seats, and what a file keeps back.

    On which phone a question was asked is no part of it, as phones have other names elsewhere.
    """
    return Counter(
        json.dumps(
            [event.type, event.seat, event.kind, {**event.data, "phone": None}, event.accept],
            sort_keys=True,
        )
        for event in events
        if event.type not in ("start", SEAT) and (event.kind or event.answer)
    )


def read_record(record: object, games: Mapping[str, AnyGame]) -> NewRecord:
    """Read and replay a record; raises ImportRefused."""
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
        events=history.events,
    )
    _check_events(history, len(new.people))
    return new


def each_record(told: Any) -> list[tuple[str, Any]]:
    """Return a file's record or records, each with its JSON pointer."""
    return (
        [(f"/{at}", one) for at, one in enumerate(told)] if isinstance(told, list) else [("", told)]
    )


def pointer(where: str) -> str:
    """Convert a place to a JSON pointer: `events[3].data` becomes `/events/3/data`."""
    return (
        ""
        if where == "record"
        else "/" + where.replace("[", "/").replace("]", "").replace(".", "/")
    )


def _played(record: object, games: Mapping[str, AnyGame]) -> tuple[History, dict[str, str]]:
    try:
        history, names = load(record, {**games, **game_in(record)})
    except BadSheet as bad:
        raise ImportRefused("unreadable_sheet", "/sheet") from bad
    except BadRecord as bad:
        raise ImportRefused(bad.code, pointer(bad.where), bad.params) from bad
    except Illegal as bad:
        raise ImportRefused("no_start", "/options", rulings=tuple(bad.rulings)) from bad
    except (LookupError, TypeError, ValueError, OverflowError, RecursionError) as bad:
        raise ImportRefused("no_start", "") from bad
    least, most = history.game.info.seats
    if not least <= len(names) <= most:
        raise ImportRefused("no_start", "/seats")
    if history.broken:
        raise ImportRefused(
            "refused",
            f"/events/{history.broken.seq - 2}",
            {"found": history.broken.seq},
            history.broken.rulings,
        )
    _check_goes_on(history)
    return history, names


def _check_goes_on(history: History) -> None:
    """Raise ImportRefused where something impossible stands after which nothing can be asked.

    Old tables let such entries stand; most go on.
    """
    wrong = next((played for played in history.played if played.impossible), None)
    if wrong is None:
        return
    try:
        history.game.prompts(history.state)
        history.game.scene(history.state)
    except (LookupError, TypeError, ValueError) as bad:
        found = {"found": wrong.changed}
        where = f"/events/{wrong.changed - 2}"
        raise ImportRefused("refused", where, found, wrong.impossible) from bad


def _check_events(history: History, people: int) -> None:
    """Raise ImportRefused for a bad reference, an unknown person or an event too large to store."""
    for event in history.events[1:]:
        where = f"/events/{event.seq - 2}"
        if event.type != "move":
            _check_types(event, where)
        of = event.data.get("of")
        if event.type in ABOUT and not (isinstance(of, int) and 0 < of < event.seq):
            raise ImportRefused("no_target", f"{where}/data/of")
        if event.type == SEAT:
            _check_handover(event, people, where)
        if event.type == RULING and event.data.get("option"):
            _check_option(history, event.data, where)
        try:
            prepare([event], "k")
        except Unstorable as bad:
            raise ImportRefused("not_stored", where, {"detail": str(bad)}) from bad


def _check_handover(event: Event, people: int, where: str) -> None:
    """Raise ImportRefused if a seat passed from or to a person that the record does not know."""
    for name in ("was", "now"):
        person = event.data.get(name)
        if person is not None and not (type(person) is int and 0 < person <= people):
            raise ImportRefused("no_person", f"{where}/data/{name}")


def _check_types(event: Event, where: str) -> None:
    """Raise ImportRefused for the wrong type; a dispute's phone is text, others' a number."""
    held = {**HOLDS, "phone": (str,) if event.type == CALL else (int,)}
    for name, value in event.data.items():
        if name in held and type(value) not in held[name]:
            raise ImportRefused("wrong_type", f"{where}/data/{name}")


def _check_option(history: History, told: Mapping[str, Any], where: str) -> None:
    """Raise ImportRefused if a ruling's option or value is not one of the game's."""
    field = next(
        (
            option.field
            for option in history.game.info.options
            if option.field.name == told["option"]
        ),
        None,
    )
    if field is None:
        raise ImportRefused(
            "no_option", f"{where}/data/option", {"found": str(told["option"])[:40]}
        )
    value = told.get("value")
    try:
        bound(field, history.seats).parse(
            value if isinstance(value, str | int) else str(value or "")
        )
    except Bad as bad:
        raise ImportRefused("no_value", f"{where}/data/value") from bad


def _uid(record: Mapping[str, Any]) -> str:
    """The record's uid; older records have none and get a hash of their content."""
    if record.get("uid") is None:
        return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()[:32]
    return uid_of(record, "")


def uid_of(told: Mapping[str, Any], where: str) -> str:
    """Return a uid, the same on every server; raises ImportRefused."""
    uid = told.get("uid")
    if not isinstance(uid, str) or not UID.fullmatch(uid):
        raise ImportRefused("no_uid", f"{where}/uid")
    return uid


def _people(record: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """All people who sat at the table, and who sits there at the end; by default the seats'."""
    rows = record["seats"]
    if "people" not in record:
        return {
            "people": tuple(_signed(list(names.values()), rows, "/seats")),
            "sitting": tuple(range(len(rows))),
        }
    told = record["people"]
    if not isinstance(told, list) or not all(isinstance(one, Mapping) for one in told):
        raise ImportRefused("not_a_list", "/people")
    people = _signed(
        [name_of(one.get("name"), f"/people/{at}/name") for at, one in enumerate(told)],
        told,
        "/people",
    )
    sitting = [row.get("person") for row in rows]
    for at, person in enumerate(sitting):
        if type(person) is not int or not 0 < person <= len(people) or person in sitting[:at]:
            raise ImportRefused("no_person", f"/seats/{at}/person")
    return {"people": tuple(people), "sitting": tuple(person - 1 for person in sitting)}


def _signed(names: list[str], rows: list[Any], where: str) -> list[tuple[str, Sign]]:
    """Names with their rows' signs; a missing sign becomes a free one."""
    found: list[tuple[str, Sign]] = []
    for at, (name, row) in enumerate(zip(names, rows, strict=True)):
        try:
            sign = (
                read_sign(str(row["sign"]))
                if "sign" in row
                else free_sign(one for _name, one in found)
            )
        except Unstorable as bad:
            raise ImportRefused("no_sign", f"{where}/{at}/sign") from bad
        found.append((name, sign))
    return found


def name_of(name: object, where: str) -> str:
    """Return a name that can be stored; raises ImportRefused."""
    try:
        return check_name(str(name))
    except Unstorable as bad:
        raise ImportRefused("not_stored", where, {"detail": str(bad)}) from bad
