"""Everything Indian Chief says has words in both languages, and every clause the referee keeps is
cited somewhere.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from referee.games.indian_chief.melds import POKER_POINTS
from referee.kernel.contract import Illegal, Line, Message, Prompt, Ruling, complete_options
from referee.kernel.game import check
from referee.rulebook import load
from referee.words import LANGUAGES, Translator, line_sentence, ruling_sentence
from tests.games.indian_chief.table import (
    GAME,
    SEATS,
    Table,
    before_round_seven,
    deal_round,
    whole_game,
)
from tests.games.indian_chief.test_rules import TIE, over
from tests.support.golden import files
from tools.conformance import answer

NAMES = {seat: seat.title() for seat in SEATS}


def case_states() -> Iterator[tuple[Any, tuple[Ruling, ...]]]:
    """Every state of the golden records, with the objections to the move that was tried there."""
    for path in files("indian-chief"):
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        seats = tuple(case["seats"])
        state = GAME.setup(
            seats,
            complete_options(
                GAME.info, seats, case.get("options", {}), case.get("edition", "page")
            ),
        )
        for move in case["moves"]:
            raw = answer(move)
            checked = check(
                GAME, state, move["kind"], move.get("seat"), raw, move.get("accept", ())
            )
            yield state, checked.rulings
            if not checked.objections and checked.move:
                state = GAME.advance(state, checked.move)
        yield state, ()


def more_states() -> Iterator[Any]:
    """States the golden records do not reach."""
    yield Table(2, entry="secret").meld("ann", "KH QS 4D AC").meld("bo", "QS 2S 3S").state
    yield whole_game(8, random.Random(2)).state
    for options in ({}, {"short": "deal_fewer"}):
        yield deal_round(Table(8, **options), dict.fromkeys(SEATS, 7), random.Random(3)).state
    yield Table(2).show(ann="2C", bo="9S 9H").steal("ann", "ann:0", accept=("own_card",)).state
    for option in ("shared", "highest_chief", "fewest_negative"):
        yield over(Table(3, final_tie=option), **TIE).state
        yield over(Table(2, final_tie=option), ann={"rich": -3}, bo={"rich": -3}).state
    points = Table(2, depth="quick").move("thief", "ann", score=3)
    yield points.state
    yield points.move("rich", "bo", lost=20).state
    play_off = over(Table(3, final_tie="playoff"), **TIE)
    yield play_off.state
    yield play_off.move("playoff", None, winner="bo").state


def more_rulings() -> Iterator[Ruling]:
    """Refusals the golden records do not reach."""
    tries = [
        (
            Table(3).show(ann="2C", bo="3C", cy="9S 9H").steal("ann", "cy:0"),
            "steal",
            "bo",
            {"card": "cy:0"},
        ),
        (
            Table(3).show(ann="2C", bo="2D", cy="9S 9H").move("decline", "ann"),
            "steal",
            "ann",
            {"card": "cy:0"},
        ),
        (Table(2, depth="quick"), "beggar", "ann", {"score": 7}),
        (before_round_seven().meld("ann", "6C"), "steal", "ann", {"card": "ann:0"}),
        (Table(2).show(ann="2C", bo="9S 9H KS"), "steal", "bo", {"card": "ann:0"}),
        (
            deal_round(Table(8, short="deal_fewer"), dict.fromkeys(SEATS, 7), random.Random(3)),
            "poor",
            "hal",
            {"cards": "2S 3S 4S"},
        ),
    ]
    for table, kind, seat, raw in tries:
        rulings = check(GAME, table.state, kind, seat, raw).rulings
        assert rulings, (kind, seat)
        yield from rulings
    with pytest.raises(Illegal) as caught:
        complete_options(GAME.info, ["ann"], {})
    yield from caught.value.rulings


@lru_cache
def said() -> tuple[tuple[Line, ...], tuple[Ruling, ...], tuple[Message, ...], tuple[Prompt, ...]]:
    """All lines, rulings, sentences and prompts, each code and clause once."""
    pairs = [*case_states(), *((state, ()) for state in more_states())]
    states = [state for state, _ in pairs]
    lines = [line for state in states for line in GAME.lines(state)]
    rulings = [ruling for _, found in pairs for ruling in found] + list(more_rulings())
    says = [say for state in states for say in _says(state)]
    for entry in ("open", "secret"):
        for step in GAME.guide(
            ("ann", "bo"), complete_options(GAME.info, ("ann", "bo"), {"entry": entry})
        ):
            says += [step.title, *step.body, *(row[0] for row in step.deal)]
    prompts = [prompt for state in states for prompt in GAME.prompts(state)]
    return _once(lines), _once(rulings), _once(says), tuple({p.kind: p for p in prompts}.values())


def _says(state: Any) -> list[Message]:
    scene, result = GAME.scene(state), GAME.result(state)
    return [say for say in (scene.where, scene.banner, *(result.reasons if result else ())) if say]


def _once(found: list[Any]) -> tuple[Any, ...]:
    return tuple({(one.code, one.clause): one for one in found}.values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_said_has_words(lang: str) -> None:
    translator = Translator(lang, "indian-chief", NAMES)
    lines, rulings, says, prompts = said()
    for line in lines:
        sentence = line_sentence(translator, line)
        assert sentence != line.code
        assert "{" not in sentence + line_sentence(translator, line, ".sum") + line_sentence(
            translator, line, ".remark"
        )
    for ruling in rulings:
        assert ruling_sentence(translator, ruling) != ruling.code
        ruling_sentence(translator, ruling, ".why")
    for say in says:
        assert translator.say(f"say.{say.code}", say.params)
    for prompt in prompts:
        assert translator.say(f"kind.{prompt.kind}")
        assert translator.say(f"entry.{prompt.kind}", {"seat": "ann"})
        assert translator.say(
            f"record.{prompt.kind}",
            {
                "seat": "ann",
                "slot": prompt.kind,
                "points": -3,
                "card": "KS",
                "winner": "ann",
                "depth": "quick",
            },
        )
        assert all(translator.find(f"field.{field.name}") for field in prompt.fields)


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


def test_every_clause_the_referee_keeps_is_cited() -> None:
    lines, rulings, says, prompts = said()
    cited = {one.clause for one in (*lines, *rulings, *says, *prompts)}
    kept = {
        clause.id
        for clause in load("indian-chief").clauses
        if clause.kind in ("engine", "computed")
    }
    assert kept - cited == set()


def test_every_clause_cited_is_in_the_rulebook() -> None:
    book = load("indian-chief")
    lines, rulings, says, prompts = said()
    for one in (*lines, *rulings, *says, *prompts):
        assert not one.clause or book.entry(one.clause)


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
    ) == (
        headline,
        remark,
    )


def test_a_theft_in_words() -> None:
    table = Table(4).show(ann="6C", bo="QD", cy="6D", dee="KS TH 4D AD").steal("ann", "dee:0")
    (line,) = table.lines(part="theft")
    translator = Translator("en", "indian-chief", NAMES)
    assert line_sentence(translator, line) == "Ann took K♠ from Dee’s Lawyer"
    assert line_sentence(translator, line, ".remark") == "6♣ is in its place now"
