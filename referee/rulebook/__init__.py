"""Rulebooks: the numbered clauses of every game, read from ``rulebook.toml`` in its folder, and
their texts.

Those of each language stand in a file of their own, ``rules.en.toml``. How people ask for a clause
in other words stands beside it in ``asked.en.toml``, where a game has such a file.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import Any, Literal, get_args

from referee.game_files import game_file, games_with
from referee.languages import LANGUAGES as LANGUAGES

from .reading import named, read
from .texts import MalformedRulebook as MalformedRulebook
from .texts import Text as Text
from .texts import Texts, parsed

Kind = Literal["engine", "computed", "table", "information"]
KINDS: tuple[str, ...] = get_args(Kind)


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

    `kind` is engine (a breach is refused), computed (worked out by the referee),
    table (only the players can see it) or information. `options` are the options that change it,
    `source` is the heading of the source it comes from.
    """

    id: str
    section: str
    kind: Kind
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
    `decides` are the codes of what is said where a fixed reading decides.
    """

    id: str
    title: Text
    text: Text
    why: Text
    options: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    decides: tuple[str, ...] = ()


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
    """A named set of options; of several the first has the question that tells them apart, and each
    its answer.
    """

    id: str
    text: Text
    options: Mapping[str, str] = field(hash=False)
    question: Text | None = None
    answer: Text | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What one version of a rulebook changed."""

    version: str
    date: date
    text: Text


@dataclass(frozen=True, slots=True)
class Asked:
    """How people ask for entries without knowing the words of the rules, by language and id."""

    said: Mapping[str, Mapping[str, tuple[str, ...]]] = field(hash=False)

    def of(self, lang: str, entry_id: str) -> tuple[str, ...]:
        """The phrases for one entry; none in a language without a file."""
        return self.said.get(lang, {}).get(entry_id, ())


@dataclass(frozen=True, slots=True)
class Names:
    """What else a game is called in one language, and how its name is read where signs do not
    tell.
    """

    called: tuple[str, ...] = ()
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Everything the files of one rulebook say, in the order of the first; `short` is the name
    where space is short.

    `reading` is the Japanese name in kana where it has other signs; `called` are other names people
    use in any language. `shared` are the entries about what other games have a rule about as well,
    by what that is. `asked` comes from files of its own and may be empty.
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
    shared: Mapping[str, tuple[str, ...]] = field(hash=False)
    reading: str = ""
    called: tuple[str, ...] = ()
    asked: Asked = Asked({})

    @property
    def kana(self) -> str:
        """The Japanese name as it is read, by which lists are ordered."""
        return self.reading or self.name["ja"]

    @property
    def entries(self) -> tuple[Clause | Ambiguity | Setting, ...]:
        """All that can be looked up."""
        return (*self.clauses, *self.ambiguities, *self.settings)

    @property
    def points(self) -> tuple[Ambiguity | Setting, ...]:
        """All that options decide."""
        return (*self.ambiguities, *self.settings)

    def deciding(self, codes: Iterable[str]) -> tuple[Ambiguity, ...]:
        """Return the points whose fixed reading decides what was said, by the codes of that."""
        found = set(codes)
        return tuple(point for point in self.ambiguities if found & set(point.decides))

    def clauses_in(self, section: str) -> tuple[Clause, ...]:
        """Return the clauses of a section, by the section's id."""
        return tuple(clause for clause in self.clauses if clause.section == section)

    def hanging(self, clause: Clause) -> tuple[Ambiguity | Setting, ...]:
        """Return the open points behind a clause, by its options or because they name it, and the
        settings it allows.
        """
        points = (
            point
            for point in self.ambiguities
            if clause.id in point.clauses or set(point.options) & set(clause.options)
        )
        return (*points, *(setting for setting in self.settings if setting.clause == clause.id))

    def entry(self, clause_id: str) -> Clause | Ambiguity:
        """Return the clause or ambiguity with this id; KeyError if there is none."""
        for entry in self.entries:
            if entry.id == clause_id and not isinstance(entry, Setting):
                return entry
        raise KeyError(f"{self.game} has no clause {clause_id}")

    def has(self, clause_id: str) -> bool:
        """Whether there is a clause or an ambiguity with this id."""
        return any(
            entry.id == clause_id and not isinstance(entry, Setting) for entry in self.entries
        )

    def about(self, option: str) -> Ambiguity | Setting:
        """Return the ambiguity or setting that an option decides; KeyError if there is none."""
        for entry in self.points:
            if option in entry.options:
                return entry
        raise KeyError(f"{self.game} has no option {option}")

    def choices(self, option: str) -> tuple[Choice, ...]:
        """Return the choices of an option; () for one that is not a list; KeyError if unknown."""
        return tuple(choice for choice in self.about(option).choices if choice.option == option)

    def choice_text(self, option: str, value: object, lang: str) -> str:
        """Say a value of an option in the words of its choice; the value itself where it has none.
        KeyError if unknown.
        """
        return next(
            (choice.text[lang] for choice in self.choices(option) if choice.value == value),
            str(value),
        )


