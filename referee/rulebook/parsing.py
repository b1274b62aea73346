"""Reading the text of a rulebook file into a `Rulebook`, with errors that name the file and the entry."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from itertools import chain
from types import MappingProxyType
from typing import Any

from .book import (
    KINDS,
    LANGUAGES,
    Ambiguity,
    Asked,
    Change,
    Choice,
    Clause,
    Edition,
    MalformedRulebook,
    Rulebook,
    Section,
    Setting,
    Source,
    Text,
)


def parse(toml: str, file: str) -> Rulebook:
    """Read the text of a rulebook file; MalformedRulebook names `file` and the entry if it is malformed."""
    top = _top(toml, file)
    name = top.text("name")
    book = Rulebook(
        game=top.string("game"),
        prefix=top.string("prefix"),
        version=top.string("version"),
        date=top.day("date"),
        name=name,
        short=top.text("short") if top.has("short") else name,
        source=_source(top.inner("source")),
        sections=tuple(map(_section, top.entries("section"))),
        clauses=tuple(map(_clause, top.entries("clause"))),
        ambiguities=tuple(map(_ambiguity, top.entries("ambiguity"))),
        settings=tuple(map(_setting, top.entries("setting"))),
        editions=tuple(map(_edition, top.entries("edition"))),
        changes=tuple(map(_change, top.entries("change"))),
    )
    top.done()
    _no_twins([section.id for section in book.sections], file)
    _no_twins([clause.id for clause in book.clauses] + [point.id for point in book.ambiguities], file)
    _no_twins([setting.id for setting in book.settings], file)
    _no_twins([edition.id for edition in book.editions], file)
    return book


def parse_asked(toml: str, file: str, book: Rulebook) -> Mapping[str, Asked]:
    """Read how people ask for the entries of a rulebook, by id; MalformedRulebook if an id is unknown or a phrase is there twice."""
    top = _top(toml, file)
    phrases = {lang: top.inner(lang) for lang in LANGUAGES if top.has(lang)}
    top.done()
    ids = ([one.id for one in book.clauses], [one.id for one in book.ambiguities], [one.id for one in book.settings])
    known = set(chain.from_iterable(ids))
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for lang, entries in phrases.items():
        for entry_id in entries.keys:
            if entry_id not in known:
                raise entries.error(f"{book.game} has no clause {entry_id}")
            said = entries.strings(entry_id)
            _no_twins(said, f"{entries.place} {entry_id}")
            found.setdefault(entry_id, {})[lang] = said
    return MappingProxyType({entry_id: Asked(**said) for entry_id, said in found.items()})


def _top(toml: str, file: str) -> _Entry:
    try:
        return _Entry(tomllib.loads(toml), file)
    except tomllib.TOMLDecodeError as error:
        raise MalformedRulebook(f"{file}: not valid TOML: {error}") from error


class _Entry:
    """One table of the file. Every key is taken once; `done` objects to keys that nobody asked for."""

    def __init__(self, data: Mapping[str, Any], place: str) -> None:
        self._data = dict(data)
        self.place = place

    def error(self, message: str) -> MalformedRulebook:
        return MalformedRulebook(f"{self.place}: {message}")

    def has(self, key: str) -> bool:
        return key in self._data

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(self._data)

    def done(self) -> None:
        if self._data:
            names = ", ".join(f"'{key}'" for key in self._data)
            raise self.error(f"unknown key {names}")

    def string(self, key: str) -> str:
        value = self._take(key, str, "a text")
        if not value.strip():
            raise self.error(f"'{key}' is empty")
        return str(value)

    def day(self, key: str) -> date:
        value: date = self._take(key, date, "a date")
        return value

    def flag(self, key: str) -> bool:
        return bool(self._take(key, bool, "true or false")) if self.has(key) else False

    def strings(self, key: str) -> tuple[str, ...]:
        """Take a list of texts; () when the key is absent."""
        values = self._take(key, list, "a list") if self.has(key) else []
        if not all(isinstance(value, str) and value for value in values):
            raise self.error(f"'{key}' must be a list of texts")
        return tuple(values)

    def inner(self, key: str) -> _Entry:
        return _Entry(self._take(key, dict, "a table"), f"{self.place}: {key}")

    def text(self, key: str) -> Text:
        """Take a table {en, ja}."""
        inner = self.inner(key)
        text = inner.own_text()
        inner.done()
        return text

    def own_text(self) -> Text:
        """Take the entry's own keys en and ja."""
        return Text(self.string("en"), self.string("ja"))

    def entries(self, key: str) -> tuple[_Entry, ...]:
        """Take a list of tables, each placed by its id, value or version; () when the key is absent."""
        tables = self._take(key, list, "a list of tables") if self.has(key) else []
        if not all(isinstance(table, dict) for table in tables):
            raise self.error(f"'{key}' must be a list of tables, written [[{key}]]")
        return tuple(
            _Entry(table, f"{self.place}: {key} {_label(table, number)}") for number, table in enumerate(tables, 1)
        )

    def _take(self, key: str, kind: type, meaning: str) -> Any:
        if key not in self._data:
            raise self.error(f"'{key}' is missing")
        value = self._data.pop(key)
        if not isinstance(value, kind):
            raise self.error(f"'{key}' must be {meaning}, not {value!r}")
        return value


