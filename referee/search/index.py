"""The in-memory search index of all rulebook entries and the ways people ask for them."""

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

from sqlite_utils import Database

from referee.rulebook import LANGUAGES, Ambiguity, Clause, Rulebook, RuleText, Setting, games, load

from . import text
from .phrases import Phrases, phrases

Entry = Clause | Ambiguity | Setting
# The weight of a word, by column.
WEIGHTS = {"title": 3.0, "asked": 5.0, "text": 3.0, "more": 1.0, "head": 0.7}
TOKENIZERS = {"en": "porter unicode61 remove_diacritics 2", "ja": "unicode61 remove_diacritics 0"}
TOKENIZER = "unicode61 remove_diacritics 2"
"""The fallback tokenizer for other languages."""


@dataclass(frozen=True, eq=False)
class Index:
    """A read-only full-text database, its entries by row, the phrases and the English words.

    ``shared`` lists the rows of several games by topic. ``behind`` lists the clauses to which an
    entry of a game belongs.
    """

    db: Database
    entries: tuple[tuple[Rulebook, Entry], ...]
    phrases: Mapping[tuple[str, str], Phrases]
    shared: Mapping[str, list[int]]
    behind: Mapping[tuple[str, str], list[Clause]]
    words: frozenset[str]
    lock: threading.Lock

    @lru_cache(maxsize=2048)  # noqa: B019  (the one index lives as long as the process)
    def scores(self, lang: str, match: str) -> dict[int, float]:
        """The rows matching a full-text expression, with weighted bm25 (higher is better)."""
        weights = ", ".join(map(str, WEIGHTS.values()))
        question = (
            f"SELECT rowid, bm25({lang}_fts, {weights}) FROM {lang}_fts WHERE {lang}_fts MATCH ?"
        )
        # All threads share one connection, so queries run one at a time.
        with self.lock:
            return {row: -score for row, score in self.db.execute(question, [match]).fetchall()}


def index() -> Index:
    """The index of all rulebooks, built on first use; thread-safe."""
    with _building:
        return _kept()


def build() -> Index:
    """Build the index; each text is folded once."""
    fold = lru_cache(maxsize=None)(text.fold)
    entries: tuple[tuple[Rulebook, Entry], ...] = tuple(
        (book, entry) for book in map(load, games()) for entry in book.entries
    )
    db = Database(sqlite3.connect(":memory:", check_same_thread=False), execute_plugins=False)
    columns = {
        lang: [_columns(book, entry, lang, fold) for book, entry in entries] for lang in LANGUAGES
    }
    for lang in LANGUAGES:
        table: Any = db[lang]
        table.insert_all(({"row": row, **told} for row, told in enumerate(columns[lang])), pk="row")
        table.enable_fts(
            list(WEIGHTS), fts_version="FTS5", tokenize=TOKENIZERS.get(lang, TOKENIZER)
        )
    db.execute("PRAGMA query_only = ON")
    asked = {
        (game, lang): phrases(
            ((row, fold(said)) for row, said in _asked(entries, game, lang)), lang
        )
        for game in games()
        for lang in LANGUAGES
    }
    words = chain.from_iterable(
        column.split() for told in columns["en"] for column in told.values()
    )
    return Index(
        db, entries, asked, _shared(entries), _behind(), frozenset(words), threading.Lock()
    )


def _shared(entries: Iterable[tuple[Rulebook, Entry]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for row, (book, entry) in enumerate(entries):
        for about, ids in book.shared.items():
            if entry.id in ids:
                found.setdefault(about, []).append(row)
    return found


def _behind() -> dict[tuple[str, str], list[Clause]]:
    found: dict[tuple[str, str], list[Clause]] = {}
    for book in map(load, games()):
        for clause in book.clauses:
            for point in book.hanging(clause):
                found.setdefault((book.game, point.id), []).append(clause)
    return found


def _asked(
    entries: Iterable[tuple[Rulebook, Entry]], game: str, lang: str
) -> Iterator[tuple[int, str]]:
    """Every phrase for an entry of a game, and its own text, with its row."""
    for row, (book, entry) in enumerate(entries):
        if book.game == game:
            yield from ((row, said) for said in (*book.asked.of(lang, entry.id), entry.text[lang]))


def _columns(
    book: Rulebook,
    entry: Entry,
    lang: str,
    fold: Callable[[str], str],
) -> dict[str, str]:
    return {
        name: " ".join(chain.from_iterable(_tokens(fold(said), lang) for said in texts))
        for name, texts in _texts(book, entry, lang).items()
    }


def _tokens(folded: str, lang: str) -> Iterable[str]:
    if lang == "ja":
        return map(text.plain, chain(text.japanese(folded), text.last_signs(folded)))
    return text.english(folded) if lang == "en" else text.split_words(folded)


def _texts(book: Rulebook, entry: Entry, lang: str) -> dict[str, list[str]]:
    return {
        "title": [] if isinstance(entry, Clause) else [entry.title[lang]],
        "asked": list(book.asked.of(lang, entry.id)),
        "text": [entry.text[lang]],
        "more": [told[lang] for told in _more(entry) if told],
        "head": list(_head(book, entry, lang)),
    }


def _more(entry: Entry) -> list[RuleText | None]:
    if isinstance(entry, Clause):
        return [entry.example]
    return [
        entry.why if isinstance(entry, Ambiguity) else None,
        *(choice.text for choice in entry.choices),
    ]


def _head(book: Rulebook, entry: Entry, lang: str) -> Iterator[str]:
    """The section heading and, in Japanese, the source's heading."""
    if isinstance(entry, Clause):
        yield from (section.text[lang] for section in book.sections if section.id == entry.section)
        yield from [entry.source] if lang == "ja" else []


_building = threading.Lock()
_kept = lru_cache(maxsize=1)(build)
