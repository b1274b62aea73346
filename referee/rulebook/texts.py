"""The texts of a rulebook, one file per language (``rules.en.toml``), by entry.

A missing file or text falls back to English.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import FieldInfo, fields, force_setattr

from referee.data_files import read_toml
from referee.languages import LANGUAGES

ENGLISH = LANGUAGES[0]
WHERE = {
    "rulebook": ("", "{field}"),
    "section": ("section", "{entry.id}"),
    "clause": ("{entry.id}", "{field}"),
    "ambiguity": ("{entry.id}", "{field}"),
    "optionvalue": ("option.{entry.option}", "{entry.value}"),
    "setting": ("setting.{entry.id}", "{field}"),
    "edition": ("edition.{entry.id}", "{field}"),
    "versionchanges": ("change", "{entry.version}"),
}
"""The table and key of a text, by kind of entry."""


class MalformedRulebook(ValueError):
    """A rulebook file is malformed; the message names the file, the entry and the problem."""


class RuleText:
    """One text in every language; `text["ja"]` picks one, KeyError for an unknown language."""

    __slots__ = ("said",)

    def __init__(self, said: Mapping[str, str]) -> None:
        self.said = said

    def __getitem__(self, lang: str) -> str:
        return self.said[lang]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleText) and self.said == other.said

    def __hash__(self) -> int:
        return hash(tuple(self.said.items()))


UNTOLD = RuleText({})
"""Stands for a text that must be told, until it is."""


def parsed(toml: str, file: str) -> dict[str, Any]:
    """Parse a file; MalformedRulebook for invalid TOML."""
    try:
        return read_toml(toml)
    except tomllib.TOMLDecodeError as error:
        raise MalformedRulebook(f"{file}: not valid TOML: {error}") from error


class Texts:
    """The texts of all languages by table and key; ``known`` are those an entry has asked for.

    ``files`` are the tables by language, ``names`` the file names.
    """

    def __init__(self, files: Mapping[str, Mapping[str, Any]], names: Mapping[str, str]) -> None:
        self.names = names
        self.said = {lang: dict(_flat(names[lang], tables)) for lang, tables in files.items()}
        self.known: set[tuple[str, str]] = set()

    def tell(self, book: Struct) -> None:
        """Set every text of a rulebook; MalformedRulebook if one is missing or belongs nowhere."""
        self._tell(book)
        for lang, said in self.said.items():
            for head, key in (at for at in said if at not in self.known):
                raise MalformedRulebook(f"{_place(self.names[lang], head)}: unknown key '{key}'")

    def _tell(self, entry: Struct) -> None:
        for field in _fields(type(entry)):
            value = getattr(entry, field.name)
            if field.type in (RuleText, RuleText | None):
                text = self._of(entry, field.name, needed=value is UNTOLD)
                force_setattr(entry, field.name, text)
            for inner in value if isinstance(value, tuple) else ():
                if isinstance(inner, Struct):
                    self._tell(inner)

    def _of(self, entry: Struct, name: str, needed: bool) -> RuleText | None:
        """A text of an entry; None if it is not ``needed`` and no language has it."""
        head, key = at = _at(entry, name)
        self.known.add(at)
        english = self.said[ENGLISH].get(at)
        if english is not None:
            return RuleText({lang: said.get(at, english) for lang, said in self.said.items()})
        if needed or any(at in said for said in self.said.values()):
            raise MalformedRulebook(f"{_place(self.names[ENGLISH], head)}: '{key}' is missing")
        return None


@cache
def _fields(kind: type[Struct]) -> tuple[FieldInfo, ...]:
    return fields(kind)


def _at(entry: Struct, name: str) -> tuple[str, str]:
    """The table and key of a text."""
    head, key = WHERE[type(entry).__name__.lower()]
    return head.format(entry=entry, field=name), key.format(entry=entry, field=name)


def _flat(
    file: str, tables: Mapping[str, Any], head: str = ""
) -> Iterator[tuple[tuple[str, str], str]]:
    """Every text with its table and key, without empty ones; MalformedRulebook for other types."""
    for key, said in tables.items():
        if isinstance(said, dict):
            yield from _flat(file, said, f"{head}.{key}" if head else key)
        elif not isinstance(said, str):
            raise MalformedRulebook(f"{_place(file, head)}: '{key}' must be a text, not {said!r}")
        elif said.strip():
            yield (head, key), said


def _place(file: str, head: str) -> str:
    return f"{file}: {head}" if head else file
