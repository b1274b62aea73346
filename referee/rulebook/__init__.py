"""Rulebooks: numbered clauses from ``rulebook.toml`` of each game, with texts per language.

``rules.en.toml`` has the texts, the optional ``phrases.en.toml`` the phrases people ask with.
"""

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain
from typing import Annotated, Any

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from referee.game_files import game_file, games_with
from referee.languages import LANGUAGES as LANGUAGES

from .reading import KINDS as KINDS
from .reading import Kind, convert_table
from .texts import UNTOLD, Texts, parsed
from .texts import MalformedRulebook as MalformedRulebook
from .texts import RuleText as RuleText

Filled = Annotated[str, Meta(pattern=r"\S")]


class RulebookPart(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a rulebook; its texts are in the files of the languages."""


class Source(RulebookPart, frozen=True):
    """The page a rulebook follows, its author and, if known, the designer of the game."""

    title: Filled
    url: Filled
    author: Filled
    designer: Filled | None = None
    published: datetime.date | None = None


class Section(RulebookPart, frozen=True):
    """A heading that groups clauses."""

    id: Filled
    text: RuleText = UNTOLD


class Clause(RulebookPart, frozen=True):
    """One numbered rule.

    `kind` is engine (a breach is refused), computed (by the referee), table (only players can see
    it) or information. `options` change the clause; `source` is its heading in the source.
    """

    id: Filled
    section: Filled
    kind: Kind
    source: Filled
    text: RuleText = UNTOLD
    options: tuple[Filled, ...] = ()
    example: RuleText | None = None


class OptionValue(RulebookPart, frozen=True):
    """One value of an option, with a short label."""

    option: Filled
    value: Filled
    text: RuleText = UNTOLD
    default: bool = False


class Ambiguity(RulebookPart, frozen=True):
    """An open question of the source in `text`; `why` gives the default and its reason.

    Without options the interpretation is fixed, and `decides` has the word codes that rely on it.
    An option without choices is not a list (a seat, for example).
    """

    id: Filled
    title: RuleText = UNTOLD
    text: RuleText = UNTOLD
    why: RuleText = UNTOLD
    options: tuple[Filled, ...] = ()
    clauses: tuple[Filled, ...] = ()
    choices: tuple[OptionValue, ...] = field(default=(), name="choice")
    decides: tuple[Filled, ...] = ()


class Setting(RulebookPart, frozen=True):
    """An option about how the table uses the referee, not about the rules."""

    id: Filled
    clause: Filled
    title: RuleText = UNTOLD
    text: RuleText = UNTOLD
    choices: tuple[OptionValue, ...] = field(default=(), name="choice")

    @property
    def options(self) -> tuple[str, ...]:
        """Its one option, of the same name."""
        return (self.id,)


class Edition(RulebookPart, frozen=True):
    """A named set of options; the first of several asks a question, and each has its answer."""

    id: Filled
    options: Mapping[str, Filled]
    text: RuleText = UNTOLD
    question: RuleText | None = None
    answer: RuleText | None = None


class VersionChanges(RulebookPart, frozen=True):
    """The changes in one version of a rulebook."""

    version: Filled
    date: datetime.date
    text: RuleText = UNTOLD


class EntryPhrases(RulebookPart, frozen=True):
    """Phrases in which people ask for entries, by language and id."""

    said: Mapping[str, Mapping[str, tuple[str, ...]]] = {}

    def of(self, lang: str, entry_id: str) -> tuple[str, ...]:
        """The phrases for one entry; none in a language without a file."""
        return self.said.get(lang, {}).get(entry_id, ())


class Names(RulebookPart, frozen=True):
    """Other names of a game in one language, and the reading of its name."""

    called: tuple[Filled, ...] = ()
    reading: Filled = ""


class Rulebook(RulebookPart, frozen=True):
    """The contents of one rulebook; `short` is the name for narrow places.

    `reading` is the Japanese name in kana if it is written otherwise. `called` are other names in
    any language. `shared` are entry ids by topic that other games have too. `asked` may be empty.
    """

    game: Filled
    prefix: Filled
    version: Filled
    date: datetime.date
    source: Source
    name: RuleText = UNTOLD
    short: RuleText = UNTOLD
    sections: tuple[Section, ...] = field(default=(), name="section")
    clauses: tuple[Clause, ...] = field(default=(), name="clause")
    ambiguities: tuple[Ambiguity, ...] = field(default=(), name="ambiguity")
    settings: tuple[Setting, ...] = field(default=(), name="setting")
    editions: tuple[Edition, ...] = field(default=(), name="edition")
    changes: tuple[VersionChanges, ...] = field(default=(), name="change")
    shared: Mapping[str, tuple[Filled, ...]] = {}
    reading: Filled = ""
    called: tuple[Filled, ...] = ()
    asked: EntryPhrases = EntryPhrases()

    @property
    def kana(self) -> str:
        """The Japanese name in kana, as a sort key."""
        return self.reading or self.name["ja"]

    @property
    def entries(self) -> tuple[Clause | Ambiguity | Setting, ...]:
        return (*self.clauses, *self.ambiguities, *self.settings)

    @property
    def points(self) -> tuple[Ambiguity | Setting, ...]:
        """All entries with options."""
        return (*self.ambiguities, *self.settings)

    def deciding(self, codes: Iterable[str]) -> tuple[Ambiguity, ...]:
        """The ambiguities whose fixed interpretation decides one of these word codes."""
        found = set(codes)
        return tuple(point for point in self.ambiguities if found & set(point.decides))

    def clauses_in(self, section: str) -> tuple[Clause, ...]:
        return tuple(clause for clause in self.clauses if clause.section == section)

    def hanging(self, clause: Clause) -> tuple[Ambiguity | Setting, ...]:
        """The ambiguities that share an option with a clause or name it, and its settings."""
        points = (
            point
            for point in self.ambiguities
            if clause.id in point.clauses or set(point.options) & set(clause.options)
        )
        return (*points, *(setting for setting in self.settings if setting.clause == clause.id))

    def entry(self, clause_id: str) -> Clause | Ambiguity:
        """The clause or ambiguity with this id; KeyError if there is none."""
        for entry in self.entries:
            if entry.id == clause_id and not isinstance(entry, Setting):
                return entry
        raise KeyError(f"{self.game} has no clause {clause_id}")

    def has(self, clause_id: str) -> bool:
        """Whether a clause or ambiguity has this id."""
        return any(
            entry.id == clause_id and not isinstance(entry, Setting) for entry in self.entries
        )

    def about(self, option: str) -> Ambiguity | Setting:
        """The ambiguity or setting of an option; KeyError if there is none."""
        for entry in self.points:
            if option in entry.options:
                return entry
        raise KeyError(f"{self.game} has no option {option}")

    def choices(self, option: str) -> tuple[OptionValue, ...]:
        """The choices of an option; () if it is not a list; KeyError if unknown."""
        return tuple(choice for choice in self.about(option).choices if choice.option == option)

    def choice_text(self, option: str, value: object, lang: str) -> str:
        """The label of a value, or the value itself without one; KeyError for an unknown option."""
        return next(
            (choice.text[lang] for choice in self.choices(option) if choice.value == value),
            str(value),
        )


@lru_cache
def games() -> tuple[str, ...]:
    """The games with a readable rulebook, in alphabetical order."""
    return tuple(game for game in games_with("rulebook.toml") if _can_be_read(game))


def _can_be_read(game: str) -> bool:
    try:
        load(game)
    except MalformedRulebook:
        return False
    return True


@lru_cache
def load(game: str) -> Rulebook:
    """The rulebook of a game; KeyError without one, MalformedRulebook for a bad file."""
    file = game_file(game, "rulebook.toml")
    if game not in games_with(file.name):
        raise KeyError(f"there is no rulebook for {game}")
    book = parse(game, file.read_text(encoding="utf-8"), _in_languages(game, "rules"))
    if book.game != game:
        raise MalformedRulebook(
            f"{game}: {file.name}: game is '{book.game}', but its folder is that of '{game}'"
        )
    return replace(book, asked=parse_asked(book, _in_languages(game, "phrases")))


def _in_languages(game: str, name: str) -> dict[str, str]:
    """The contents of the files of this name, by language."""
    files = {lang: game_file(game, f"{name}.{lang}.toml") for lang in LANGUAGES}
    return {lang: file.read_text(encoding="utf-8") for lang, file in files.items() if file.exists()}


def title(game: str, lang: str) -> str:
    """The name of a game; its id if it has no rulebook."""
    return load(game).name[lang] if game in games() else game


def find_rule(clause_id: str) -> tuple[Rulebook, Clause | Ambiguity]:
    """The rulebook and the clause or ambiguity of an id ("IC-29", "BD-A1"); KeyError if unknown."""
    prefix = clause_id.partition("-")[0]
    for book in map(load, games()):
        if book.prefix == prefix:
            return book, book.entry(clause_id)
    raise KeyError(f"no rulebook has the clause {clause_id}")


def parse(game: str, toml: str, said: Mapping[str, str]) -> Rulebook:
    """Parse ``rulebook.toml`` and texts by language; MalformedRulebook names the file and entry."""
    file = f"{game}: rulebook.toml"
    names = {lang: f"{game}: rules.{lang}.toml" for lang in (*LANGUAGES, *said)}
    tables = {lang: parsed(said.get(lang, ""), name) for lang, name in names.items()}
    others = [_names(tables[lang], name) for lang, name in names.items()]
    book = convert_table(Rulebook, parsed(toml, file), file)
    Texts(tables, names).tell(book)
    _check(book, file)
    reading = next(filter(None, (other.reading for other in others)), book.reading)
    return replace(
        book, reading=reading, called=tuple(chain(book.called, *(other.called for other in others)))
    )


def _check(book: Rulebook, file: str) -> None:
    """Raise MalformedRulebook for an id that is unknown or there twice."""
    for entry in book.points:
        _choices_fit(entry, file)
    _no_twins((section.id for section in book.sections), file)
    _no_twins((entry.id for entry in book.entries if not isinstance(entry, Setting)), file)
    _no_twins((setting.id for setting in book.settings), file)
    _no_twins((edition.id for edition in book.editions), file)
    _all_known(chain.from_iterable(book.shared.values()), book, f"{file}: shared")


def _names(said: dict[str, Any], file: str) -> Names:
    """Take the other names out of a language file; ``short`` defaults to the name."""
    if "name" in said:
        said.setdefault("short", said["name"])
    return convert_table(
        Names, {key: said.pop(key) for key in ("called", "reading") if key in said}, file
    )


def parse_asked(book: Rulebook, files: Mapping[str, str]) -> EntryPhrases:
    """Parse the phrases of each language; MalformedRulebook for unknown ids or repeated phrases."""
    asked: dict[str, dict[str, tuple[str, ...]]] = {}
    for lang, toml in files.items():
        file, asked[lang] = f"{book.game}: phrases.{lang}.toml", {}
        for entry_id, phrases in parsed(toml, file).items():
            asked[lang] |= convert_table(dict[str, tuple[Filled, ...]], {entry_id: phrases}, file)
        _all_known(asked[lang], book, file)
        for entry_id, said in asked[lang].items():
            _no_twins(said, f"{file}: {entry_id}")
    return EntryPhrases(asked)


def _choices_fit(entry: Ambiguity | Setting, file: str) -> None:
    for choice in entry.choices:
        if choice.option not in entry.options:
            place = f"{file}: {type(entry).__name__.lower()} {entry.id}: choice {choice.value}"
            raise MalformedRulebook(
                f"{place}: option '{choice.option}' is not among the options of its entry"
            )


def _all_known(ids: Iterable[str], book: Rulebook, place: str) -> None:
    known = {entry.id for entry in book.entries}
    for entry_id in ids:
        if entry_id not in known:
            raise MalformedRulebook(f"{place}: {book.game} has no clause {entry_id}")


def _no_twins(ids: Iterable[str], place: str) -> None:
    for one, times in Counter(ids).items():
        if times > 1:
            raise MalformedRulebook(f"{place}: {one} is there twice")
