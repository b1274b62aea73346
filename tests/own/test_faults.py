"""Faults of sheets in words: every code has its sentences, and none shows how a sheet is stored."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from referee.files import PACKAGE
from referee.own.formula import BadFormula, read_formula
from referee.own.mending import formula_at
from referee.own.part import BadSheet, SheetFault
from referee.own.reading import read_sheet
from referee.words import LANGUAGES, Translator, catalogue
from referee.words.faults import KEYS, FaultWords, fault_words, spelling_of
from tests.support.japanese import JAPANESE, POLITE
from tests.support.plain_words import characters, longest
from tests.support.sheets import SAMPLES, damaged
from tests.support.tiers import cases, property_test

MADE_BY = ("BadFormula", "SheetFault", "NoValue", "note")
KINDS = ("number", "yes")
"""What a formula must give: the end of ``not_a_…``."""
PARAMS = ("most", "low", "high", "round", "points", "found", "sign", "wanted")
QUOTED = re.compile(r"[“「].*[”」]")
CODE = re.compile(r"[a-z]+_[a-z_]+")


def codes_in_source() -> set[str]:
    """Every code that a fault is made with in the package of sheets."""
    found: set[str] = set()
    for path in (PACKAGE / "own").glob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                found |= set(_codes(function))
    return found


def _codes(function: ast.FunctionDef) -> Iterator[str]:
    named = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and node.args and _called(node.func) in MADE_BY:
            yield from _texts(node.args[0])
            named |= {one.id for one in ast.walk(node.args[0]) if isinstance(one, ast.Name)}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and named & _assigned(node):
            yield from _texts(node.value)


def _called(function: ast.expr) -> str:
    return getattr(function, "id", getattr(function, "attr", ""))


def _assigned(node: ast.Assign) -> set[str]:
    return {one.id for target in node.targets for one in ast.walk(target) if _is_name(one)}


def _is_name(node: Any) -> bool:
    return isinstance(node, ast.Name)


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may be: of a condition the outcomes, of `not_a_…` each."""
    if isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))
    elif isinstance(node, ast.Tuple):
        yield from (text for part in node.elts for text in _texts(part))
    elif isinstance(node, ast.JoinedStr):
        stem = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        yield from (stem + kind for kind in KINDS)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_code_has_a_sentence_and_a_way_out(lang: str) -> None:
    """The codes of the source are those of the catalogue, no more and no fewer."""
    codes = codes_in_source()
    words = [code.split(".") for code in catalogue(lang, "own") if code.startswith("fault.")]
    buttons = {"use", "add", "remove"}
    assert {code for _fault, code, *_more in words} - buttons == codes
    ways = {code for _fault, code, *more in words if more == ["way"]}
    assert ways == codes


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_place_has_words(lang: str) -> None:
    """Every key of a sheet, and every choice."""
    said = Translator(lang, "own", {})
    for part, keys in KEYS.items():
        assert all(said.find(f"place.{part}.{key}".replace("..", ".")) for key in keys)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_of_faults_are_short(lang: str) -> None:
    """At most 12 words, or 40 characters; a Japanese one is polite."""
    for code, text in catalogue(lang, "own").items():
        if code.startswith("fault.") and ".way" in code:
            assert longest(text) <= 12 if lang == "en" else characters(text) <= 40, code
        if code.startswith("fault.") and lang == "ja" and text.endswith("。"):
            assert POLITE.search(text.rstrip("。")), text


def faults(seeds: range) -> Iterator[tuple[SheetFault, dict[str, Any]]]:
    """The faults of damaged sheets."""
    for seed in seeds:
        told = damaged(random.Random(seed))
        try:
            read_sheet(told)
        except BadSheet as bad:
            yield from ((fault, told) for fault in bad.faults)


def texts(words: FaultWords) -> list[str]:
    return [words.place, words.text, words.way, *filter(None, [words.button])]


@property_test
@pytest.mark.parametrize("lang", LANGUAGES)
def test_damage_is_told_in_sentences(lang: str) -> None:
    """No code, key or brace outside the quotes, in which people see what they wrote."""
    codes, seen = codes_in_source(), set()
    for fault, told in faults(cases(1000, 10_000)):
        seen.add(fault.code)
        words = fault_words(fault, told, lang)
        for text in texts(words):
            plain = QUOTED.sub("", text)
            assert text.strip(), fault
            assert not {"{", "}"} & {*plain}, text
            assert not CODE.search(plain), text
            assert plain.strip(" .?。？") not in codes, text
            if lang == "ja":
                assert not re.search("[A-Za-z]", plain), text
                assert JAPANESE.search(text), text
        assert words.text[-1] in ".?。？", words.text
    assert len(seen) > 35


@property_test
def test_a_mended_formula_can_be_read() -> None:
    """The replacement takes away the fault for which it is offered."""
    offered = 0
    for fault, told in faults(cases(1000, 10_000)):
        mend = fault_words(fault, told, "en").mend
        if mend is None:
            continue
        offered += 1
        left = fault_of(mend.of(formula_at(told, fault.path)), {*spelling_of(told, "en")})
        # A damaged formula may have more than one fault; the next stands behind what was mended.
        assert left is None or left.at[0] >= mend.start + len(mend.text)
    assert offered > 50


def fault_of(text: str, names: set[str]) -> BadFormula | None:
    """The first fault of a formula."""
    try:
        read_formula(text, {}, names)
    except BadFormula as bad:
        return bad
    return None


