"""Words of games of sheets: all is said in both languages, and nothing of it is markup."""

from __future__ import annotations

import random
from typing import Any

import pytest
from markupsafe import Markup

from referee.kernel.contract import Line, Ruling, complete_options
from referee.kernel.game import check
from referee.own.formula import read_formula, respelled
from referee.own.game import own
from referee.own.kinds import Known
from referee.own.reading import GIVEN, read_sheet
from referee.own.sheet import GameSheet
from referee.words import LANGUAGES, Translator, line_sentence, ruling_sentence
from referee.words.told import clause_texts, spelling, told_words
from tests.support import golden
from tests.support.sheets import SAMPLES, random_move
from tests.support.tiers import cases, property_test

NAMES = {f"s{at}": f"Name{at}" for at in range(1, 11)}
SHARP = "<b>\"&'</b>"


def translator(sheet: GameSheet, lang: str, html: bool = False) -> Translator:
    """The words of a game of a sheet."""
    return Translator(lang, "own", NAMES, html, told=told_words(sheet, lang))


def sentence(said: Translator, one: golden.Spoken) -> str:
    """What is said; KeyError without words."""
    if isinstance(one, Line):
        assert said.find(f"line.{one.code}")
        return line_sentence(said, one)
    if isinstance(one, Ruling):
        assert said.find(f"ruling.{one.code}"), one.code
        return ruling_sentence(said, one) + ruling_sentence(said, one, ".why")
    return said.say(f"say.{one.code}", one.params)


def spoken(sheet: GameSheet, seed: int) -> list[Any]:
    """Everything that random play and random answers make a game say."""
    game, rng = own(sheet), random.Random(seed)
    seats = tuple(f"s{at + 1}" for at in range(rng.randint(*sheet.players)))
    options = complete_options(game.info, seats, {})
    state, said = game.setup(seats, options), list(golden.of_guide(game, seats, options))
    while (move := random_move(game, state, rng)) is not None and len(state.rounds) < 8:
        said += golden.of_scene(game.scene(state))
        for prompt in game.prompts(state):
            raw = {field.name: field.sample(rng) for field in prompt.fields}
            said += check(game, state, prompt.kind, prompt.seat, raw).rulings
        state = game.advance(state, move)
    state = game.advance(state, type(move)("stop")) if move else state
    return [*said, *game.lines(state), *golden.of_result(game.result(state))]


@property_test
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [*SAMPLES])
def test_everything_that_is_said_has_words(name: str, lang: str) -> None:
    """Every line, ruling and sentence of random play, with no placeholder and no name left over."""
    sheet = read_sheet(SAMPLES[name])
    said = translator(sheet, lang)
    for seed in cases(2, 10):
        for one in spoken(sheet, seed):
            text = sentence(said, one)
            assert text.strip()
            assert not {"{", "}"} & {*text}, text
            assert "step" not in text
    for kind in own(sheet).info.kinds:
        assert said.kind(kind) not in (kind, "")
        assert said.find(f"ask.{kind}")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [*SAMPLES])
def test_every_rule_is_a_sentence(name: str, lang: str) -> None:
    """One for each rule number, in the order of the numbers."""
    sheet = read_sheet(SAMPLES[name])
    texts = clause_texts(sheet, lang)
    assert [*texts] == [f"R-{number}" for number in range(1, len(texts) + 1)]
    assert all(text.endswith("." if lang == "en" else "。") for text in texts.values())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", [*SAMPLES])
def test_a_formula_in_the_words_of_a_reader_is_the_same(name: str, lang: str) -> None:
    """Spelled in a language and read again it is the tree that it was."""
    sheet = read_sheet(SAMPLES[name])
    spelled = spelling(sheet, lang)
    assert len({*spelled.values()}) == len(spelled)
    read = {word: name for name, word in spelled.items()}
    names: dict[str, Known] = {**GIVEN, **dict.fromkeys(spelled, Known("number"))}
    for formula in sheet.formulas.values():
        shown = respelled(formula.text, {}, spelled)
        found, wanted = read_formula(shown, read, names), read_formula(formula.text, {}, names)
        assert without_places(found) == without_places(wanted)


def without_places(part: Any) -> Any:
    """A tree without the places of its parts."""
    return part.do, part.value, [without_places(one) for one in part.parts]


def test_what_people_wrote_is_never_markup() -> None:
    """Names, labels, reasons and checks are escaped wherever they are said in a page."""
    told = {
        "format": "referee-sheet/1",
        "name": SHARP,
        "players": [2, 2],
        "ask": [
            {"name": "a", "label": SHARP},
            {
                "name": "b",
                "type": "some",
                "label": SHARP,
                "of": [{"name": SHARP, "points": 1}],
            },
        ],
        "check": [{"that": "sum(a) = 3", "say": SHARP}],
        "points": [{"points": "a", "why": SHARP, "rule": SHARP}],
    }
    sheet = read_sheet(told)
    for lang in LANGUAGES:
        said = translator(sheet, lang, html=True)
        for code in said.told:
            text = said.say(code, {"points": 1})
            assert isinstance(text, Markup)
            assert "<" not in text, code
            assert SHARP in text.unescape() or code == "game.standard", code
        line = Line("s1", 1, 3, "R-4", "row_0")
        assert "<" not in line_sentence(said, line)
        assert "<" not in said.shown(["b.0"], "words")
        assert "<" not in said.shown("step1", "kind")


@pytest.mark.parametrize(
    ("players", "lang", "said"),
    [
        ([2, 4], "en", "30 with 2 players, 20 with 3 players, 15 with 4 players."),
        ([2, 4], "ja", "ラウンド数は、2人で30、3人で20、4人で15。"),
        ([3, 6], "en", "Number of rounds: 20 with 3 players, 15 otherwise."),
        ([3, 6], "ja", "ラウンド数は、3人で20、ほかは15。"),
    ],
)
def test_a_table_of_rounds_is_no_formula(players: list[int], lang: str, said: str) -> None:
    """Each number of players that can play is named once, the rest together."""
    rounds = "30 if players = 2 else 20 if players = 3 else 15"
    sheet = read_sheet({**SAMPLES["wizard"], "players": players, "over": {"rounds": rounds}})
    (told,) = [text for text in clause_texts(sheet, lang).values() if said in text]
    assert "=" not in told


@pytest.mark.parametrize(
    ("lang", "bid", "end"),
    [
        (
            "en",
            "Bid: a number from 0 to the round number for each player.",
            "Number of rounds: 60 ÷ players.",
        ),
        ("ja", "予想：1人ずつ、0〜ラウンド番号の数。", "ラウンド数：60 ÷ 人数。"),
    ],
)
def test_what_depends_is_said_in_words(lang: str, bid: str, end: str) -> None:
    texts = clause_texts(read_sheet(SAMPLES["wizard"]), lang)
    assert (texts["R-2"], texts["R-7"]) == (bid, end)
