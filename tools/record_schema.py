"""The JSON schema of records of every game, with moves described by the games' own fields.

Values in moves are only examples, as the legal ones depend on the table.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from referee.kernel.game import AnyGame
from referee.kernel.info import SEAT, Asked
from referee.kernel.record import FORMAT
from referee.web.api.record_types import Number, Record

from .conformance import Value
from .docs import MOST_VALUES, declared
from .json_schema import (
    DIALECT,
    OBJECT,
    TEXT,
    Schema,
    has,
    list_of,
    object_of,
    options_schema,
    parts_of,
)

NUMBER: Schema = msgspec.json.schema(Number)


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
    _, parts = parts_of(Record)
    record = parts.pop("Record")
    record["properties"]["game"] = {"enum": [*games]}
    undone = {"properties": {"data": object_of({"of": NUMBER})}}
    parts["RecordedEvent"]["allOf"] = [{"if": has("type", "retract"), "then": undone}]
    return {
        "$schema": DIALECT,
        **record,
        "title": FORMAT,
        "allOf": [{"if": has("game", name), "then": {"$ref": f"#/$defs/{name}"}} for name in games],
        "$defs": {
            **{name: _game(game) for name, game in games.items()},
            **{_card(name): _cards(game) for name, game in games.items()},
            **parts,
            "value": msgspec.json.schema(Value),
        },
    }


def _game(game: AnyGame) -> Schema:
    """A game's own constraints: house rules, number of players, and answers by kind of move."""
    least, most = game.info.seats
    moves = {kind: _answer(_fields(game, asked)) for kind, asked in sorted(declared(game).items())}
    return {
        "properties": {
            "edition": {"enum": sorted(game.info.editions)},
            "options": options_schema(game),
            "seats": {"minItems": least, "maxItems": most},
            "events": {"items": {"allOf": [_move(moves), _corrected(moves)]}},
        },
        "$comment": f"rules {game.info.version}",
    }


def _cards(game: AnyGame) -> Schema:
    fields = [field for asked in declared(game).values() for field in _fields(game, asked)]
    return {
        "enum": list(dict.fromkeys(card for field in fields for card in field.get("cards", ())))
    }


def _fields(game: AnyGame, asked: Asked) -> list[Schema]:
    """The fields of a kind of move, each with its game's id."""
    return [{**field.schema(), "game": game.info.id} for field in asked.fields]


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
