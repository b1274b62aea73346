"""The JSON schema of score sheets: what each part may be, as far as that can be said without
reading formulas.

A key that may be missing may also be null. What the schema refuses is no sheet; a sheet that it
takes may still have faults in its formulas, names or numbers of players.
"""

import json
from collections.abc import Mapping

from referee.own.formula import LARGEST, LENGTH
from referee.own.part import LANGUAGES
from referee.own.reading import LABEL_SIGNS, NAME_SIGNS, SENTENCE_SIGNS, SOURCE_SIGNS
from referee.own.sheet import (
    DEALS,
    FORMAT,
    HIGHEST,
    LOWEST,
    MOST,
    MOST_PLAYERS,
    MOST_STEPS,
    PER,
    TYPES,
)

from .json_schema import DIALECT, Schema, list_of

NULL: Schema = {"type": "null"}
FLAG: Schema = {"type": "boolean"}
MOST_TEAMS, NAME_LENGTH = 5, 24
FORMULA, TITLE, LABEL, SENTENCE, ADDRESS = (
    {"$ref": f"#/$defs/{name}"} for name in ("formula", "title", "label", "sentence", "address")
)
MEANINGS: Mapping[str, str] = {
    "format": "the format of the file",
    "name": "what the game is called",
    "players": "the least and the most players",
    "teams": "the number of teams, in which players sit in turn",
    "low_wins": "whether the fewest points win",
    "over": "when the game is over: the first of these; without any, when the players stop",
    "over.rounds": "after so many rounds; it may use players",
    "over.points": "when someone has so many points",
    "over.when": "when this is true after a round",
    "deal": "who deals the next round",
    "ask": "what is entered each round",
    "ask.name": "its name in formulas",
    "ask.label": "its name for people",
    "ask.type": "a number, yes or no, a player, or some of several things",
    "ask.low": "the smallest number",
    "ask.high": "the largest number",
    "ask.per": "entered for each player, for each team, or once",
    "ask.step": "entered first, second or third in a round",
    "ask.secret": "hidden until all have entered",
    "ask.optional": "a player, or nobody",
    "ask.of": "the things to choose from; the entry is worth their points",
    "of.name": "what it is called",
    "of.points": "what it is worth",
    "let": "values of the sheet's own, each made of entries and of those before it",
    "let.name": "its name in formulas",
    "let.label": "its name for people",
    "let.value": "its formula",
    "check": "what must be true once its entries are in",
    "check.that": "the condition",
    "check.say": "what is said if it is not true",
    "points": "what scores",
    "points.when": "the condition under which it scores",
    "points.points": "how many points",
    "points.why": "the reason beside the points",
    "points.rule": "the rule in a sentence; without it, the formula",
    "points.to": "each player, or each team once",
    "rank": "what ranks before the points, higher first",
    "shown": "what is shown beside a name instead of the points",
    "source": "the address where the rules were published",
}
"""Every key of a sheet, with what it means."""


def schema_text() -> str:
    """The schema as in its file."""
    return json.dumps(sheet_schema(), ensure_ascii=False, indent=1) + "\n"


def sheet_schema() -> Schema:
    """The whole schema (JSON Schema 2020-12)."""
    needed = {
        "format": {"const": FORMAT},
        "name": TITLE,
        "players": list_of(_number(1, MOST_PLAYERS), minItems=2, maxItems=2),
        "ask": list_of({"$ref": "#/$defs/ask"}, minItems=1, maxItems=MOST["ask"]),
        "points": list_of({"$ref": "#/$defs/points"}, minItems=1, maxItems=MOST["points"]),
    }
    more = {
        "teams": _number(0, MOST_TEAMS),
        "low_wins": FLAG,
        "over": {"$ref": "#/$defs/over"},
        "deal": {"enum": [*DEALS]},
        "let": list_of({"$ref": "#/$defs/let"}, maxItems=MOST["let"]),
        "check": list_of({"$ref": "#/$defs/check"}, maxItems=MOST["check"]),
        "rank": FORMULA,
        "shown": FORMULA,
        "source": ADDRESS,
    }
    return {
        "$schema": DIALECT,
        "title": FORMAT,
        "description": "A game that somebody made: what is entered, checked and scored.",
        **_part("", needed, more),
        "$defs": _parts(),
    }


def _parts() -> dict[str, Schema]:
    """The schemas of what a sheet has several of, and of its end."""
    name: Schema = {"type": "string", "minLength": 1, "maxLength": NAME_LENGTH}
    entry: dict[str, Schema] = {
        "label": LABEL,
        "type": {"enum": [*TYPES]},
        "low": FORMULA,
        "high": FORMULA,
        "per": {"enum": [*PER]},
        "step": _number(1, MOST_STEPS),
        "secret": FLAG,
        "optional": FLAG,
        "of": list_of({"$ref": "#/$defs/of"}, maxItems=MOST["of"]),
    }
    row: dict[str, Schema] = {
        "when": FORMULA,
        "why": SENTENCE,
        "rule": SENTENCE,
        "to": {"enum": ["player", "team"]},
    }
    end = {"rounds": FORMULA, "points": _number(1, HIGHEST), "when": FORMULA}
    return {
        "ask": _part("ask", {"name": name}, entry),
        "of": _part("of", {"name": LABEL, "points": _number(LOWEST, HIGHEST)}, {}),
        "let": _part("let", {"name": name, "value": FORMULA}, {"label": LABEL}),
        "check": _part("check", {"that": FORMULA, "say": SENTENCE}, {}),
        "points": _part("points", {"points": FORMULA}, row),
        "over": _part("over", {}, end),
        "formula": {
            "anyOf": [
                {"type": "string", "minLength": 1, "maxLength": LENGTH},
                _number(-LARGEST, LARGEST),
            ]
        },
        "title": _text(NAME_SIGNS),
        "label": _text(LABEL_SIGNS),
        "sentence": _text(SENTENCE_SIGNS),
        "address": _text(SOURCE_SIGNS),
    }


def _part(part: str, needed: Mapping[str, Schema], more: Mapping[str, Schema]) -> Schema:
    """An object with these keys and no others."""
    optional = {name: {"anyOf": [schema, NULL]} for name, schema in more.items()}
    return {
        "type": "object",
        "properties": {
            name: {**schema, "description": MEANINGS[f"{part}.{name}".lstrip(".")]}
            for name, schema in {**needed, **optional}.items()
        },
        "required": [*needed],
        "additionalProperties": False,
    }


def _number(low: int, high: int) -> Schema:
    return {"type": "integer", "minimum": low, "maximum": high}


def _text(most: int) -> Schema:
    """A text, or one in each language."""
    text: Schema = {"type": "string", "minLength": 1, "maxLength": most}
    told = dict.fromkeys(("", *LANGUAGES), text)
    by_language = {"type": "object", "properties": told, "additionalProperties": False}
    return {"anyOf": [text, {**by_language, "minProperties": 1}]}
