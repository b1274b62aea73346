"""Building blocks of JSON schemas (2020-12): objects, lists, and values of house rules."""

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
    """The schema of every house rule's value, by name."""
    return {option.field.name: value_schema(option.field.schema()) for option in game.info.options}


def value_schema(field: Schema) -> Schema:
    """The schema of an option's value from its field's schema; any text for a seat."""
    match field["type"]:
        case "int":
            stored: Schema = {"type": "integer", "minimum": field["low"], "maximum": field["high"]}
        case "flag":
            stored = {"type": "boolean"}
        case _:
            stored = {"enum": list(field["values"])} if field.get("values") else TEXT
    return or_null(stored) if field["optional"] else stored


def has(name: str, value: str) -> Schema:
    """An object whose field ``name`` has this value."""
    return {"properties": {name: {"const": value}}, "required": [name]}


def object_of(needed: Mapping[str, Schema], more: Mapping[str, Schema] | None = None) -> Schema:
    """An object with required fields, and optional ones in ``more``."""
    return {"type": "object", "properties": {**needed, **(more or {})}, "required": list(needed)}


def list_of(items: Schema, **more: Any) -> Schema:
    """A list with items of one schema."""
    return {"type": "array", "items": items, **more}


def or_null(schema: Schema) -> Schema:
    """A value that may be null."""
    return {"anyOf": [schema, {"type": "null"}]}
