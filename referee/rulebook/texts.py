"""The texts of a rulebook, one file per language (``rules.en.toml``), by entry.

A missing file or text falls back to English.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from referee.languages import LANGUAGES

ENGLISH = LANGUAGES[0]
WHERE = {
    "rulebook": ("", "{field}"),
    "section": ("section", "{id}"),
    "clause": ("{id}", "{field}"),
    "ambiguity": ("{id}", "{field}"),
    "choice": ("option.{option}", "{value}"),
    "setting": ("setting.{id}", "{field}"),
    "edition": ("edition.{id}", "{field}"),
    "change": ("change", "{version}"),
}
"""The table and key of a text, by kind of entry."""


class MalformedRulebook(ValueError):
    """A rulebook file is malformed; the message names the file, the entry and the problem."""


@dataclass(frozen=True, slots=True)
class Text:
    """One text in every language; `text["ja"]` picks one, KeyError for an unknown language."""

    said: Mapping[str, str] = field(hash=False)

    def __getitem__(self, lang: str) -> str:
        return self.said[lang]


def parsed(toml: str, file: str) -> dict[str, Any]:
    """Parse a file; MalformedRulebook for invalid TOML."""
    try:
        return tomllib.loads(toml)
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

    def of(self, kind: str, entry: Mapping[str, Any], name: str, needed: bool) -> Text | None:
        """A text of an entry; None if it is not ``needed`` and no language has it."""
        head, key = at = _at(kind, entry, name)
        self.known.add(at)
        english = self.said[ENGLISH].get(at)
        if english is not None:
            return Text(
                MappingProxyType({lang: said.get(at, english) for lang, said in self.said.items()})
            )
        if needed or any(at in said for said in self.said.values()):
            raise MalformedRulebook(f"{_place(self.names[ENGLISH], head)}: '{key}' is missing")
        return None

    def all_belong(self) -> None:
        """Raise MalformedRulebook for the first text that belongs to no entry."""
        for lang, said in self.said.items():
            for head, key in (at for at in said if at not in self.known):
                raise MalformedRulebook(f"{_place(self.names[lang], head)}: unknown key '{key}'")


def _at(kind: str, entry: Mapping[str, Any], name: str) -> tuple[str, str]:
    """The table and key of a text; needs the ids of its entry."""
    head, key = WHERE[kind]
    words = {**entry, "field": name}
    return head.format_map(words), key.format_map(words)


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
