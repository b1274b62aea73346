"""The store's value types and their size checks."""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeVar

from referee.event import Event

from .errors import TooLarge, Unstorable
from .symbols import Sign

T = TypeVar("T", str, str | None)
Role = Literal["watch", "seat", "host"]

ROLES: tuple[Role, ...] = ("watch", "seat", "host")  # A device's roles at a table, weakest first

MAX_REASON = 500
MAX_NAME = 80
MAX_DATA = 64 * 1024
MAX_KEY = 100
KEY_JOINT = "#"
EVERY = -1  # A row limit that means all rows

_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Appended:
    """The log positions of a batch; `repeated` (then without time `at`) if its key was used."""

    first: int
    last: int
    repeated: bool
    at: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A game table: address `code`, `join_code`, global `uid`; secret links are not in its repr."""

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
        return datetime.fromtimestamp(self.created).strftime("%Y-%m-%d")


@dataclass(frozen=True, slots=True)
class NewPerson:
    """A person to import; no `name` if forgotten, `played` is when their last table began."""

    uid: str
    name: str
    sign: Sign
    played: float


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A whole table to import: seats with names, all people who sat there, events with times.

    `sitting` gives each seat's person as an index into `people`; events refer to people from 1.
    """

    uid: str
    game: str
    seats: tuple[tuple[str, str], ...]
    people: tuple[tuple[str, Sign], ...]
    sitting: tuple[int, ...]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat: its permanent id, and its current name and sign."""

    seat: str
    name: str
    position: int
    person_id: int | None
    sign: Sign


@dataclass(frozen=True, slots=True)
class GroupRow:
    """People who play together; `name` may be empty, and anybody with the link belongs."""

    id: int
    link: str = field(repr=False)
    created: float
    name: str = ""
    uid: str = ""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person of a group; `last_played` is when their last table began."""

    id: int
    group_id: int
    name: str
    last_played: float
    sign: Sign
    uid: str = ""


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a game was moved: a server's address, empty for a file.

    `link` is the server's answer, empty while none has come; `missing` entries are not there.
    `reopened` here since; `back_id` is the game that came back.
    """

    table_id: int
    at: float
    place: str
    key: str = field(repr=False)
    code: str = field(repr=False)
    link: str = field(repr=False)
    missing: int
    reopened: bool
    back_id: int | None

    @property
    def server(self) -> str:
        """The address of the server."""
        return self.place.rpartition("/bring/")[0]

    @property
    def server_name(self) -> str:
        """The short name by which people know the server."""
        return self.server.partition("://")[2]


@dataclass(frozen=True, slots=True)
class Grant:
    """A device's rights at a table, its seat if any, and all seats' names and signs in order.

    It has seen events up to `seen`; `made` are later events of its own. `number` names it at the
    table. `held`: the host fixed its role, so no link raises it. `let_in`: admitted by the host or
    a link, not by code alone.
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
    """A device as others at its table may see it, without its id."""

    number: int
    role: Role
    seat: str | None
    at: float
    held: bool
    away: bool
    let_in: bool


def check_text(what: str, text: T, limit: int) -> T:
    """Return `text` or None; raises TooLarge over `limit`, Unstorable for lone surrogates."""
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
    """Say whether a character leaves a mark: no space, control or Hangul filler."""
    return unicodedata.category(char)[0] in "LNPS" and char not in "\u115f\u1160\u3164\uffa0"


def is_hidden(char: str) -> bool:
    """Say whether a character is invisible or changes direction; joiners are not hidden."""
    return (
        unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") and char not in "\u200c\u200d"
    )


def check_name(name: str) -> str:
    """Return a name; raises Unstorable if blank or with hidden characters, TooLarge over 80."""
    if any(is_hidden(char) for char in name):
        raise Unstorable("name", "it has a character that cannot be shown")
    if not any(is_visible(char) for char in name):
        raise Unstorable("name", "it is empty")
    return check_text("name", name, MAX_NAME)


def check_key(key: str) -> str:
    """Return an idempotency key; raises Unstorable, also for `#`, which numbers batch events."""
    if not key:
        raise Unstorable("key", "it is empty")
    if not key.isprintable():
        raise Unstorable("key", "it has a control character in it")
    if KEY_JOINT in key:
        raise Unstorable("key", f"it has a {KEY_JOINT} in it")
    return check_text("key", key, MAX_KEY)


def data_text(data: Mapping[str, Any]) -> str:
    """Return event data as JSON text; raises TooLarge over 64 kB, Unstorable if not JSON."""
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
