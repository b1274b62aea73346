"""What a rulebook is made of: clauses, ambiguities with their choices, editions, every text in two languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType

KINDS = ("engine", "computed", "table", "information")
LANGUAGES = ("en", "ja")


class MalformedRulebook(ValueError):
    """A rulebook file is malformed; the message names the file, the entry and what is wrong."""


@dataclass(frozen=True, slots=True)
class Text:
    """One text in both languages; `text["ja"]` picks one, any other language is a KeyError."""

    en: str
    ja: str

    def __getitem__(self, lang: str) -> str:
        if lang not in LANGUAGES:
            raise KeyError(lang)
        return self.ja if lang == "ja" else self.en


@dataclass(frozen=True, slots=True)
class Source:
    """The page a rulebook follows, who wrote it and, where known, who designed the game."""

    title: str
    url: str
    author: str
    designer: str | None = None
    published: date | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A heading that groups clauses."""

    id: str
    text: Text


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule.

    `kind` is one of `KINDS`: engine (a breach is refused), computed (worked out by the referee),
    table (only the players can see it) or information. `options` are the options that change it,
    `source` is the heading of the source it comes from.
    """

    id: str
    section: str
    kind: str
    text: Text
    source: str
    options: tuple[str, ...] = ()
    example: Text | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One value an option can take, with a short label."""

    option: str
    value: str
    text: Text
    default: bool = False


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """A point the source leaves open: `text` says what, `why` gives the default and its reason.

    Without options the reading is fixed. An option without choices is not a list (a seat, say).
    """

    id: str
    options: tuple[str, ...]
    clauses: tuple[str, ...]
    title: Text
    text: Text
    why: Text
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """An option that settles no doubt about the rules but how the table uses the referee."""

    id: str
    clause: str
    title: Text
    text: Text
    choices: tuple[Choice, ...] = ()

    @property
    def options(self) -> tuple[str, ...]:
        """The one option of a setting, which is named like it."""
        return (self.id,)


@dataclass(frozen=True, slots=True)
class Edition:
    """A named set of options, offered at the start of a table by one question."""

    id: str
    text: Text
    question: Text
    options: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True, slots=True)
class Change:
    """What one version of a rulebook changed."""

    version: str
    date: date
    text: Text


@dataclass(frozen=True, slots=True)
class Asked:
    """How people ask for one entry without knowing the words of the rules, in each language."""

    en: tuple[str, ...] = ()
    ja: tuple[str, ...] = ()

    def __getitem__(self, lang: str) -> tuple[str, ...]:
        if lang not in LANGUAGES:
            raise KeyError(lang)
        return self.ja if lang == "ja" else self.en


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything one rulebook file says, in the order of the file; `short` is the name where space is short.

    `asked` holds other people's words for entries, by id; it comes from a file of its own and may be empty.
    """

    game: str
    prefix: str
    version: str
    date: date
    name: Text
    short: Text
    source: Source
    sections: tuple[Section, ...]
    clauses: tuple[Clause, ...]
    ambiguities: tuple[Ambiguity, ...]
    settings: tuple[Setting, ...]
    editions: tuple[Edition, ...]
    changes: tuple[Change, ...]
    asked: Mapping[str, Asked] = field(default_factory=lambda: MappingProxyType({}), hash=False)

    def entry(self, clause_id: str) -> Clause | Ambiguity:
        """Return the clause or ambiguity with this id; KeyError if there is none."""
        entries: tuple[Clause | Ambiguity, ...] = (*self.clauses, *self.ambiguities)
        for entry in entries:
            if entry.id == clause_id:
                return entry
        raise KeyError(f"{self.game} has no clause {clause_id}")

    def clauses_in(self, section: str) -> tuple[Clause, ...]:
        """Return the clauses of a section, by the section's id."""
        return tuple(clause for clause in self.clauses if clause.section == section)

    def about(self, option: str) -> Ambiguity | Setting:
        """Return the ambiguity or setting that an option decides; KeyError if there is none."""
        entries: tuple[Ambiguity | Setting, ...] = (*self.ambiguities, *self.settings)
        for entry in entries:
            if option in entry.options:
                return entry
        raise KeyError(f"{self.game} has no option {option}")

    def choices(self, option: str) -> tuple[Choice, ...]:
        """Return the choices of an option; () for one that is not a list; KeyError if unknown."""
        return tuple(choice for choice in self.about(option).choices if choice.option == option)

    def choice_text(self, option: str, value: object, lang: str) -> str:
        """Say a value of an option in the words of its choice; the value itself where it has none. KeyError if unknown."""
        return next((choice.text[lang] for choice in self.choices(option) if choice.value == value), str(value))
