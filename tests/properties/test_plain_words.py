"""Plain words: short sentences and one word for one thing, wherever people read."""

from __future__ import annotations

import re

import pytest

from referee.words import LANGUAGES
from tests.support import plain_words as plain


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_sentence_has_one_idea() -> None:
    """At most 12 words on a phone; where a rule is told, a score explained or a server run, 25."""
    long = {}
    for domain, code, text in plain.catalogues("en"):
        most = plain.LONGEST_OF_RULES if plain.of_rules(domain, code) else plain.LONGEST
        if plain.longest(text) > most:
            long[f"{domain} {code}"] = text
    assert long == {}


def test_a_japanese_sentence_has_one_idea() -> None:
    """At most 40 characters on a phone."""
    said = plain.catalogues("ja")
    assert {
        f"{domain} {code}": text
        for domain, code, text in said
        if not plain.of_rules(domain, code) and plain.characters(text) > plain.LONGEST_IN_JAPANESE
    } == {}


def test_no_word_is_used_any_more_that_another_replaced(lang: str) -> None:
    """Catalogues and rulebooks; the words are in `tests/support/plain_words.py`."""
    texts = [(f"{domain} {code}", text) for domain, code, text in plain.catalogues(lang)]
    texts += plain.rules(lang)
    found = [(where, plain.retired(lang, text), text) for where, text in texts]
    assert [one for one in found if one[1]] == []


def test_documents_use_the_same_words() -> None:
    for path, text in plain.documents():
        assert (path.name, plain.retired("en", text)) == (path.name, [])


def test_japanese_figures_and_signs_are_half_width() -> None:
    """Figures, sums and fractions half-width, brackets full-width, a blank after “？” in a line."""
    texts = [(f"{domain} {code}", text) for domain, code, text in plain.catalogues("ja")]
    texts += plain.rules("ja")
    wide = {where: text for where, text in texts if plain.WIDE.search(plain.bare(text))}
    assert wide == {}


def test_a_button_is_short(lang: str) -> None:
    """What a button says beside names, cards and figures: 22 characters, in Japanese 9."""
    long = {}
    for domain, code, text in plain.catalogues(lang):
        said = re.sub(r"\{[^}]*\}|\d", "", text)
        if plain.BUTTONS.match(code) and len(said) > plain.LONGEST_BUTTON[lang]:
            long[f"{domain} {code}"] = text
    assert long == {}


def test_a_ruling_does_not_say_yes_or_no_itself(lang: str) -> None:
    """The page says it, in front of every answer."""
    doubled = re.compile(r"(?:はい|いいえ)[。、]|(?:Yes|No)[.:] ")
    said = plain.catalogues(lang)
    assert [(code, text) for _, code, text in said if doubled.match(text)] == []


def test_the_screens_speak_plain_words() -> None:
    assert dict(plain.screens()) == {}
