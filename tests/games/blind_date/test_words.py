"""Blind Date speaks: every line, ruling, scene and guide of many tables has its sentence in both
languages.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from referee.games.blind_date.state import State
from referee.kernel.contract import Message, Ruling
from referee.kernel.detail import DEPTH
from referee.kernel.game import check
from referee.words import LANGUAGES, Translator, catalogue
from tests.games.blind_date.table import FOUR, GAME, THREE, Dealer, skip_to, table
from tests.support.golden import files
from tests.support.paths import ROOT

SOURCE = ROOT / "referee" / "games" / "blind_date"
CASES = files("blind-date")
NAMES = {"n": "Ann", "e": "Bo", "s": "Cy", "w": "Dee"}


def played(case: Mapping[str, Any]) -> Iterator[tuple[State, tuple[Ruling, ...]]]:
    """The states of a golden record with the rulings on the way."""
    state = table(case["seats"], **case.get("options", {}))
    for entry in case["moves"]:
        raw = {
            key: value
            for key, value in entry.items()
            if key not in ("seat", "kind", "accept", "refused")
        }
        checked = check(GAME, state, entry["kind"], entry.get("seat"), raw, entry.get("accept", ()))
        if checked.move and "refused" not in entry:
            state = GAME.advance(state, checked.move)
        yield state, tuple(ruling for ruling in checked.rulings if ruling.clause)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_said_in_the_golden_records_has_words(lang: str) -> None:
    translator = Translator(lang, "blind-date", NAMES)
    for path in CASES:
        for state, rulings in played(tomllib.loads(path.read_text(encoding="utf-8"))):
            for line in GAME.lines(state):
                params = {
                    **line.params,
                    "points": line.points,
                    "cards": line.cards,
                    "seat": line.seat,
                }
                assert "{" not in translator.say(f"line.{line.code}", params)
                assert "{" not in translator.say(f"line.{line.code}.remark", params)
            for ruling in rulings:
                assert translator.say(f"ruling.{ruling.code}", ruling.params)
                translator.say(f"ruling.{ruling.code}.why", ruling.params, default="")
            say(translator, GAME.scene(state).where)


def say(translator: Translator, said: Message) -> str:
    """The sentence of a Message."""
    return translator.say(f"say.{said.code}", said.params)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_guide_banner_and_result_have_words(lang: str) -> None:
    translator = Translator(lang, "blind-date", NAMES)
    for seats in (THREE, FOUR):
        for step in GAME.guide(seats, table(seats).options):
            for said in (step.title, *step.body, *(what for what, _, _ in step.deal)):
                assert say(translator, said)
    for turn in (1, 3, 5, 7):
        banner = GAME.scene(skip_to(table(), turn)).banner
        assert banner is not None
        assert say(translator, banner)
        assert translator.word(banner.params["season"]) != banner.params["season"]
    result = GAME.result(skip_to(table(), 9))
    assert result is not None
    assert all(say(translator, reason) for reason in result.reasons)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_prompt_has_its_names(lang: str) -> None:
    states: list[State] = [
        table(),
        table(THREE),
        table(depth="full"),
        skip_to(table(final_tie="playoff"), 9),
        table(bad_tie="last_placed"),
    ]
    dealer = Dealer(random.Random(3), FOUR)
    dealer.season(table(depth="full"))
    state = table(depth="full")
    for entry in dealer.log:
        raw = {key: value for key, value in entry.items() if key not in ("seat", "kind")}
        checked = check(GAME, state, entry["kind"], entry["seat"], raw)
        assert checked.move is not None
        state = GAME.advance(state, checked.move)
        states.append(state)
    words = catalogue(lang, "blind-date")
    # The detail is switched by a button of every game, in the kernel's words.
    for prompt in (
        prompt for state in states for prompt in GAME.prompts(state) if prompt.kind != DEPTH
    ):
        assert {f"kind.{prompt.kind}", f"entry.{prompt.kind}", f"record.{prompt.kind}"} <= set(
            words
        )
        assert {f"field.{field.name}" for field in prompt.fields} <= set(words)


def test_both_catalogues_have_the_same_messages_with_the_same_placeholders() -> None:
    english, japanese = catalogue("en", "blind-date"), catalogue("ja", "blind-date")
    assert english.keys() == japanese.keys()
    for code in english:
        named = set(re.findall(r"{(\w+)", japanese[code]))
        assert named <= set(re.findall(r"{(\w+)", english[code])) | {"n", "seat", "blind"}, code


def test_every_ruling_of_the_source_has_words() -> None:
    text = "".join(
        path.read_text(encoding="utf-8")
        for path in SOURCE.glob("*.py")
        if path.name != "questions.py"
    )
    codes = set(re.findall(r'(?:Ruling|_ruling)\(\s*"(\w+)"', text))
    assert len(codes) > 20
    assert {f"ruling.{code}" for code in codes} <= set(catalogue("en", "blind-date"))