def wizard(place: str, text: object) -> tuple[SheetFault, dict[str, Any]]:
    """The first fault of the sample with another value at a place such as ``points.0.when``."""
    told = damaged_at(place, text)
    with pytest.raises(BadSheet) as caught:
        read_sheet(told)
    return caught.value.faults[0], told


def damaged_at(place: str, value: object) -> dict[str, Any]:
    """The sample with one value replaced."""
    steps = [int(step) if step.isdigit() else step for step in place.split(".")]
    told: dict[str, Any] = {**SAMPLES["wizard"]}
    part: Any = told
    for step in steps[:-1]:
        part[step] = [*part[step]] if isinstance(part[step], list) else {**part[step]}
        part = part[step]
    part[steps[-1]] = value
    return told


@pytest.mark.parametrize(
    ("place", "text", "lang", "wanted"),
    [
        (
            "ask.1.high",
            "bidd",
            "en",
            (
                "Entry “Tricks”, largest number",
                "No entry is called “bidd”.",
                "Did you mean “Bid”?",
                "Use “Bid”",
            ),
        ),
        (
            "ask.0.high",
            "ラウント",
            "ja",
            (
                "項目「予想」の最大",
                "「ラウント」という項目はありません。",
                "「ラウンド」ですか？",
                "「ラウンド」にする",
            ),
        ),
        (
            "check.0.that",
            "sum(won = round",
            "en",
            ("Check 1, condition", "A bracket isn’t closed.", "Close the bracket.", "Add “)”"),
        ),
        (
            "points.1.when",
            "won",
            "ja",
            (
                "点2の条件",
                "「トリック数」は条件ではありません。",
                "「> 0」のように比べてください。",
                "",
            ),
        ),
        (
            "over.rounds",
            "bid",
            "en",
            (
                "When it is over, rounds",
                "“Bid” isn’t known at the start.",
                "Use only numbers and “players”.",
                "",
            ),
        ),
        (
            "rank",
            "won",
            "en",
            (
                "Ranking",
                "“Tricks” is entered after this.",
                "Did you mean “so far(Tricks)”?",
                "Use “so far(Tricks)”",
            ),
        ),
        (
            "ask.0.hihg",
            "3",
            "en",
            ("Entry “Bid”", "“hihg” isn’t part of a score sheet.", "Remove it.", ""),
        ),
        (
            "points.0.points",
            "20 + 10 won",
            "en",
            (
                "Points 1, formula",
                "Before “Tricks” a sign is missing.",
                "Add “×” to multiply.",
                "Add “×”",
            ),
        ),
    ],
)
def test_a_fault_in_words(place: str, text: str, lang: str, wanted: tuple[str, ...]) -> None:
    """Place, sentence, what to do and its button, with names as the reader calls them."""
    words = fault_words(*wizard(place, text), lang)
    assert (words.place, words.text, words.way, words.button) == wanted


@pytest.mark.parametrize(
    ("text", "mended"),
    [
        ("bidd", "bid"),
        ("10 x won", "10 × won"),
        ("10won", "10 × won"),
        ("won (2)", "won × (2)"),
        ("2 (won)", "2 × (won)"),
        ("((won", "((won))"),
        ("won) + 1", "won + 1"),
        ("1,000", "1000"),
        ("min(1,2)", "min(1, 2)"),
        ("sum won", "sum(won)"),
        ("1 if won =< bid else 2", "1 if won ≤ bid else 2"),
        ("1 if won === bid else 2", "1 if won = bid else 2"),
        ("1 if won <> bid else 2", "1 if won ≠ bid else 2"),
        ("1 if won = 1 && bid = 1 else 2", "1 if won = 1 and bid = 1 else 2"),
        ("1 if won = 1", "1 if won = 1 else 0"),
        ("won\u200b + 1", "won + 1"),
        ("won + bidd × wonn", "won + bid × wonn"),
        ("won +", None),
        ("nothing like it", None),
        ("1.5 × won", None),
        ("won ** 2", None),
    ],
)
def test_what_one_tap_mends(text: str, mended: str | None) -> None:
    """The formula with the replacement; none where several things may be meant."""
    fault, told = wizard("points.0.points", text)
    mend = fault_words(fault, told, "en").mend
    assert (mend and mend.of(text)) == mended


@pytest.mark.parametrize("told", [None, [], "", 3, {}, {"ask": 1}, {"ask": [1, {"name": []}]}])
@pytest.mark.parametrize("path", [(), ("ask", 1, "high"), ("points", 7, "when"), ("x.y", "z")])
def test_a_sheet_that_is_none_has_words_too(told: object, path: Any) -> None:
    """Whatever was sent, and wherever the fault is said to be."""
    for code in codes_in_source():
        params = dict.fromkeys(PARAMS, 3)
        for lang in LANGUAGES:
            fault = SheetFault(code, path, params, (2, 5))
            assert all(texts(fault_words(fault, told, lang)))
            assert all(texts(fault_words(replace(fault, at=None), told, lang)))


def test_what_people_wrote_is_shortened_and_seen() -> None:
    """Long names end, and hidden characters are not shown."""
    fault, told = wizard("points.0.points", "x" * 60)
    assert fault_words(fault, told, "en").text == f"No entry is called “{'x' * 24}…”."
    fault, told = wizard("points.0.points", "won +\u202e 2")
    words = fault_words(fault, told, "en")
    assert (words.text, words.button) == ("A hidden character is in the formula.", "Remove it")
