"""Games of score sheets as pages need them: each with its words and its rulebook."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from referee.kernel.game import AnyGame
from referee.kernel.strict_json import read_json
from referee.own.game import own
from referee.own.packed import unpacked
from referee.own.reading import read_sheet
from referee.own.sheet import PREFIX, VERSION, GameSheet, canonical, in_language
from referee.rulebook import Clause, Rulebook, RuleText, Section, Setting, Source
from referee.rulebook.reading import Kind
from referee.words import LANGUAGES, Translator
from referee.words.told import clause_texts, told_words

MOST_KEPT = 256
WRITTEN = datetime.date(2026, 12, 1)
"""When the rules were made of which all these games are: those of sheets in general."""
KINDS: Mapping[str, Kind] = {"check": "engine", "points": "computed"}
"""What the referee does about a rule; the others inform."""


def game_of_sheet(told: Mapping[str, Any]) -> AnyGame:
    """The game of a sheet as JSON; raises BadSheet."""
    return _game(canonical(told))


def game_of_link(text: str) -> AnyGame:
    """The game of a packed sheet, or of a link that ends in one; raises ValueError."""
    return game_of_sheet(unpacked(text.strip().rpartition("#")[2]))


def game_in(record: object) -> Mapping[str, AnyGame]:
    """The game that a record brings as a sheet, by its id; raises BadSheet."""
    told = record.get("sheet") if isinstance(record, Mapping) else None
    if told is None:
        return {}
    game = game_of_sheet(told)
    return {game.info.id: game}


@lru_cache(MOST_KEPT)
def _game(text: str) -> AnyGame:
    sheet = read_sheet(read_json(text))
    return replace(
        own(sheet),
        sheet=sheet.told,
        words=cache(lambda lang: told_words(sheet, lang)),
        book=cache(lambda: book(sheet)),
    )


def book(sheet: GameSheet) -> Rulebook:
    """The rules of a sheet as a rulebook: a section for each part, a clause for each line."""
    texts = {lang: clause_texts(sheet, lang) for lang in LANGUAGES}
    said = {lang: Translator(lang, "own", {}) for lang in LANGUAGES}
    parts = dict.fromkeys(part for part, _at in sheet.clauses)
    name = RuleText({lang: in_language(sheet.name, lang) for lang in LANGUAGES})
    return Rulebook(
        game=sheet.id,
        prefix=PREFIX,
        version=VERSION,
        date=WRITTEN,
        source=Source(title=name[LANGUAGES[0]], url=sheet.source, author=""),
        name=name,
        short=name,
        sections=tuple(
            Section(part, RuleText({lang: said[lang].say(f"own.section.{part}") for lang in said}))
            for part in parts
        ),
        clauses=tuple(
            Clause(
                id=clause,
                section=part,
                kind=KINDS.get(part, "information"),
                source="",
                text=RuleText({lang: texts[lang][clause] for lang in LANGUAGES}),
            )
            for (part, _at), clause in sheet.clauses.items()
        ),
        settings=(
            Setting(
                "dealer",
                sheet.clauses["players", 0],
                title=RuleText({lang: said[lang].say("own.dealer.title") for lang in said}),
                text=RuleText({lang: said[lang].say("own.dealer.text") for lang in said}),
            ),
        ),
    )
