"""The JSON schema of conformance files, of one game or all: every field required, no others."""

import json
from collections.abc import Mapping

from referee.kernel.game import AnyGame

from .conformance import FORMAT
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

INTEGER: Schema = {"type": "integer"}
TEXTS = list_of(TEXT)


def lines_schema(games: Mapping[str, AnyGame]) -> Schema:
    """The whole schema (JSON Schema 2020-12)."""
    game: Schema = {
        "format": {"const": FORMAT},
        "game": {"enum": [*games]},
        "rules_version": TEXT,
        "cases": list_of(_case(), minItems=1),
    }
    return {
        "$schema": DIALECT,
        "title": FORMAT,
        "description": (
            "Tables played move by move, with what must come of them: the cases of a game, or of"
            " all games."
        ),
        "anyOf": [
            {"$ref": "#/$defs/game"},
            _only({"format": {"const": FORMAT}, "games": list_of({"$ref": "#/$defs/game"})}),
        ],
        "$defs": {
            "game": {
                **_only(game),
                "allOf": [
                    {"if": has("game", name), "then": _of_game(one)} for name, one in games.items()
                ],
            },
            "value": VALUE,
        },
    }


def schema_text(games: Mapping[str, AnyGame]) -> str:
    """The schema as JSON."""
    return json.dumps(lines_schema(games), ensure_ascii=False, indent=1) + "\n"


def _case() -> Schema:
    """One table from first to last move; the data of a refused move may be anything."""
    answer = {**OBJECT, "additionalProperties": {"$ref": "#/$defs/value"}}
    move = {"kind": TEXT, "seat": or_null(TEXT), "data": answer, "accept": TEXTS, "refused": TEXTS}
    return _only(
        {
            "id": {**TEXT, "minLength": 1},
            "name": TEXT,
            "clauses": list_of(TEXT, minItems=1),
            "seats": list_of(TEXT, minItems=1),
            "options": OBJECT,
            "moves": list_of(_only(move)),
            "lines": list_of(_line()),
            "totals": {**OBJECT, "additionalProperties": INTEGER},
            "ranking": or_null(list_of(TEXTS)),
            "winners": or_null(TEXTS),
        }
    )


def _line() -> Schema:
    return _only(
        {
            "seat": or_null(TEXT),
            "round": INTEGER,
            "points": INTEGER,
            "counts": {"type": "boolean"},
            "clause": TEXT,
            "code": TEXT,
            "slot": TEXT,
            "part": TEXT,
            "cards": TEXTS,
        }
    )


def _of_game(game: AnyGame) -> Schema:
    """A game's own constraints: the number of players, and every house rule."""
    least, most = game.info.seats
    case = {"seats": {"minItems": least, "maxItems": most}, "options": _only(options_schema(game))}
    return {"properties": {"cases": {"items": {"properties": case}}}}


def _only(fields: Mapping[str, Schema]) -> Schema:
    """An object with exactly these fields."""
    return {**object_of(fields), "additionalProperties": False}
