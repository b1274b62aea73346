"""The values that go into the store and come out of it, and the checks on their size."""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeVar

from .errors import TooLarge, Unstorable
from .signs import Sign

T = TypeVar("T", str, str | None)
Role = Literal["watch", "seat", "host"]

ROLES: tuple[Role, ...] = ("watch", "seat", "host")
"""Every role a device can have at a table, the weakest first."""

MAX_REASON = 500
MAX_NAME = 80
MAX_DATA = 64 * 1024
MAX_KEY = 100
KEY_JOINT = "#"
EVERY = -1
"""Of rows: as many as there are."""

_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class NewEvent:
    """One event to be appended, without what only the store can give it (number, time, key).

    `data` is anything JSON can hold, at most 64 kB as UTF-8; `accept` names the clauses that
    were overruled; `reason` has at most 500 characters; `by` says who entered it.
    """

    type: str
    seat: str | None = None
    kind: str | None = None
    data: dict[str, Any] = field(default_factory=dict)
    accept: tuple[str, ...] = ()
    reason: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvent(NewEvent):
    """One event of a table's log; `seq` is its revision, `at` seconds since 1970 (UTC)."""

    table_id: int
    seq: int
    at: float
    key: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Appended:
    """Where a batch of events lies in the log; `repeated` if its key had been used before.

    `at` is the time the batch was given; a repeated one has none.
    """

    first: int
    last: int
    repeated: bool
    at: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A game table: `code` is in its address, `join_code` lets in, `uid` names its record wherever
    it is.

    The links are secrets, so they never show in a printed row.
    """

    id: int
    code: str
    game: str
    group_id: int
    created: float
    host_link: str = field(repr=False)
    seat_link: str = field(repr=False)
    watch_link: str = field(repr=False)
    join_code: str = ""
    uid: str = ""

    @property
    def day(self) -> str:
        """The day it was started, as sheets and files tell it."""
        return datetime.fromtimestamp(self.created).strftime("%Y-%m-%d")


@dataclass(frozen=True, slots=True)
class NewPerson:
    """Somebody of a group from elsewhere; ``name`` is empty where they are forgotten, ``played``
    when a table with them last began.
    """

    uid: str
    name: str
    sign: Sign
    played: float


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A whole table from elsewhere: its seats with names, everybody who ever sat there with name
    and sign, and its events with their times.

    `sitting` are the persons of the seats, by their place among the `people`; events name persons
    by that, too, from 1.
    """

    uid: str
    game: str
    seats: tuple[tuple[str, str], ...]
    people: tuple[tuple[str, Sign], ...]
    sitting: tuple[int, ...]
    events: tuple[tuple[NewEvent, float], ...]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A place at a table: its lasting id, and the name and sign shown for it now."""

    seat: str
    name: str
    position: int
    person_id: int | None
    sign: Sign


@dataclass(frozen=True, slots=True)
class GroupRow:
    """People who play together, and what they call their group, if anything; whoever has the link
    is one of them.
    """

    id: int
    link: str = field(repr=False)
    created: float
    name: str = ""
    uid: str = ""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody of a group, when a table with them last began, and their sign."""

    id: int
    group_id: int
    name: str
    last_played: float
    sign: Sign
    uid: str = ""


@dataclass(frozen=True, slots=True)
class Grant:
    """What one device may do at one table, the seat it claimed, if any, and the names and signs of
    all seats in the order round the table.

    What changed up to revision ``seen`` has been seen there; ``made`` are later events that it made
    itself. `number` is what the device is called by at this table; `held` says that the host set
    its role, which no link then raises; `let_in` that the host, or a link that lets enter, let it
    in, and not the code alone.
    """

    table: TableRow
    role: Role
    seat: str | None
    at: float
    names: Mapping[str, str] = field(default_factory=dict, compare=False)
    signs: Mapping[str, Sign] = field(default_factory=dict, compare=False)
    seen: int = field(default=0, compare=False)
    made: frozenset[int] = field(default=frozenset(), compare=False)
    number: int = field(default=0, compare=False)
    held: bool = field(default=False, compare=False)
    let_in: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class PhoneRow:
    """A device as the others at its table may know it: never by its id."""

    number: int
    role: Role
    seat: str | None
    at: float
    held: bool
    away: bool
    let_in: bool


def check_text(what: str, text: T, limit: int) -> T:
    """Return `text`, or None for None; TooLarge over `limit` characters, Unstorable if it is no
    valid Unicode.
    """
    if text is None:
        return text
    if len(text) > limit:
        raise TooLarge(what, len(text), limit, "characters")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Unstorable(what, "it has half a character in it") from None
    return text


def is_visible(char: str) -> bool:
    """Say whether a character leaves a mark: no space, no control, none of the four Hangul
    fillers.
    """
    return unicodedata.category(char)[0] in "LNPS" and char not in "\u115f\u1160\u3164\uffa0"


def is_hidden(char: str) -> bool:
    """Say whether a character cannot be seen or turns the line round: a control, half a character,
    all formats but joiners.
    """
    return (
        unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") and char not in "\u200c\u200d"
    )


def check_name(name: str) -> str:
    """Return a display name; Unstorable if it is blank or has a hidden character, TooLarge over 80
    characters.
    """
    if any(is_hidden(char) for char in name):
        raise Unstorable("name", "it has a character that cannot be shown")
    if not any(is_visible(char) for char in name):
        raise Unstorable("name", "it is empty")
    return check_text("name", name, MAX_NAME)


def check_key(key: str) -> str:
    """Return an idempotency key; the `#` is kept free to number the events of a batch."""
    if not key:
        raise Unstorable("key", "it is empty")
    if not key.isprintable():
        raise Unstorable("key", "it has a control character in it")
    if KEY_JOINT in key:
        raise Unstorable("key", f"it has a {KEY_JOINT} in it")
    return check_text("key", key, MAX_KEY)


def data_text(data: dict[str, Any]) -> str:
    """Return the JSON text of an event's data; TooLarge over 64 kB, Unstorable if not JSON."""
    try:
        text = _JSON.encode(data)
        size = len(text.encode())
    except UnicodeEncodeError:
        raise Unstorable("data", "it has half a character in it") from None
    except (TypeError, ValueError, RecursionError) as problem:
        raise Unstorable("data", f"JSON cannot hold it ({problem})") from problem
    if size > MAX_DATA:
        raise TooLarge("data", size, MAX_DATA, "bytes")
    return text
