"""Building blocks of JSON schemas (2020-12): what msgspec makes of types, and objects and lists."""

from collections.abc import Mapping
from typing import Any

import msgspec

from referee.kernel.game import AnyGame
from referee.web.api.openapi import options_type

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXT: Schema = {"type": "string"}
OBJECT: Schema = {"type": "object"}


def parts_of(*kinds: type) -> tuple[list[Schema], dict[str, Schema]]:
    """References to the schemas of some types, and all schemas by name."""
    told, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return list(told), parts


def options_schema(game: AnyGame, whole: bool = False) -> Schema:
    """The schema of a game's house rules; each may be missing, unless it is whole."""
    kind = options_type(game, whole)
    return parts_of(kind)[1][kind.__name__]


def has(name: str, value: str) -> Schema:
    """An object whose field ``name`` has this value."""
    return {"properties": {name: {"const": value}}, "required": [name]}


def object_of(needed: Mapping[str, Schema], more: Mapping[str, Schema] | None = None) -> Schema:
    """An object with required fields, and optional ones in ``more``."""
    return {"type": "object", "properties": {**needed, **(more or {})}, "required": list(needed)}


def list_of(items: Schema, **more: Any) -> Schema:
    """A list with items of one schema."""
    return {"type": "array", "items": items, **more}
