"""What Indian Chief says of melds and thefts, word by word."""

from __future__ import annotations

import pytest

from referee.games.indian_chief.melds import POKER_POINTS
from referee.words import LANGUAGES, Translator, line_sentence
from tests.games.indian_chief.table import GAME, SEATS, Table

NAMES = {seat: seat.title() for seat in SEATS}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_name_has_a_word(lang: str) -> None:
    translator = Translator(lang, "indian-chief", NAMES)
    names = [slot.name for slot in GAME.info.slots] + [
        *POKER_POINTS,
        "ace",
        "jack",
        "queen",
        "king",
        *"SHDC",
    ]
    assert [name for name in names if not translator.find(f"word.{name}")] == []


@pytest.mark.parametrize(
    ("cards", "lang", "headline", "remark"),
    [
        ("KH QS 4D AC", "en", "10 + 10 + 4 + 1 = 25", "Exactly 25"),
        ("KH QS 4D AC", "ja", "10+10+4+1=25", "ちょうど25"),
        ("KH QS 5D AC", "en", "10 + 10 + 5 + 1 = 26", "25 needed, 26 so far"),
        ("JS 4S 9S", "en", "♠ 10 + 4 + 9 = 23", "Only spades count"),
        ("AS AD 2C 3H KC", "en", "−(1 + 1 + 2 + 3 + 10) = −17", "All five values are lost"),
        ("AS 2S 3S 4S 5S 6S", "en", "0", "no heart yet"),
        ("7S 7S 2S 9S KS 4D 5C", "en", "30 + 9 = 39", "best of 21 splits"),
        ("QS", "en", "10", "A queen counts 10"),
    ],
)
def test_the_verdict_is_the_first_line_of_a_meld(
    cards: str, lang: str, headline: str, remark: str
) -> None:
    line = Table(4).meld("ann", cards).lines()[0]
    translator = Translator(lang, "indian-chief", NAMES)
    assert (
        line_sentence(translator, line, ".sum"),
        line_sentence(translator, line, ".remark"),
    ) == (headline, remark)


def test_a_theft_in_words() -> None:
    table = Table(4).show(ann="6C", bo="QD", cy="6D", dee="KS TH 4D AD").steal("ann", "dee:0")
    (line,) = table.lines(part="theft")
    translator = Translator("en", "indian-chief", NAMES)
    assert line_sentence(translator, line) == "Ann took K♠ from Dee’s Lawyer"
    assert line_sentence(translator, line, ".remark") == "6♣ is in its place now"
