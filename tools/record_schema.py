"""The JSON schema of records of every game, with moves described by the games' own fields.

Values in moves are only examples, as the legal ones depend on the table.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from referee.kernel.game import AnyGame
from referee.kernel.record import FORMAT, LATEST, MAX_EVENTS

from .docs import MOST_VALUES, described_moves
from .json_schema import (
    DIALECT,
    OBJECT,
    TEXT,
    VALUE,
    Schema,
    has,
    list_of,
    object_of,
    options_schema,
    or_null,
)

NUMBER: Schema = {"type": "integer", "minimum": 1}
UID: Schema = {**TEXT, "minLength": 32, "maxLength": 32}
TIME: Schema = {
    "type": "number",
    "minimum": 0,
    "exclusiveMaximum": LATEST,
    "description": "seconds since 1970 (UTC)",
}
SEAT = "SEAT"


def schema_text(games: Mapping[str, AnyGame]) -> str:
    """The schema as in its file: one line for each game."""
    told = record_schema(games)
    of_games = ",\n".join(
        f"  {json.dumps(name)}: {json.dumps(schema, ensure_ascii=False)}"
        for name, schema in told.pop("$defs").items()
    )
    head = json.dumps(told, ensure_ascii=False, indent=1).removesuffix("\n}")
    return f'{head},\n "$defs": {{\n{of_games}\n }}\n}}\n'


def record_schema(games: Mapping[str, AnyGame]) -> Schema:
    """The whole schema (JSON Schema 2020-12)."""
    of_games = [{"if": has("game", name), "then": {"$ref": f"#/$defs/{name}"}} for name in games]
    needed: Schema = {
        "format": {"const": FORMAT},
        "game": {"enum": [*games]},
        "seats": list_of(_seat(), minItems=1),
        "events": _events(),
    }
    people = list_of(
        object_of({"name": TEXT, "sign": TEXT}),
        minItems=1,
        description="who ever sat here; numbered from 1",
    )
    return {
        "$schema": DIALECT,
        "title": FORMAT,
        "description": (
            "A whole table: its game, house rules and seats, and every event of its log in order,"
            " numbered from 2."
        ),
        **object_of(needed, {"rules_version": TEXT, "at": TIME, "uid": UID, "people": people}),
        "allOf": of_games,
        "$defs": {
            **{name: _game(game) for name, game in games.items()},
            **{_card(name): _cards(game) for name, game in games.items()},
            "value": VALUE,
        },
    }


def _seat() -> Schema:
    return object_of(
        {"id": {**TEXT, "minLength": 1}}, {"name": TEXT, "sign": TEXT, "person": NUMBER}
    )


def _events() -> Schema:
    more = {
        "seat": or_null(TEXT),
        "kind": TEXT,
        "accept": list_of(TEXT),
        "reason": TEXT,
        "at": TIME,
        "by": TEXT,
    }
    event = object_of(
        {
            "seq": {"type": "integer", "minimum": 2},
            "type": {**TEXT, "minLength": 1},
            "data": OBJECT,
        },
        more,
    )
    return list_of(
        {**event, "additionalProperties": False, "allOf": [_told_of("retract", {"of": NUMBER})]},
        maxItems=MAX_EVENTS,
    )


def _told_of(
    kind: str, needed: Mapping[str, Schema], more: Mapping[str, Schema] | None = None
) -> Schema:
    return {"if": has("type", kind), "then": {"properties": {"data": object_of(needed, more)}}}


def _game(game: AnyGame) -> Schema:
    """A game's own constraints: house rules, number of players, and answers by kind of move."""
    least, most = game.info.seats
    moves = {
        kind: _answer(_fields(game, asked)) for kind, asked in sorted(described_moves(game).items())
    }
    return {
        "properties": {
            "edition": {"enum": sorted(game.info.editions)},
            "options": {
                **OBJECT,
                "properties": options_schema(game),
                "additionalProperties": False,
            },
            "seats": {"minItems": least, "maxItems": most},
            "events": {"items": {"allOf": [_move(moves), _corrected(moves)]}},
        },
        "$comment": f"rules {game.info.version}",
    }


def _cards(game: AnyGame) -> Schema:
    fields = [field for asked in described_moves(game).values() for field in _fields(game, asked)]
    return {
        "enum": list(dict.fromkeys(card for field in fields for card in field.get("cards", ())))
    }


def _fields(game: AnyGame, asked: Sequence[Sequence[Schema]]) -> list[Schema]:
    """The fields of all samples of a kind of move, each with its game's id."""
    return [{**field, "game": game.info.id} for one in asked for field in one]


def _move(moves: Mapping[str, Schema]) -> Schema:
    """A move by its kind; one undone before anybody else saw it has neither kind nor answer."""
    by_kind = [
        {"if": has("kind", kind), "then": {"properties": {"data": answer}}}
        for kind, answer in moves.items()
    ]
    covered = {"if": has("kind", ""), "then": {"properties": {"data": {"maxProperties": 0}}}}
    return {
        "if": has("type", "move"),
        "then": {"properties": {"kind": {"enum": ["", *moves]}}, "allOf": [*by_kind, covered]},
    }


def _corrected(moves: Mapping[str, Schema]) -> Schema:
    """A correction: its move and the other answer; old records may add a ``proposal``."""
    more: Schema = {"drop": list_of(NUMBER), "proposal": NUMBER}
    known = {
        "kind": {"enum": ["", *moves]},
        "data": object_of({"of": NUMBER, "entry": OBJECT}, more),
    }
    return {"if": has("type", "amend"), "then": {"properties": known}}


def _answer(fields: Sequence[Schema]) -> Schema:
    plain = {field["name"]: None for field in fields if SEAT not in field["name"]}
    of_seats = {field["name"]: None for field in fields if SEAT in field["name"]}
    return {
        **OBJECT,
        "properties": {name: _named(fields, name) for name in plain},
        **(
            {"patternProperties": {_pattern(name): _named(fields, name) for name in of_seats}}
            if of_seats
            else {}
        ),
        "additionalProperties": {"$ref": "#/$defs/value"},
    }


def _card(game: str) -> str:
    return f"{game}.card"


def _pattern(name: str) -> str:
    return f"^{re.escape(name).replace(SEAT, '.+')}$"


def _named(fields: Iterable[Schema], name: str) -> Schema:
    return _value([field for field in fields if field["name"] == name])


def _value(fields: Sequence[Schema]) -> Schema:
    """The values of a field in moves, or null, as whether it is optional depends on the table."""
    alike = {
        kind: [field for field in fields if field["type"] == kind]
        for kind in dict.fromkeys(field["type"] for field in fields)
    }
    return {"anyOf": [*(_stored(group) for group in alike.values()), {"type": "null"}]}


def _stored(fields: Sequence[Schema]) -> Schema:
    told = {
        **TEXT,
        "examples": list(
            dict.fromkeys(value for field in fields for value in field.get("values", ()))
        )[:MOST_VALUES],
    }
    match fields[0]["type"]:
        case "cards":
            return list_of({"$ref": f"#/$defs/{_card(fields[0]['game'])}"})
        case "many":
            return list_of(told)
        case "int":
            return {"type": "integer"}
        case "flag":
            return {"type": "boolean"}
        case "choice" | "kind" | "place":
            return told
    return TEXT
