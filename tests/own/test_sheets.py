"""Games of sheets with their words and rulebooks."""

from __future__ import annotations

import pytest

from referee.rulebook import Clause
from referee.sheets import game_of_sheet
from referee.words import LANGUAGES
from tests.support.sheets import SAMPLES


@pytest.mark.parametrize("name", [*SAMPLES])
def test_a_game_of_a_sheet_brings_words_and_rules(name: str) -> None:
    """Every rule number that the game cites has its text, in both languages, below a heading."""
    game = game_of_sheet(SAMPLES[name])
    assert game.words is not None
    assert game.book is not None
    book = game.book()
    cited = {asked.clause for asked in game.info.kinds.values()} | {game.info.players_clause}
    for clause in sorted(cited):
        entry = book.entry(clause)
        assert isinstance(entry, Clause)
        assert all(entry.text[lang] for lang in LANGUAGES)
    sections = {section.id for section in book.sections}
    assert {clause.section for clause in book.clauses} == sections
    assert all(section.text[lang] for section in book.sections for lang in LANGUAGES)
    assert [book.name[lang] for lang in LANGUAGES] == [*SAMPLES[name]["name"].values()]


def test_the_same_sheet_is_the_same_game() -> None:
    """Its id is of its content alone, so that a table finds its game wherever it is."""
    told = SAMPLES["wizard"]
    again = dict(reversed(told.items()))
    assert game_of_sheet(told) is game_of_sheet(again)
    other = game_of_sheet({**told, "low_wins": True})
    assert other.info.id != game_of_sheet(told).info.id
    assert all(one.startswith("own-") for one in (other.info.id, game_of_sheet(told).info.id))
