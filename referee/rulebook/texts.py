"""The texts of a rulebook: for each language a file, ``rules.en.toml``, in which every text stands
under its entry.

A file or a text that a language lacks is shown in English.
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
"""The table and the key of a text, by the kind of its entry."""


class MalformedRulebook(ValueError):
    """A rulebook file is malformed; the message names the file, the entry and what is wrong."""


@dataclass(frozen=True, slots=True)
class Text:
    """One text in every language; `text["ja"]` picks one, a language we do not have is a
    KeyError.
    """

    said: Mapping[str, str] = field(hash=False)

    def __getitem__(self, lang: str) -> str:
        return self.said[lang]


def parsed(toml: str, file: str) -> dict[str, Any]:
    """The tables of a file; MalformedRulebook if it is no TOML."""
    try:
        return tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise MalformedRulebook(f"{file}: not valid TOML: {error}") from error


class Texts:
    """What the files of all languages say, by table and key, and which of it belongs to an entry.

    ``files`` are their tables by language, ``names`` what the files are called.
    """

    def __init__(self, files: Mapping[str, Mapping[str, Any]], names: Mapping[str, str]) -> None:
        self.names = names
        self.said = {lang: dict(_flat(names[lang], tables)) for lang, tables in files.items()}
        self.known: set[tuple[str, str]] = set()

    def of(self, kind: str, entry: Mapping[str, Any], name: str, needed: bool) -> Text | None:
        """A text of an entry; None where no language has one that is not ``needed``."""
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
        """MalformedRulebook names the first text that belongs to no entry."""
        for lang, said in self.said.items():
            for head, key in (at for at in said if at not in self.known):
                raise MalformedRulebook(f"{_place(self.names[lang], head)}: unknown key '{key}'")


def _at(kind: str, entry: Mapping[str, Any], name: str) -> tuple[str, str]:
    """Where a text stands; the ids of its entry were read before it."""
    head, key = WHERE[kind]
    words = {**entry, "field": name}
    return head.format_map(words), key.format_map(words)


def _flat(
    file: str, tables: Mapping[str, Any], head: str = ""
) -> Iterator[tuple[tuple[str, str], str]]:
    """Every text with its table and key; an empty one is not translated yet."""
    for key, said in tables.items():
        if isinstance(said, dict):
            yield from _flat(file, said, f"{head}.{key}" if head else key)
        elif not isinstance(said, str):
            raise MalformedRulebook(f"{_place(file, head)}: '{key}' must be a text, not {said!r}")
        elif said.strip():
            yield (head, key), said


def _place(file: str, head: str) -> str:
    return f"{file}: {head}" if head else file