def _label(table: Mapping[str, Any], number: int) -> str:
    return next((str(table[key]) for key in ("id", "value", "version") if key in table), f"number {number}")


def _no_twins(ids: Iterable[str], file: str) -> None:
    seen: set[str] = set()
    for entry_id in ids:
        if entry_id in seen:
            raise MalformedRulebook(f"{file}: {entry_id} is there twice")
        seen.add(entry_id)


def _source(entry: _Entry) -> Source:
    source = Source(
        title=entry.string("title"),
        url=entry.string("url"),
        author=entry.string("author"),
        designer=entry.string("designer") if entry.has("designer") else None,
        published=entry.day("published") if entry.has("published") else None,
    )
    entry.done()
    return source


def _section(entry: _Entry) -> Section:
    section = Section(entry.string("id"), entry.own_text())
    entry.done()
    return section


def _clause(entry: _Entry) -> Clause:
    kind = entry.string("kind")
    if kind not in KINDS:
        raise entry.error(f"kind '{kind}' is none of {', '.join(KINDS)}")
    clause = Clause(
        id=entry.string("id"),
        section=entry.string("section"),
        kind=kind,
        text=entry.own_text(),
        source=entry.string("source"),
        options=entry.strings("options"),
        example=entry.text("example") if entry.has("example") else None,
    )
    entry.done()
    return clause


def _ambiguity(entry: _Entry) -> Ambiguity:
    options = entry.strings("options")
    ambiguity = Ambiguity(
        id=entry.string("id"),
        options=options,
        clauses=entry.strings("clauses"),
        title=entry.text("title"),
        text=entry.own_text(),
        why=entry.text("why"),
        choices=_choices(entry, options),
    )
    entry.done()
    return ambiguity


def _setting(entry: _Entry) -> Setting:
    setting_id = entry.string("id")
    setting = Setting(
        id=setting_id,
        clause=entry.string("clause"),
        title=entry.text("title"),
        text=entry.own_text(),
        choices=_choices(entry, (setting_id,)),
    )
    entry.done()
    return setting


def _choices(entry: _Entry, options: tuple[str, ...]) -> tuple[Choice, ...]:
    return tuple(_choice(choice, options) for choice in entry.entries("choice"))


def _choice(entry: _Entry, options: tuple[str, ...]) -> Choice:
    option = entry.string("option")
    if option not in options:
        raise entry.error(f"option '{option}' is not among the options of its entry")
    choice = Choice(option, entry.string("value"), entry.own_text(), entry.flag("default"))
    entry.done()
    return choice


def _edition(entry: _Entry) -> Edition:
    chosen = entry.inner("options")
    options = {key: chosen.string(key) for key in chosen.keys}
    edition = Edition(entry.string("id"), entry.own_text(), entry.text("question"), MappingProxyType(options))
    entry.done()
    return edition


def _change(entry: _Entry) -> Change:
    change = Change(entry.string("version"), entry.day("date"), entry.own_text())
    entry.done()
    return change
