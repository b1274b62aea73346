"""Parts of which JSON schemas (2020-12) are made: objects, lists, and the values of a game's house
rules.
"""

from collections.abc import Mapping
from typing import Any

from referee.kernel.game import AnyGame

Schema = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXT: Schema = {"type": "string"}
OBJECT: Schema = {"type": "object"}
VALUE: Schema = {
    "anyOf": [
        TEXT,
        {"type": "integer"},
        {"type": "boolean"},
        {"type": "null"},
        {"type": "array", "items": TEXT},
    ]
}


def options_schema(game: AnyGame) -> dict[str, Schema]:
    """The values of every house rule of a game."""
    return {option.field.name: value_schema(option.field.schema()) for option in game.info.options}


def value_schema(field: Schema) -> Schema:
    """The values of an option; a seat is one of the table's own."""
    match field["type"]:
        case "int":
            stored: Schema = {"type": "integer", "minimum": field["low"], "maximum": field["high"]}
        case "flag":
            stored = {"type": "boolean"}
        case _:
            stored = {"enum": list(field["values"])} if field.get("values") else TEXT
    return or_null(stored) if field["optional"] else stored


def has(name: str, value: str) -> Schema:
    """An object in which a field has a value."""
    return {"properties": {name: {"const": value}}, "required": [name]}


def object_of(needed: Mapping[str, Schema], more: Mapping[str, Schema] | None = None) -> Schema:
    """An object with the fields it needs, and others that it may have."""
    return {"type": "object", "properties": {**needed, **(more or {})}, "required": list(needed)}


def list_of(items: Schema, **more: Any) -> Schema:
    """A list, all of one kind."""
    return {"type": "array", "items": items, **more}


def or_null(schema: Schema) -> Schema:
    """A value that may be null."""
    return {"anyOf": [schema, {"type": "null"}]}
