"""Answers to requests, as they are described; what may be missing is ``Maybe``."""

from typing import Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from referee.service.settings import VALUES

T = TypeVar("T")
Maybe: TypeAlias = T | UnsetType
Params = dict[str, Any]
Totals = dict[str, int]


class RulingSchema(Struct):
    """What the rules say to an entry."""

    code: str
    clause: str
    level: Literal["impossible", "illegal", "note"]
    field: str | None
    params: Params
    text: str


class Failure(Struct):
    """Why nothing was done; `head` is the table's revision."""

    code: str
    message: str
    rulings: list[RulingSchema]
    head: Maybe[int] = UNSET
    where: Maybe[str] = UNSET
    entry: Maybe[int] = UNSET
    seq: Maybe[int] = UNSET
    call: Maybe[int] = UNSET


class Error(Struct):
    """A request that failed."""

    error: Failure


class MessageSchema(Struct):
    """A sentence and its code."""

    code: str
    params: Params
    clause: str
    text: str


class LineSchema(Struct):
    """A line of the score sheet."""

    seat: str
    round: int
    points: int
    clause: str
    code: str
    params: Params
    cards: list[str]
    slot: str
    part: str
    text: str


class ResultSchema(Struct):
    """The end of a game."""

    ranking: list[list[str]]
    winners: list[str]
    reasons: list[MessageSchema]


class FieldSchema(Struct):
    """How an answer has to look; what else it holds depends on its type."""

    name: str
    type: str
    optional: bool
    label: str


class PromptSchema(Struct):
    """What is asked now, of a seat or of the table."""

    kind: str
    text: str
    seat: str | None
    clause: str
    secret: bool
    aside: bool
    form: str
    fields: list[FieldSchema]


class GameSchema(Struct):
    """A game; where it is asked for by name, with its options, editions, slots and moves."""

    id: str
    name: str
    version: str
    seats: list[int]
    href: str
    rules: str
    prefix: Maybe[str] = UNSET
    rounds: Maybe[int] = UNSET
    options: Maybe[list[FieldSchema]] = UNSET
    editions: Maybe[list[Params]] = UNSET
    slots: Maybe[list[Params]] = UNSET
    moves: Maybe[list[Params]] = UNSET


class Games(Struct):
    """All games."""

    games: list[GameSchema]


class Rule(Struct):
    """A clause, an open point of the source, or a setting; found by words with its score."""

    id: str
    game: str
    version: str
    kind: str
    text: str
    href: str
    options: list[str]
    title: Maybe[str] = UNSET
    score: Maybe[float] = UNSET
    beside: Maybe[list[str]] = UNSET


class FoundRules(Struct):
    """Rules that answer a question, the best first."""

    rules: list[Rule]


class SeatSchema(Struct):
    """A seat, its player and, at a table, the total."""

    id: str
    name: str
    total: Maybe[int] = UNSET
    awaited: Maybe[bool] = UNSET


class DisputeSchema(Struct):
    """An open question that the game may be paused for."""

    seq: int
    round: int
    of: int | None
    clause: str | None
    option: str | None
    words: str
    by: str
    at: float
    text: str
    waits: bool


class Table(Struct):
    """A table as the caller may see it; in teams each seat has the total of its side."""

    code: str
    game: str
    revision: int
    role: str
    seat: str | None
    options: Params
    seats: list[SeatSchema]
    totals: Totals
    scene: Params
    prompts: list[PromptSchema]
    lines: list[LineSchema]
    result: ResultSchema | None
    calls: list[DisputeSchema]
    closed: bool
    next: str | None
    moved: str | None
    sides: Maybe[list[list[str]]] = UNSET


class ChangedNumber(Struct):
    """A number before and after a change."""

    kind: Literal["cell", "total", "result"]
    label: str
    old: Any
    new: Any


class Change(Struct):
    """A change by another phone."""

    seq: int
    type: str
    by: str
    at: float
    reason: str
    move: int | None
    text: str
    clauses: list[str]
    numbers: list[ChangedNumber]


class Changes(Struct):
    """Changes that this device was not shown."""

    revision: int
    changes: list[Change]


House = msgspec.defstruct("House", [(name, Literal[values]) for name, values in VALUES.items()])


class Waiting(Struct):
    """A device that asks to enter; all share it without a seat."""

    seq: int
    phone: int
    seat: str | None
    watches: bool


class OwnAsk(Waiting):
    """What this device asked last, and what became of it."""

    outcome: str


class Asks(Struct):
    """Who waits for this caller, and what this device asked last."""

    asks: list[Waiting]
    own: OwnAsk | None


class PendingApproval(Struct):
    """What waits for a yes."""

    revision: int
    ask: int


class Recorded(Struct):
    """The table's revision after a change."""

    revision: int


class TableLinks(Struct):
    """Links that give the rights of a host, of a player, or to watch."""

    host: str
    seat: str
    watch: str


class Links(Recorded):
    """A new code to join by, and new links."""

    join_code: str
    links: TableLinks


class Opened(Recorded):
    """A new table, and the address of its group."""

    code: str
    game: str
    href: str
    seats: list[SeatSchema]
    group: str
    links: TableLinks


class BroughtIn(Struct):
    """A record's table, or how many events the record has beyond the one that is here."""

    new: bool
    more: Maybe[int] = UNSET
    code: Maybe[str] = UNSET
    links: Maybe[TableLinks] = UNSET


class Trial(Struct):
    """What would be said to entries."""

    stands: bool
    stopped_at: int | None
    rulings: list[RulingSchema]
    lines: list[LineSchema]
    points: Totals


class Replayed(Struct):
    """A record played through."""

    game: str
    revision: int
    stands: bool
    lines: list[LineSchema]
    totals: Totals
    rulings: list[RulingSchema]
    broken: dict[str, Any] | None
    result: ResultSchema | None
    sides: Maybe[list[list[str]]] = UNSET
