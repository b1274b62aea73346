"""The format of records, from which its schema and that of the API are made.

Whoever reads a record takes more than that: ``referee/kernel/record.py``.
"""

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.kernel.record import FORMAT, LATEST, MAX_EVENTS

Number = Annotated[int, Meta(ge=1)]
Name = Annotated[str, Meta(min_length=1)]
Time = Annotated[float, Meta(ge=0, lt=LATEST, description="seconds since 1970 (UTC)")]


class RecordedSeat(Struct):
    """A seat, its player and the player's sign, and the number of the person there at the end."""

    id: Name
    name: str | UnsetType = UNSET
    sign: str | UnsetType = UNSET
    person: Number | UnsetType = UNSET


class Person(Struct):
    """A player who sat at the table at some time."""

    name: str
    sign: str


class RecordedEvent(Struct, forbid_unknown_fields=True):
    """An event of the log; the first is the start, which the record itself tells."""

    seq: Annotated[int, Meta(ge=2)]
    type: Name
    data: dict[str, Any]
    seat: str | UnsetType | None = UNSET
    kind: str | UnsetType = UNSET
    accept: list[str] | UnsetType = UNSET
    reason: str | UnsetType = UNSET
    at: Time | UnsetType = UNSET
    by: str | UnsetType = UNSET


class Record(Struct):
    """A whole table: its game, house rules and seats, and every event of its log in order."""

    format: Annotated[str, Meta(extra_json_schema={"const": FORMAT})]
    game: str
    seats: Annotated[list[RecordedSeat], Meta(min_length=1)]
    events: Annotated[list[RecordedEvent], Meta(max_length=MAX_EVENTS)]
    rules_version: str | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    at: Time | UnsetType = UNSET
    uid: Annotated[str, Meta(min_length=32, max_length=32)] | UnsetType = UNSET
    people: (
        Annotated[
            list[Person], Meta(min_length=1, description="who ever sat here; numbered from 1")
        ]
        | UnsetType
    ) = UNSET
