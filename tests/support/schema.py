"""The part of JSON Schema that our schemas are written in; any other word of it fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

Schema = dict[str, Any]
TYPES: dict[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
}
# A word of a size, the type it is about and whether a value is as it says.
SIZES: dict[str, tuple[str, Callable[[Any, Any], bool]]] = {
    "minimum": ("number", lambda value, least: value >= least),
    "maximum": ("number", lambda value, most: value <= most),
    "exclusiveMaximum": ("number", lambda value, below: value < below),
    "minLength": ("string", lambda value, least: len(value) >= least),
    "maxLength": ("string", lambda value, most: len(value) <= most),
    "minItems": ("array", lambda value, least: len(value) >= least),
    "maxItems": ("array", lambda value, most: len(value) <= most),
    "minProperties": ("object", lambda value, least: len(value) >= least),
    "maxProperties": ("object", lambda value, most: len(value) <= most),
}
SILENT = {
    *("$schema", "$defs", "$comment", "title", "description", "then", "examples", "default"),
    *("patternProperties", "additionalProperties"),
}


def problems(schema: Schema, value: Any, whole: Schema | None = None, where: str = "") -> list[str]:
    """Where a value is not as a schema says, as JSON pointers with the word of the schema."""
    return [*_problems(schema, value, whole or schema, where)]


def _problems(schema: Schema, value: Any, whole: Schema, where: str) -> Iterator[str]:
    for word, told in schema.items():
        if word in SIZES:
            kind, fits = SIZES[word]
            if TYPES[kind](value) and not fits(value, told):
                yield f"{where}: {word} {told}"
        elif word in JUDGES:
            yield from JUDGES[word](schema, value, whole, where)
        else:
            assert word in SILENT, word
    if isinstance(value, dict):
        yield from _parts(schema, value, whole, where)


def _parts(schema: Schema, value: Any, whole: Schema, where: str) -> Iterator[str]:
    """What is wrong in the parts of an object."""
    for name, part in value.items():
        patterns, properties = schema.get("patternProperties", {}), schema.get("properties", {})
        known = [properties[name]] if name in properties else []
        known += [told for pattern, told in patterns.items() if re.search(pattern, name)]
        for told in known:
            yield from _problems(told, part, whole, f"{where}/{name}")
        more = schema.get("additionalProperties")
        if not known and more is False:
            yield f"{where}/{name}: additionalProperties"
        elif not known and more:
            yield from _problems(more, part, whole, f"{where}/{name}")


def _type(schema: Schema, value: Any, _whole: Schema, where: str) -> Iterator[str]:
    if not TYPES[schema["type"]](value):
        yield f"{where}: type {schema['type']}"


def _const(schema: Schema, value: Any, _whole: Schema, where: str) -> Iterator[str]:
    if value != schema["const"]:
        yield f"{where}: const {schema['const']}"


def _enum(schema: Schema, value: Any, _whole: Schema, where: str) -> Iterator[str]:
    if value not in schema["enum"]:
        yield f"{where}: enum, {value!r}"


def _required(schema: Schema, value: Any, _whole: Schema, where: str) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (f"{where}: required {name}" for name in schema["required"] if name not in value)


def _items(schema: Schema, value: Any, whole: Schema, where: str) -> Iterator[str]:
    for at, one in enumerate(value if isinstance(value, list) else []):
        yield from _problems(schema["items"], one, whole, f"{where}/{at}")


def _all_of(schema: Schema, value: Any, whole: Schema, where: str) -> Iterator[str]:
    for told in schema["allOf"]:
        yield from _problems(told, value, whole, where)


def _any_of(schema: Schema, value: Any, whole: Schema, where: str) -> Iterator[str]:
    if all(problems(told, value, whole, where) for told in schema["anyOf"]):
        yield f"{where}: anyOf, {value!r}"


def _if(schema: Schema, value: Any, whole: Schema, where: str) -> Iterator[str]:
    if not problems(schema["if"], value, whole, where):
        yield from _problems(schema["then"], value, whole, where)


def _ref(schema: Schema, value: Any, whole: Schema, where: str) -> Iterator[str]:
    yield from _problems(
        whole["$defs"][schema["$ref"].removeprefix("#/$defs/")], value, whole, where
    )


JUDGES: dict[str, Callable[[Schema, Any, Schema, str], Iterator[str]]] = {
    "type": _type,
    "const": _const,
    "enum": _enum,
    "required": _required,
    "items": _items,
    "allOf": _all_of,
    "anyOf": _any_of,
    "if": _if,
    "$ref": _ref,
    "properties": lambda *_: iter(()),
}
