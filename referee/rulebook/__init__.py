"""Rulebooks: the numbered clauses of every game, in English and Japanese, read from one TOML file per game.

How people ask for a clause in other words stands beside it in `asked/`, where a game has such a file.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from referee.rulebook.book import (
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
from referee.rulebook.parsing import parse, parse_asked

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

_FOLDER = Path(__file__).parent


@lru_cache
def games() -> tuple[str, ...]:
    """Return the games that have a rulebook, in alphabetical order."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@lru_cache
def load(game: str) -> Rulebook:
    """Return the rulebook of a game; KeyError if it has none, MalformedRulebook if its file is malformed."""
    if game not in games():
        raise KeyError(f"there is no rulebook for {game}")
    file = f"{game}.toml"
    book = parse((_FOLDER / file).read_text(encoding="utf-8"), file)
    if book.game != game:
        raise MalformedRulebook(f"{file}: game is '{book.game}', but the file is named after '{game}'")
    asked = _FOLDER / "asked" / file
    if not asked.exists():
        return book
    return replace(book, asked=parse_asked(asked.read_text(encoding="utf-8"), f"asked/{file}", book))


def find(clause_id: str) -> tuple[Rulebook, Clause | Ambiguity]:
    """Return the rulebook and the clause or ambiguity with this id ("IC-29", "BD-A1"); KeyError if unknown."""
    prefix = clause_id.partition("-")[0]
    for book in map(load, games()):
        if book.prefix == prefix:
            return book, book.entry(clause_id)
    raise KeyError(f"no rulebook has the clause {clause_id}")
