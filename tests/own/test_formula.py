"""Formulas: what they mean, and every fault with its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.own.formula import FUNCTIONS, BadFormula, read_formula, respelled
from referee.own.kinds import SEAT, TABLE, TEAM, Known, resolved
from referee.own.values import Moment, NoValue, evaluate

NAMES = {
    "bid": Known("number", SEAT, 1, kept=True),
    "won": Known("number", SEAT, 2, kept=True),
    "out": Known("yes", SEAT, 2, kept=True),
    "cards": Known("number", TEAM, 2, kept=True),
    "queen": Known("who", TABLE, 2),
    "round": Known("number", TABLE),
    "players": Known("number", TABLE),
    "total": Known("number", TEAM),
    "me": Known("who"),
    "nobody": Known("who", TABLE),
}
SEATS = ("a", "b", "c", "d")
SPELLED = {
    "予想": "bid",
    "トリック数": "won",
    "Cards won": "cards",
    "全員の数": "players",
    "もし": "if",
    "でなければ": "else",
    "差": "difference",
    "最大": "max",
}
MOMENT = Moment(
    SEATS,
    (("a", "c"), ("b", "d")),
    3,
    {
        "bid": {"a": 2, "b": 1, "c": 0, "d": 3},
        "won": {"a": 2, "b": 0, "c": 1, "d": 4},
        "out": {"a": True, "b": False, "c": False, "d": True},
        "cards": {"a": 60, "b": 40, "c": 60, "d": 40},
        "queen": dict.fromkeys(SEATS, "b"),
    },
    {"won": {"a": 5, "b": 6, "c": 7, "d": 8}},
    {"a": 100, "b": -20, "c": 100, "d": -20},
    {},
)


def values(text: str) -> list[Any]:
    """The value of a formula for every seat."""
    node, _known = resolved(read_formula(text, SPELLED, NAMES), NAMES, 2)
    now = replace(MOMENT, seen={})
    return [evaluate(node, now, seat) for seat in SEATS]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("20 + 10 × won if won = bid else −10 × difference(won, bid)", [40, -10, -10, -10]),
        (
            "20+10×トリック数 もし トリック数＝予想 でなければ －10×差(トリック数、予想)",
            [40, -10, -10, -10],
        ),
        ("bid * 2 - 1", [3, 1, -1, 5]),
        ("(bid - 3) // 2", [0, -1, -1, 0]),
        ("(bid - 3) % 2", [-1, 0, -1, 0]),
        ("--bid", [2, 1, 0, 3]),
        ("1 - 2 - 3", [-4] * 4),
        ("2 + 3 × 4", [14] * 4),
        ("not out and won > 0 or bid == 2", [True, False, True, False]),
        ("bid != won", [False, True, True, True]),
        ("1 if out else 2 if won = 0 else 3", [1, 2, 3, 1]),
        ("13 × (queen = me)", [0, 13, 0, 0]),
        ("queen ≠ nobody", [True] * 4),
        ("sum(won)", [7] * 4),
        ("sum(cards)", [100] * 4),
        ("sum(won > bid)", [2] * 4),
        ("count(out)", [2] * 4),
        ("distinct(won)", [True] * 4),
        ("distinct(won ÷ 2)", [False] * 4),
        ("max(total) ≥ 100", [True] * 4),
        ("min(10, bid, 2)", [2, 1, 0, 2]),
        ("最大(予想)", [3] * 4),
        ("team(bid)", [2, 4, 2, 4]),
        ("team(cards)", [60, 40, 60, 40]),
        ("team(queen = me)", [0, 1, 0, 1]),
        ("so_far(won) + won", [7, 6, 8, 12]),
        ("max(so_far(won))", [8] * 4),
        ("Cards won + 全員の数 + round", [67, 47, 67, 47]),
    ],
)
def test_what_formulas_mean(text: str, wanted: list[Any]) -> None:
    """Worked out by hand for four seats in two teams."""
    assert values(text) == wanted


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "empty", ""),
        ("  ", "empty", ""),
        ("won = bidd", "no_name", "bidd"),
        ("予想外", "no_name", "予想外"),
        ("won $ 2", "no_sign", "$"),
        ("2won", "no_sign", "2"),
        ("1.5 × won", "whole_numbers", "1.5"),
        ("1,5 × won", "whole_numbers", "1,5"),
        ("10000001", "too_large", "10000001"),
        ("(won", "unclosed", "("),
        ("max(won, 2", "unclosed", "("),
        ("won)", "unopened", ")"),
        ("won won", "unexpected", "won"),
        ("won ** 2", "unexpected", "*"),
        ("won +", "unfinished", ""),
        ("won if bid = 2", "no_else", "if"),
        ("1 < won < 3", "two_comparisons", "<"),
        ("won(2)", "no_function", "won"),
        ("sum + 1", "no_bracket", "sum"),
        ("difference(won)", "arguments", "difference"),
        ("min(1, 2, 3, 4, 5)", "arguments", "min"),
        ("sum(max(won))", "nested", "max(won)"),
        ("so_far(round)", "needs_entry", "round"),
        ("so_far(won + 1)", "needs_entry", "won + 1"),
        ("so_far(queen)", "needs_entry", "queen"),
        ("queen = 3", "not_alike", "queen = 3"),
        ("queen + 1", "not_a_number", "queen"),
        ("won and out", "not_a_yes", "won"),
        ("count(won)", "not_a_yes", "won"),
        ("1 if won else 2", "not_a_yes", "won"),
        ("(" * 13 + "1" + ")" * 13, "too_deep", "("),
        (" + ".join("1" * 41), "too_much", "+"),
        ("1" + " " * 200, "too_long", " "),
        ("__import__('os')", "no_sign", "'"),
        ("won.real", "no_sign", "."),
        ("won[0]", "no_sign", "["),
        ("lambda: 1", "no_sign", ":"),
        ("won := 2", "no_sign", ":"),
    ],
)
def test_every_fault_has_its_place(text: str, code: str, place: str) -> None:
    """A code, and the very signs that are wrong."""
    with pytest.raises(BadFormula) as caught:
        values(text)
    assert (caught.value.code, text[slice(*caught.value.at)]) == (code, place)


def test_a_wrong_name_is_told_the_nearest_one() -> None:
    """Also one that a person spells otherwise, and functions."""
    for text, near in (("bidd", "bid"), ("BID", "bid"), ("トリック", "won"), ("summ(won)", "sum")):
        with pytest.raises(BadFormula) as caught:
            values(text)
        assert caught.value.params["near"] == near


def test_an_entry_of_a_later_step_is_not_there_yet() -> None:
    """It is asked after the step at which the formula is needed."""
    node = read_formula("won + bid", {}, NAMES)
    with pytest.raises(BadFormula) as caught:
        resolved(node, NAMES, 1)
    assert (caught.value.code, caught.value.at) == ("asked_later", (0, 3))
    assert resolved(node, NAMES, 2)[1] == Known("number", SEAT, 2)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("won ÷ bid", "by_nothing"),
        ("won % bid", "by_nothing"),
        ("9999999 × 2", "too_large"),
        ("sum(won × 3000000)", "too_large"),
        ("team(won × 3000000)", "too_large"),
    ],
)
def test_what_has_no_value_fails_for_a_seat(text: str, code: str) -> None:
    """It says for whom, and where."""
    with pytest.raises(NoValue) as caught:
        values(text)
    assert caught.value.code == code
    assert caught.value.seat in SEATS


def test_what_is_not_needed_is_not_worked_out() -> None:
    """A condition keeps a division by nothing away."""
    assert values("0 if bid = 0 else won ÷ bid") == [1, 0, 0, 1]
    assert values("bid > 0 and won ÷ bid = 1") == [True, False, False, True]
    assert values("bid = 0 or won ÷ bid = 1") == [True, False, True, True]


def test_a_formula_is_spelled_in_the_words_of_a_reader_and_back() -> None:
    """Blanks, numbers and signs stay as they were written."""
    stored = "20 + 10×won  if won == bid else −10 * difference(won, bid)"
    words = {name: word for word, name in SPELLED.items()}
    shown = respelled(stored, {}, words)
    assert (
        shown == "20 + 10×トリック数  もし トリック数 == 予想 でなければ −10 * 差(トリック数, 予想)"
    )
    assert respelled(shown, SPELLED, {name: name for name in words}) == stored


def test_there_are_eight_functions() -> None:
    """More would have to be learnt."""
    assert len(FUNCTIONS) == 8
