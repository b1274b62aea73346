"""Words: everything the referee can say has its words in both languages, with every placeholder
filled.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from markupsafe import Markup

from referee.games import GAMES
from referee.kernel.contract import Line, Prompt, Ruling
from referee.kernel.fields import Choice, Field, Place, Seat, Text
from referee.kernel.game import check
from referee.words import (
    LANGUAGES,
    SHARED,
    Translator,
    catalogue,
    catalogue_file,
    line_sentence,
    ruling_sentence,
)
from tests.properties.test_game_properties import lawless_play, states
from tests.support import golden
from tests.support.japanese import HALF_WIDTH, JAPANESE, POLITE, avoided, to_amend
from tests.support.paths import ROOT
from tests.support.plain_words import codes
from tests.support.random_play import random_history
from tests.support.tiers import cases, property_test

SEEDS = cases(3, 6)
DOMAINS = sorted({*SHARED, *GAMES})
BY_ENGLISH = ("referee",)
"""Keyed by what is said in English, so that only Japanese has a file."""
NAMES = {f"{seat}{n}": f"Name{n}" for seat in ("p", "seat") for n in range(10)}


@pytest.fixture(params=sorted(GAMES))
def game_id(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@cache
def spoken(game_id: str) -> tuple[golden.Spoken, ...]:
    """Every distinct line, ruling and sentence of golden, random and lawless play."""
    game, said = GAMES[game_id], list[golden.Spoken]()
    found: dict[str, golden.Spoken] = {repr(one): one for one in golden.spoken(game_id)}
    for seed in SEEDS:
        history = random_history(game_id, seed)
        said += [
            *golden.of_guide(game, history.seats, history.options),
            *golden.of_result(game.result(history.state)),
            *history.lines,
        ]
        said += [one for state in states(history) for one in golden.of_scene(game.scene(state))]
        for state, move in lawless_play(game_id, seed):
            said += check(game, state, move.kind, move.seat, move.data).rulings
            said += [*game.lines(state), *golden.of_scene(game.scene(state))]
        for one in said:
            found[repr(one)] = one
    return tuple(found.values())


@cache
def prompts(game_id: str) -> tuple[Prompt, ...]:
    """Every prompt of random play, one for each kind and set of values."""
    game = GAMES[game_id]
    asked = (
        prompt
        for seed in SEEDS
        for state in states(random_history(game_id, seed))
        for prompt in game.prompts(state)
    )
    return tuple(
        {
            (prompt.kind, *(getattr(field, "values", ()) for field in prompt.fields)): prompt
            for prompt in asked
        }.values()
    )


def sentence(translator: Translator, said: golden.Spoken, part: str = "") -> str:
    """What is said, without falling back on the code."""
    if isinstance(said, Line):
        return line_sentence(translator, said, part)
    if isinstance(said, Ruling):
        return ruling_sentence(translator, said, part)
    return translator.say(f"say.{said.code}{part}", said.params, "")


def parts(said: golden.Spoken) -> tuple[str, ...]:
    if isinstance(said, Line):
        return "", ".sum", ".remark"
    return ("", ".why") if isinstance(said, Ruling) else ("", ".text")


def has_words(translator: Translator, said: golden.Spoken) -> bool:
    if isinstance(said, Ruling):
        codes_of_it = (said.code, f"{said.code}.{said.params.get('copies')}")
        return any(translator.find(f"ruling.{code}") for code in codes_of_it)
    return bool(translator.find(f"{'line' if isinstance(said, Line) else 'say'}.{said.code}"))


@property_test
def test_everything_that_is_said_has_words(game_id: str, lang: str) -> None:
    """Every line, ruling and sentence has words in both languages; `python -m tools words GAME`
    prints what is missing.
    """
    translator = Translator(lang, game_id, NAMES)
    silent = {
        f"{type(said).__name__} {said.code}"
        for said in spoken(game_id)
        if said.code and not has_words(translator, said)
    }
    assert silent == set()


@property_test
def test_every_sentence_can_be_said(game_id: str, lang: str) -> None:
    """Every sentence fills its placeholders from the parameters of its code, and leaves no code,
    seat id, brace or stray space.
    """
    translator, failed = Translator(lang, game_id, NAMES), Counter[str]()
    for said in spoken(game_id):
        for part in parts(said) if said.code else ():
            try:
                text = sentence(translator, said, part)
            except (KeyError, ValueError, TypeError, IndexError, AttributeError) as bad:
                where = f"{said.code}{part}: {type(bad).__name__} {bad}"
                failed[f"{where}, params {sorted(said.params)}"] += 1
            else:
                if problem := blemish(text):
                    failed[f"{said.code}{part}: {problem} in “{text}”"] += 1
    assert list(failed) == []


def blemish(text: str) -> str:
    """What is wrong with a finished sentence: something unfilled, a seat's id, a code word or stray
    spaces.
    """
    found = re.search(
        r"[{}]|\bNone\b|\b(?:p|seat)\d\b|\b[a-z]+_[a-z_]+\b|  |^ | $|\s[.,;:!?](?:\s|$)|\(\)", text
    )
    return repr(found[0]) if found else ""


@property_test
def test_sentences_are_in_their_language(game_id: str) -> None:
    """English sentences hold no Japanese sign, Japanese ones no English words."""
    english, japanese = (Translator(lang, game_id, NAMES) for lang in LANGUAGES)
    for said in spoken(game_id):
        if said.code:
            assert not JAPANESE.search(sentence(english, said)), said
            assert not re.search(r"\b(?:the|has|is|of|not)\b", sentence(japanese, said)), said


@property_test
def test_html_is_escaped_and_says_the_same(game_id: str, lang: str) -> None:
    """Names of players are escaped in every sentence: give seats as parameters, never as text."""
    evil = {seat: f"<b>{name}&" for seat, name in NAMES.items()}
    draw_card = Markup("<i>{}</i>").format
    html = Translator(lang, game_id, evil, html=True, draw_card=draw_card)
    for said in spoken(game_id)[:400]:
        if said.code:
            assert "<b>" not in sentence(html, said), said


@property_test
def test_every_kind_of_move_and_every_field_has_a_name(game_id: str, lang: str) -> None:
    """Every kind of move has `kind.…`, every field `field.…`, and every value of a choice
    `field.NAME.VALUE` or `word.VALUE`.
    """
    translator = Translator(lang, game_id, NAMES)
    missing = {code for prompt in prompts(game_id) for code in nameless(translator, prompt)}
    assert missing == set()


def nameless(translator: Translator, prompt: Prompt) -> Iterator[str]:
    """Codes of a prompt that have no words."""
    if not (translator.find(f"kind.{prompt.kind}") or translator.find(f"word.{prompt.kind}")):
        yield f"kind.{prompt.kind}"
    for field in prompt.fields:
        if not translator.find(f"field.{field.label or field.name}"):
            yield f"field.{field.label or field.name}"
        for value in named_values(field):
            words = (f"word.{value}", f"field.{field.name}.{value}")
            if not any(map(translator.find, words)):
                yield f"word.{value}"


def named_values(field: Field) -> tuple[str, ...]:
    """Values that need words: choices, unless they are seats or places."""
    named = isinstance(field, Choice) and not isinstance(field, Seat | Place)
    return field.values if named and not {*field.values} <= {*NAMES} else ()


@property_test
def test_every_place_and_slot_has_a_name(game_id: str, lang: str) -> None:
    """Every place of a `Holding` and every slot has its `word.…`."""
    game, translator = GAMES[game_id], Translator(lang, game_id, NAMES)
    places = {
        holding.place
        for seed in SEEDS
        for state in states(random_history(game_id, seed))
        for holding in game.scene(state).holdings
    }
    assert {place for place in places if not translator.find(f"word.{place}")} == set()
    assert [slot.name for slot in game.info.slots if not translator.find(f"word.{slot.name}")] == []


# Catalogues


def placeholders(text: str) -> set[tuple[str, str]]:
    """Names and specs of the placeholders; plurals are English only."""
    return {
        (name, spec or "")
        for _, name, spec, _ in string.Formatter().parse(text)
        if name is not None and spec != "s"
    }


def names(text: str) -> set[str]:
    """Names of the placeholders, without seats: Japanese leaves out who is meant where it is
    plain.
    """
    return {name for name, spec in placeholders(text) if spec != "seat"}


@pytest.mark.parametrize("domain", [domain for domain in DOMAINS if domain not in BY_ENGLISH])
def test_catalogues_say_the_same_in_both_languages(domain: str) -> None:
    """Both catalogues have the same codes, none is empty, and a sentence has the same placeholders
    in both.
    """
    english, japanese = (codes(lang, domain) for lang in LANGUAGES)
    assert english.keys() ^ japanese.keys() == set()
    assert [
        code for code in english if not english[code].strip() or not japanese[code].strip()
    ] == []
    assert {
        code: (english[code], japanese[code])
        for code in english
        if names(english[code]) != names(japanese[code])
    } == {}


@pytest.mark.parametrize("domain", [domain for domain in DOMAINS if domain not in BY_ENGLISH])
def test_every_placeholder_is_shown_in_a_way_that_exists(domain: str, lang: str) -> None:
    """What stands behind the colon of a placeholder is a way of showing that there is, such as
    {seat:seat} or {points:signed}.
    """
    from referee.words import _SHOWN

    known = {"", *_SHOWN}
    odd = {
        code: text
        for code, text in catalogue(lang, domain).items()
        if {spec.partition("(")[0] for _, spec in placeholders(text)} - known
    }
    assert odd == {}


@pytest.mark.parametrize("domain", [domain for domain in SHARED if domain not in BY_ENGLISH])
def test_no_shared_word_is_of_one_game(domain: str, lang: str) -> None:
    prefixes = {game.info.prefix.lower() for game in GAMES.values()}
    assert [code for code in catalogue(lang, domain) if prefixes & set(code.split("."))] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_typography(domain: str, lang: str) -> None:
    """Words have ’ and “ ”, a true minus, and in Japanese full-width punctuation."""
    if domain in BY_ENGLISH and not catalogue_file(lang, domain).exists():
        return
    said = codes(lang, domain)
    straight = {
        code: text
        for code, text in said.items()
        if re.search(r"\w'\w|(?<![`\w]) \"|^\"|\(\s|\s-\d", re.sub(r"`[^`]*`", "", text))
    }
    assert straight == {}
    assert {
        code: text
        for code, text in said.items()
        if lang == "ja" and HALF_WIDTH.search(re.sub(r"\{[^}]*\}|%\(\w+\)s", "0", text))
    } == {}


@pytest.mark.parametrize("domain", DOMAINS)
def test_japanese_has_one_word_for_one_thing(domain: str) -> None:
    """One thing has one word in Japanese; write the word after the arrow (the list is at the end
    of this page).
    """
    wrong = to_amend(codes("ja", domain).items())
    assert not wrong, f"Write the word after the arrow:\n{wrong}"


def test_words_to_avoid_are_all_found_and_the_word_for_trumps_is_none() -> None:
    assert to_amend([("WH-1", "切り札を出す。")]) == ""
    assert to_amend([("WH-1", "親が札を出す。"), ("WH-2", "札とマーク")]).splitlines() == [
        "WH-1: 親 → ディーラー, 札 → カード, in “親が札を出す。”",
        "WH-2: 札 → カード, マーク → スート, in “札とマーク”",
    ]
    listed = {
        said: word for words, word in avoided() for said in words.split("、") if said != "（数）つ"
    }
    # 親 alone may stand in a small box on paper.
    found = {said: to_amend([("", said.replace("親", "親が"))]) for said in listed}
    assert [said for said, word in listed.items() if f"{said} → {word}" not in found[said]] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_refusals_are_plain(domain: str) -> None:
    """Refusals in Japanese end in the plain form."""
    assert {
        code: text
        for code, text in codes("ja", domain).items()
        if code.startswith("ruling.") and POLITE.search(text)
    } == {}


# The translator


ANN = ["ann", "hand"]


def speak(lang: str = "en") -> Translator:
    return Translator(lang, "kernel", {"ann": "Ann", "bo": "Bo"})


@pytest.mark.parametrize(
    ("lang", "left", "words"),
    [("en", 1, "queen of spades, 1 left"), ("ja", 2, "スペードのクイーン、残り2枚")],
)
def test_a_key_is_read_aloud(lang: str, left: int, words: str) -> None:
    assert speak(lang).say("key", {"card": "QS", "left": left}) == words


def test_every_card_can_be_read_aloud(lang: str) -> None:
    from referee.kernel.cards import french

    spoken_cards = {speak(lang).say("key", {"card": card, "left": 1}) for card in french().counts}
    assert len(spoken_cards) == 52
    assert speak(lang).shown("7", "spoken") == "7"


def test_who_has_a_card_is_said_once_each() -> None:
    holders = [ANN, ["bo", "out"], ANN]
    assert speak().shown(holders, "holders") == "Ann’s hand and Bo’s cards out of play"
    assert speak("ja").shown(holders, "holders") == "Annの手札・Boの使わないカード"


@pytest.mark.parametrize(
    ("copies", "holders", "title", "why"),
    [
        (1, [ANN], "There is only one Q♠", "It is in Ann’s hand. You play with one pack."),
        (1, [], "There is only one Q♠", "It was entered 2 times here. You play with one pack."),
        (
            2,
            [ANN, ["bo", "hand"]],
            "There are only two Q♠",
            "They are in Ann’s hand and Bo’s hand. You play with two packs.",
        ),
        (4, [["bo", "hand"]], "There are only 4 Q♠", "They are in Bo’s hand."),
    ],
)
def test_a_card_that_is_not_there_is_refused_by_the_number_of_copies(
    copies: int, holders: list[Any], title: str, why: str
) -> None:
    params = {"card": "QS", "copies": copies, "found": copies + 1, "holders": holders}
    ruling = Ruling("no_copy_left", "IC-2", params=params)
    assert ruling_sentence(speak(), ruling) == title
    assert ruling_sentence(speak(), ruling, ".why") == why
    assert JAPANESE.search(ruling_sentence(speak("ja"), ruling, ".why"))


def test_a_code_without_words_is_an_error_unless_there_is_a_default() -> None:
    with pytest.raises(KeyError, match="nonsense"):
        speak().say("nonsense")
    assert speak().say("nonsense", default="x") == "x"
    assert ruling_sentence(speak(), Ruling("nonsense")) == "nonsense"
    assert ruling_sentence(speak(), Ruling("nonsense"), ".why") == ""
    assert speak().word("nonsense") == "nonsense"


KERNEL_RULINGS: Mapping[str, Mapping[str, Any]] = {
    "not_asked": {"kind": "x", "seat": None},
    "missing": {},
    "too_few_cards": {"least": 2, "found": 1},
    "too_many_cards": {"most": 1, "found": 2},
    "card_unknown": {"token": "X", "position": 1},
    "card_no_suit": {"token": "9", "position": 1},
    "card_no_rank": {"token": "S", "position": 1},
    "card_not_in_deck": {"token": "2S", "position": 1},
    "card_too_long": {"token": "AAA", "position": 401},
    "not_cards": {},
    "not_a_number": {},
    "out_of_range": {"low": -5, "high": 5},
    "not_a_choice": {"values": ["a"]},
    "not_yes_or_no": {},
    "not_text": {},
    "text_too_long": {"most": 20},
    "over": {"kind": "x"},
    "not_on_turn": {"next": "a", "seat": "b"},
    "not_awaited": {"seat": "a", "who": ["b", "c"]},
    "not_now": {"kind": "x", "asked": ["y", "z"]},
    "unknown_field": {"name": "x"},
    "seats": {"least": 2, "most": 8, "found": 9},
    "same_seat": {},
}


@pytest.mark.parametrize("code", KERNEL_RULINGS)
def test_what_the_kernel_refuses_is_said_in_both_languages(code: str, lang: str) -> None:
    ruling = Ruling(code, params=KERNEL_RULINGS[code], field="f")
    for part in ("", ".why"):
        assert not blemish(ruling_sentence(speak(lang), ruling, part))
    assert ruling_sentence(speak(lang), ruling) != code


def test_every_code_of_the_kernel_is_tried_above() -> None:
    source = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "referee" / "kernel").glob("*.py")
    )
    codes = {*re.findall(r"(?:Bad|Ruling)\(\"(\w+)\"", source)} | {
        f"card_{code}" for code in re.findall(r"Unreadable\(\"(\w+)\"", source)
    }
    assert codes - {*KERNEL_RULINGS, "no_copy_left", "card_"} == set()
    assert {
        code
        for code in re.findall(r"BadRecord\(\"(\w+)\"", source)
        if not speak().find(f"bad.{code}")
    } == set()


def test_text_fields_and_numbers_keep_their_sign() -> None:
    assert Text(name="why").parse("  because ") == "because"
    said = speak().say("ruling.out_of_range", {"low": -5, "high": 5})
    assert said == "Enter a number from −5 to 5"


def test_a_games_own_words_come_first() -> None:
    shared = catalogue("en", "kernel")
    for game in GAMES:
        said, own = Translator("en", game, {}), catalogue("en", game)
        for code in {*own} & {*shared} | {"ruling.missing"}:
            assert said.find(code) == own.get(code, shared[code])
