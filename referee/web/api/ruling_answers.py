"""Answers of Ask the referee as described: rulings, what they rest on, other interpretations."""

from typing import Any

from msgspec import Struct

from .answers import (
    FieldSchema,
    LineSchema,
    MessageSchema,
    Params,
    ResultSchema,
    RulingSchema,
    Totals,
)


class HeldRuling(Struct):
    """A ruling that the group keeps."""

    clause: str
    text: str
    option: str | None
    value: Any
    words: str
    at: float


class Rulings(Struct):
    """All rulings of the group for a game."""

    rulings: list[HeldRuling]


class QuestionSchema(Struct):
    """A question that the referee answers, and the facts it needs."""

    id: str
    text: str
    clause: str
    fields: list[FieldSchema]


class Questions(Struct):
    """All questions about a game."""

    game: str
    questions: list[QuestionSchema]


class Cited(Struct):
    """A clause that a ruling rests on."""

    id: str
    href: str
    text: str


class Ways(Struct):
    """Addresses of a ruling, which open for all."""

    page: str
    picture: str
    pdf: str


class Answered(Struct):
    """What both kinds of ruling have in common."""

    game: str
    options: Params
    verdict: MessageSchema
    why: list[MessageSchema]
    also: list[MessageSchema]
    lines: list[LineSchema]
    cited: list[Cited]
    links: Ways
    text: str


class OtherReading(Struct):
    """What another interpretation of an option leads to."""

    option: str
    value: Any
    clause: str
    text: str
    verdict: MessageSchema | None
    why: list[MessageSchema]
    matters: bool
    counted: bool


class RulingOnFacts(Answered):
    """A ruling on facts that were sent."""

    question: str
    facts: Params
    when: MessageSchema | None
    yes: bool | None
    rulings: list[MessageSchema]
    clauses: list[str]
    readings: list[OtherReading]


class Standing(Struct):
    """Totals, places and who is ahead."""

    totals: Totals
    places: Totals
    ahead: list[str]


class Stopped(Struct):
    """An entry that another count refuses."""

    seq: int
    round: int
    rulings: list[RulingSchema]


class Cell(Struct):
    """A number of the score sheet that another count changes."""

    round: int
    seat: str
    old: int | None
    new: int | None


class OtherCount(Struct):
    """The table as it is beside the table counted otherwise."""

    text: str
    here: Standing
    other: Standing
    lines: list[LineSchema]
    result: ResultSchema | None
    changes: list[Cell]
    refused: list[Stopped]
    stopped: Stopped | None


class WhatIf(OtherCount):
    """The table under other options."""

    options: Params
    asked: Params


class Reading(OtherReading):
    """The points of a number under another interpretation."""

    points: int | None
    other: Standing


class Overruled(Struct):
    """An entry that was accepted against a ruling, and the table without it."""

    seq: int
    reason: str
    rulings: list[RulingSchema]
    without: OtherCount


class RulingOnNumber(Answered):
    """A ruling on one number of the score sheet."""

    round: int
    seat: str
    points: int
    clauses: list[Cited]
    matters: bool
    here: Standing
    readings: list[Reading]
    overruled: Overruled | None
    decided: dict[str, Any] | None
