"""The JSON schema of conformance files, of one game or all: every field required, no others."""

import json
from collections.abc import Mapping

from referee.kernel.game import AnyGame

from .conformance import FORMAT, AllCases, Cases
from .json_schema import DIALECT, Schema, has, options_schema, parts_of


def lines_schema(games: Mapping[str, AnyGame]) -> Schema:
    """The whole schema (JSON Schema 2020-12)."""
    either, parts = parts_of(Cases, AllCases)
    of_game = parts["Cases"]
    of_game["properties"]["game"] = {"enum": [*games]}
    of_game["allOf"] = [
        {"if": has("game", name), "then": _of_game(one)} for name, one in games.items()
    ]
    return {
        "$schema": DIALECT,
        "title": FORMAT,
        "description": (
            "Tables played move by move, with what must come of them: the cases of a game, or of"
            " all games."
        ),
        "anyOf": either,
        "$defs": parts,
    }


def schema_text(games: Mapping[str, AnyGame]) -> str:
    """The schema as JSON."""
    return json.dumps(lines_schema(games), ensure_ascii=False, indent=1) + "\n"


def _of_game(game: AnyGame) -> Schema:
    """A game's own constraints: the number of players, and every house rule."""
    least, most = game.info.seats
    case = {
        "seats": {"minItems": least, "maxItems": most},
        "options": options_schema(game, whole=True),
    }
    return {"properties": {"cases": {"items": {"properties": case}}}}