@lru_cache
def games() -> tuple[str, ...]:
    """Return the games whose rulebook can be read, in alphabetical order."""
    return tuple(game for game in games_with("rulebook.toml") if _can_be_read(game))


def _can_be_read(game: str) -> bool:
    try:
        load(game)
    except MalformedRulebook:
        return False
    return True


@lru_cache
def load(game: str) -> Rulebook:
    """Return the rulebook of a game; KeyError if it has none, MalformedRulebook if its file is
    malformed.
    """
    file = game_file(game, "rulebook.toml")
    if game not in games_with(file.name):
        raise KeyError(f"there is no rulebook for {game}")
    book = parse(game, file.read_text(encoding="utf-8"), _in_languages(game, "rules"))
    if book.game != game:
        raise MalformedRulebook(
            f"{game}: {file.name}: game is '{book.game}', but its folder is that of '{game}'"
        )
    return replace(book, asked=parse_asked(book, _in_languages(game, "asked")))


def _in_languages(game: str, name: str) -> dict[str, str]:
    """The files of a game with this name, by language."""
    files = {lang: game_file(game, f"{name}.{lang}.toml") for lang in LANGUAGES}
    return {lang: file.read_text(encoding="utf-8") for lang, file in files.items() if file.exists()}


def title(game: str, lang: str) -> str:
    """Return what a game is called; its id where it has no rulebook."""
    return load(game).name[lang] if game in games() else game


def find(clause_id: str) -> tuple[Rulebook, Clause | Ambiguity]:
    """Return the rulebook and the clause or ambiguity with this id ("IC-29", "BD-A1"); KeyError if
    unknown.
    """
    prefix = clause_id.partition("-")[0]
    for book in map(load, games()):
        if book.prefix == prefix:
            return book, book.entry(clause_id)
    raise KeyError(f"no rulebook has the clause {clause_id}")


def parse(game: str, toml: str, said: Mapping[str, str]) -> Rulebook:
    """Read the text of ``rulebook.toml`` and of a file for each language, by language.

    MalformedRulebook names the file and the entry that is malformed.
    """
    file, names = (
        f"{game}: rulebook.toml",
        {lang: f"{game}: rules.{lang}.toml" for lang in (*LANGUAGES, *said)},
    )
    top, tables = (
        {"shared": {}} | parsed(toml, file),
        {lang: parsed(said.get(lang, ""), name) for lang, name in names.items()},
    )
    others = [_names(tables[lang], name) for lang, name in names.items()]
    texts = Texts(tables, names)
    book = read(Rulebook, top, file, texts)
    texts.all_belong()
    for entry in book.points:
        for choice in entry.choices:
            if choice.option not in entry.options:
                place = f"{file}: {type(entry).__name__.lower()} {entry.id}: choice {choice.value}"
                raise MalformedRulebook(
                    f"{place}: option '{choice.option}' is not among the options of its entry"
                )
    _no_twins((section.id for section in book.sections), file)
    _no_twins((entry.id for entry in book.entries if not isinstance(entry, Setting)), file)
    _no_twins((setting.id for setting in book.settings), file)
    _no_twins((edition.id for edition in book.editions), file)
    _all_known(chain.from_iterable(book.shared.values()), book, f"{file}: shared")
    reading = next(filter(None, (other.reading for other in others)), book.reading)
    return replace(
        book, reading=reading, called=tuple(chain(book.called, *(other.called for other in others)))
    )


def _names(said: dict[str, Any], file: str) -> Names:
    """Take the other names out of a language's file; without a short name the name stands in its
    place.
    """
    if "name" in said:
        said.setdefault("short", said["name"])
    return read(Names, {key: said.pop(key) for key in ("called", "reading") if key in said}, file)


def parse_asked(book: Rulebook, files: Mapping[str, str]) -> Asked:
    """Read how people ask for the entries of a rulebook, a file for each language.

    MalformedRulebook if an id is unknown or a phrase is there twice.
    """
    asked: dict[str, Mapping[str, tuple[str, ...]]] = {}
    for lang, toml in files.items():
        file = f"{book.game}: asked.{lang}.toml"
        asked[lang] = named(parsed(toml, file), file, tuple[str, ...])
        _all_known(asked[lang], book, file)
        for entry_id, said in asked[lang].items():
            _no_twins(said, f"{file}: {entry_id}")
    return Asked(MappingProxyType(asked))


def _all_known(ids: Iterable[str], book: Rulebook, place: str) -> None:
    known = {entry.id for entry in book.entries}
    for entry_id in ids:
        if entry_id not in known:
            raise MalformedRulebook(f"{place}: {book.game} has no clause {entry_id}")


def _no_twins(ids: Iterable[str], place: str) -> None:
    for one, times in Counter(ids).items():
        if times > 1:
            raise MalformedRulebook(f"{place}: {one} is there twice")
