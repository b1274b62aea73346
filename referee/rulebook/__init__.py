"""Rulebooks: the numbered clauses of every game, in English and Japanese, read from ``rulebook.toml`` in its folder.

How people ask for a clause in other words stands beside it in ``asked.toml``, where a game has such a file.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from referee.game_files import game_file, games_with

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
from .parsing import parse, parse_asked

__all__ = [
    "KINDS",
    "LANGUAGES",
    "Ambiguity",
    "Asked",
    "Change",
    "Choice",
    "Clause",
    "Edition",
    "MalformedRulebook",
    "Rulebook",
    "Section",
    "Setting",
    "Source",
    "Text",
    "find",
    "games",
    "load",
    "parse",
    "parse_asked",
]


@lru_cache
def games() -> tuple[str, ...]:
    """Return the games that have a rulebook, in alphabetical order."""
    return games_with("rulebook.toml")


@lru_cache
def load(game: str) -> Rulebook:
    """Return the rulebook of a game; KeyError if it has none, MalformedRulebook if its file is malformed."""
    if game not in games():
        raise KeyError(f"there is no rulebook for {game}")
    file = game_file(game, "rulebook.toml")
    book = parse(file.read_text(encoding="utf-8"), f"{game}: {file.name}")
    if book.game != game:
        raise MalformedRulebook(f"{game}: {file.name}: game is '{book.game}', but its folder is that of '{game}'")
    asked = file.with_name("asked.toml")
    if not asked.exists():
        return book
    return replace(book, asked=parse_asked(asked.read_text(encoding="utf-8"), f"{game}: {asked.name}", book))


def find(clause_id: str) -> tuple[Rulebook, Clause | Ambiguity]:
    """Return the rulebook and the clause or ambiguity with this id ("IC-29", "BD-A1"); KeyError if unknown."""
    prefix = clause_id.partition("-")[0]
    for book in map(load, games()):
        if book.prefix == prefix:
            return book, book.entry(clause_id)
    raise KeyError(f"no rulebook has the clause {clause_id}")
