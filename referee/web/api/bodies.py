"""Bodies of requests: each is read, checked and described by its one definition here."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from flask import request
from msgspec import Meta

from referee.event import Event, new_move
from referee.kernel.strict_json import NotJson, read_json
from referee.service.disputes import ANSWERS
from referee.service.settings import VALUES
from referee.store.values import MAX_KEY, MAX_REASON
from referee.web.http.errors import Fault
from referee.web.http.security import MAX_NUMBER
from referee.web.people.naming import LONGEST

MAX_TEXT = 4000
MAX_ENTRIES = 50
T = TypeVar("T")

Text = Annotated[str, Meta(max_length=MAX_TEXT)]
Number = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]
Words = Annotated[str, Meta(extra_json_schema={"maxLength": MAX_REASON})]
"""A text of which only the beginning is kept."""
Key = Annotated[str, Meta(extra_json_schema={"minLength": 1, "maxLength": MAX_KEY})]


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """An object without other keys."""


class Keyed(Body, kw_only=True):
    """A change, known again by its key."""

    key: Annotated[
        Key | None,
        Meta(
            description=(
                "What makes a repeat known. Required unless the header Idempotency-Key holds it"
            )
        ),
    ] = None


class Entry(Body):
    """An answer to a prompt: its fields, and the codes of rulings that are accepted."""

    kind: Text
    seat: Text | None = None
    data: dict[str, Any] = {}
    accept: Annotated[list[str], Meta(max_length=MAX_ENTRIES)] = []

    def as_entered(self) -> Event:
        """The entry as the table service takes it."""
        return new_move(self.kind, self.seat, self.data, tuple(self.accept))


Batch = Annotated[list[Entry], Meta(min_length=1, max_length=MAX_ENTRIES)]


class Entries(Body):
    """Entries to check."""

    entries: Batch


class Moves(Keyed):
    """Entries to record, and why rulings against them are accepted."""

    seen: Number
    entries: Batch
    reason: Annotated[str, Meta(max_length=MAX_REASON)] = ""


class Undo(Keyed):
    """What to undo; 0 is the newest entry."""

    seen: Number
    of: Number = 0


class Amend(Keyed):
    """The other answer to the prompt of an entry; `rewind` gives up later ones that break."""

    seen: Number
    of: Number
    entry: Entry
    reason: Words = ""
    rewind: bool = False


class Seen(Body):
    """The newest revision that this device was shown."""

    upto: Number


class NewHouse(Keyed):
    """Settings of the table to change."""

    settings: Annotated[
        dict[str, Any],
        Meta(
            extra_json_schema={
                "properties": {name: {"enum": list(values)} for name, values in VALUES.items()},
                "additionalProperties": False,
            }
        ),
    ] = {}


class NewRuling(Keyed):
    """How the group reads a clause, or decides an option."""

    clause: Text = ""
    option: Text = ""
    value: Text = ""
    words: Words = ""
    withdrawn: bool = False


class NewCall(Keyed):
    """What the game is paused for; `of` is an entry."""

    of: Number = 0
    clause: Text = ""
    option: Text = ""
    words: Words = ""


class Settlement(Keyed):
    """What was decided of a dispute."""

    outcome: Annotated[str, Meta(extra_json_schema={"enum": list(ANSWERS)})] = ""
    clause: Text = ""
    option: Text = ""
    value: Text = ""
    points: Text = ""
    words: Words = ""


class Ask(Keyed):
    """The seat this device asks for; all share a device without one."""

    seat: Text | None = None


class Yes(Keyed):
    """Whether the device may enter as it asks."""

    yes: bool = False


class Named(Body):
    """A player."""

    name: Annotated[str, Meta(extra_json_schema={"maxLength": LONGEST})]


class Start(Body):
    """A new table, of a game by its id or of a score sheet."""

    seats: Annotated[list[Named], Meta(min_length=1, max_length=MAX_ENTRIES)]
    game: Text = ""
    sheet: Annotated[
        dict[str, Any],
        Meta(
            description=(
                "A score sheet instead of `game`: `referee-sheet/1`, see referee/sheet.schema.json"
            )
        ),
    ] = {}
    edition: Text = "page"
    options: dict[str, Any] = {}
    again: Annotated[
        Text,
        Meta(
            description=("The code of an earlier table of this device: the new one joins its group")
        ),
    ] = ""
    group: Annotated[
        Text,
        Meta(
            description=(
                "The address of a group that this device belongs to, or the link in it: the new"
                " table joins it. Not beside `again`"
            )
        ),
    ] = ""


REQUIRED: Mapping[type[Body], str] = {
    Amend: "reason",
    NewHouse: "settings",
    NewRuling: "clause",
    Settlement: "outcome",
}
"""Keys that are described as required, though a code of their own says that they are missing."""


def json_body() -> Any:
    """Return the body's JSON value; raises Fault 415 or 400."""
    if not request.is_json:
        raise Fault(415, "unsupported_type")
    try:
        return read_json(request.get_data())
    except NotJson as unreadable:
        raise Fault(400, "not_json") from unreadable


def body(kind: type[T]) -> T:
    """Return the body as an object of this kind; raises Fault 415, 400 or 422."""
    try:
        return msgspec.convert(json_body(), kind)
    except msgspec.ValidationError as wrong:
        raise _fault(str(wrong)) from wrong


def read_key(sent: Keyed) -> str:
    """Return the idempotency key of the body or the Idempotency-Key header; else Fault 422."""
    key = sent.key or request.headers.get("Idempotency-Key", "")
    if not 1 <= len(key) <= MAX_KEY or not key.isascii() or not key.isprintable() or "#" in key:
        raise Fault(422, "no_key", where="key")
    return key


_WANTED = {"str": "text", "int": "integer", "bool": "boolean", "array": "list", "object": "object"}
_WRONG = re.compile(
    r"(?:Expected `(?P<wanted>\w+).*?|Object missing required field `(?P<missing>\w+)`"
    r"|Object contains unknown field `(?P<unknown>.*?)`)(?: - at `\$\.?(?P<place>.*)`)?",
    re.DOTALL,
)


def _fault(said: str) -> Fault:
    """The fault of which msgspec says: Expected `str`, got `int` - at `$.entries[0].kind`."""
    found = _WRONG.fullmatch(said)
    assert found, said
    wanted, missing, unknown, place = found.groups("")
    where = ".".join(filter(None, (place, missing or unknown[:40]))) or "body"

    if missing:
        return Fault(422, "missing_key", where=where)
    if wanted == "object" and (not place or place.endswith("]")):
        return Fault(422, "not_an_object", where=where)
    if wanted:
        return Fault(422, "wrong_type", where=where, wanted=_WANTED[wanted])
    return Fault(422, "unknown_key", where=where)
