"""Read TOML tables into frozen dataclasses by type hints, with errors naming file and entry."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date
from functools import cache
from types import MappingProxyType, UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from .texts import MalformedRulebook, Text, Texts

T = TypeVar("T")
MEANINGS: Mapping[type, str] = {
    str: "a text",
    date: "a date",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}
_hints = cache(get_type_hints)


def read(kind: type[T], table: Mapping[str, Any], place: str, texts: Texts | None = None) -> T:
    """Build a dataclass from a table; MalformedRulebook for a wrong, missing or unknown key.

    Each field is a key of the same name; a list of entries is under the name of its class, and a
    ``Text`` comes from ``texts``.
    """
    entry = _Entry(table, place, texts)
    value = entry.value(kind)
    if entry.left:
        raise entry.error(f"unknown key {', '.join(map(repr, entry.left))}")
    return value


def named(table: Mapping[str, Any], place: str, hint: Any) -> Mapping[str, Any]:
    """A table with free keys and values of one type."""
    entry = _Entry(table, place, None)
    return MappingProxyType({name: entry._one(name, hint) for name in table})


class _Entry:
    """One table of the file; ``left`` has the keys not read yet."""

    def __init__(self, table: Mapping[str, Any], place: str, texts: Texts | None) -> None:
        self.table, self.left, self.place, self.texts = table, dict(table), place, texts

    def error(self, message: str) -> MalformedRulebook:
        return MalformedRulebook(f"{self.place}: {message}")

    def value(self, kind: type[T]) -> T:
        hints = _hints(kind)  # type: ignore[arg-type]
        named = fields(kind)  # type: ignore[arg-type]
        return kind(**{one.name: self._field(kind, one, hints[one.name]) for one in named})

    def _field(self, kind: type, field: Field[Any], hint: Any) -> Any:
        part = next(iter(get_args(hint)), None)
        if self.texts and Text in (hint, part):
            return self.texts.of(kind.__name__.lower(), self.table, field.name, needed=hint is Text)
        if get_origin(hint) is tuple and is_dataclass(part):
            return self._entries(part)  # type: ignore[arg-type]
        return (
            self._one(field.name, hint)
            if field.name in self.left or field.default is MISSING
            else field.default
        )

    def _one(self, key: str, hint: Any) -> Any:
        """A value by its type hint: a list of texts, free keys, a table, a literal or any value."""
        origin, parts = get_origin(hint), get_args(hint)
        if origin is UnionType:
            return self._one(key, parts[0])
        if origin is Mapping:
            return named(self._take(key, dict), f"{self.place}: {key}", parts[1])
        if is_dataclass(hint):
            return read(hint, self._take(key, dict), f"{self.place}: {key}")  # type: ignore[arg-type]
        value = self._take(key, {tuple: list, Literal: str}.get(origin, hint))
        if origin is tuple:
            if not all(isinstance(text, str) and text for text in value):
                raise self.error(f"'{key}' must be a list of texts")
            return tuple(value)
        if isinstance(value, str) and not value.strip():
            raise self.error(f"'{key}' is empty")
        if parts and value not in parts:
            raise self.error(f"{key} '{value}' is none of {', '.join(parts)}")
        return value

    def _entries(self, kind: type[T]) -> tuple[T, ...]:
        """A list of tables; an error names one by its id, value or version."""
        key = kind.__name__.lower()
        tables = self._take(key, list, "a list of tables") if key in self.left else []
        if not all(isinstance(table, dict) for table in tables):
            raise self.error(f"'{key}' must be a list of tables, written [[{key}]]")
        labels = [
            next(filter(None, map(table.get, ("id", "value", "version"))), f"number {at}")
            for at, table in enumerate(tables, 1)
        ]
        places = [f"{self.place}: {key} {label}" for label in labels]
        return tuple(
            read(kind, table, place, self.texts)
            for place, table in zip(places, tables, strict=True)
        )

    def _take(self, key: str, kind: type, meaning: str = "") -> Any:
        if key not in self.left:
            raise self.error(f"'{key}' is missing")
        value = self.left.pop(key)
        if not isinstance(value, kind):
            raise self.error(f"'{key}' must be {meaning or MEANINGS[kind]}, not {value!r}")
        return value
