"""The names in a question: a game, or clauses by number."""

import re
from collections.abc import Iterator
from functools import lru_cache

from referee.rulebook import LANGUAGES, Rulebook, games, load

from . import text

NUMBER = re.compile(r"(?<![a-z0-9])([a-z]{2})[- ]?(a?\d{1,3})(?![a-z0-9])")
ONLY_NUMBER = re.compile(r"a?\d{1,3}")
# An everyday word counts as a game's name only in these positions.
BEFORE_A_NAME = r"^(?:\W*|.*\b(?:in|at|play|playing)\s)"


def game_named(words: str) -> tuple[str | None, str]:
    """The game a folded question names, in any language, and the question without the name."""
    for pattern, game in _names():
        if found := pattern.search(words):
            return game, f"{words[: found.start('name')]} {words[found.end('name') :]}"
    return None, words


def clauses_named(words: str, prefix: str) -> tuple[list[str], str]:
    """The clause ids in a folded question, and the rest; ``prefix`` completes a bare number."""
    numbers = [(letters.upper(), figure.upper()) for letters, figure in NUMBER.findall(words)]
    if prefix and ONLY_NUMBER.fullmatch(words):
        numbers.append((prefix, words.upper()))
    known = {book.prefix: book for book in map(load, games())}
    named = [(letters, f"{letters}-{figure}") for letters, figure in dict.fromkeys(numbers)]
    ids = [clause for letters, clause in named if letters in known and _has(known[letters], clause)]
    return ids, NUMBER.sub(" ", words) if ids else words


def _has(book: Rulebook, clause: str) -> bool:
    return clause in {entry.id for entry in book.entries}


@lru_cache(maxsize=1)
def _names() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The pattern of each name in a folded question, longest first."""
    said = {name: game for game in games() for name in _names_of(load(game))}
    return tuple(
        (_pattern(name, game), game)
        for name, game in sorted(said.items(), key=lambda one: -len(one[0]))
    )


def _names_of(book: Rulebook) -> Iterator[str]:
    for name in (book.name, book.short):
        yield from (text.fold(name[lang]) for lang in LANGUAGES)
    yield from (text.fold(name) for name in (book.reading, *book.called) if name)


def _pattern(name: str, game: str) -> re.Pattern[str]:
    words = re.findall(r"\w+", name)
    spelled = r"[\W_]*".join(map(re.escape, words))
    if text.HAS_JAPANESE.search(name):
        return re.compile(f"(?P<name>{spelled})")
    before = BEFORE_A_NAME if _everyday(words, game) else r"\b"
    return re.compile(rf"{before}(?P<name>{spelled})\b")


def _everyday(words: list[str], game: str) -> bool:
    """Whether every word of a name is a stop word or occurs in the rules of other games."""
    return all(word in text.idle("en") or word in _spoken(game) for word in words)


@lru_cache(maxsize=16)
def _spoken(game: str) -> frozenset[str]:
    """The English words in the clauses of every other game."""
    said = (
        clause.text["en"] for other in games() if other != game for clause in load(other).clauses
    )
    return frozenset(word for one in said for word in text.WORD.findall(text.fold(one)))
