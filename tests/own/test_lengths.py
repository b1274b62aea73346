"""The number of rounds by players, and one round tried with invented players."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.own.draft import as_draft
from referee.own.length import Length, for_each_count, formula_of_length, length_of
from referee.own.tryout import first_values, seats_of, tried_once
from tests.support.sheets import SAMPLES, damaged
from tests.support.tiers import cases


@pytest.mark.parametrize(
    ("formula", "length"),
    [
        (15, Length("number", 15)),
        ("15", Length("number", 15)),
        ("60 ÷ players", Length("divided", 60)),
        ("12 * players", Length("times", 12)),
        ("20 if players = 3 else 15", Length("table", 0, {3: 20, 0: 15})),
        ("players", Length("other")),
        ("20 if players = 3 else players", Length("other")),
        ("20 if 3 = players else 4", Length("other")),
        ("1 ÷", Length("other")),
    ],
)
def test_a_number_of_rounds_is_recognised(formula: Any, length: Length) -> None:
    assert length_of(formula) == length
    if length.way != "other" and not length.by_players:
        assert length_of(formula_of_length(length)) == length


def test_a_table_says_the_same_for_each_number_of_players() -> None:
    for seed in cases(30, 300):
        rng = random.Random(seed)
        least = rng.randint(1, 8)
        most = min(10, least + rng.randint(0, 6))
        told = {count: rng.randint(1, 99) for count in range(least, most + 1)}
        found = length_of(formula_of_length(Length("table", 0, told)))
        assert for_each_count(found, (least, most)) == told


def test_a_table_begins_with_what_was_said_before() -> None:
    assert for_each_count(Length("divided", 60), (3, 6)) == {3: 20, 4: 15, 5: 12, 6: 10}
    assert for_each_count(Length("times", 12), (3, 4)) == {3: 36, 4: 48}
    assert for_each_count(Length("number", 9), (2, 3)) == {2: 9, 3: 9}
    assert for_each_count(Length("table", 0, {3: 20, 0: 15}), (3, 5)) == {3: 20, 4: 15, 5: 15}


def test_the_first_try_of_a_sheet_shows_both_ways() -> None:
    """One player bids right and one wrong, as on a page of paper that explains a game."""
    told = SAMPLES["wizard"]
    seats = seats_of(told)
    assert tried_once(told, first_values(told, seats)).points == {"s1": 40, "s2": -20}


def test_teams_score_together() -> None:
    told = SAMPLES["tichu"]
    seats = seats_of(told)
    assert len(seats) == 4
    values = first_values(told, seats) | {"cards": dict(zip(seats, (70, 30, 0, 0), strict=True))}
    values["call"] = dict.fromkeys(seats, 0)
    values["double"] = dict.fromkeys(seats, False)
    assert tried_once(told, values).points == {"s1": 70, "s2": 30, "s3": 70, "s4": 30}


def test_what_cannot_be_counted_has_a_fault() -> None:
    told = SAMPLES["wizard"]
    values = first_values(told, seats_of(told))
    bad = told | {"points": [{"points": "won + Bidd"}]}
    found = tried_once(bad, values)
    assert not found.points
    assert [(one.code, one.path) for one in found.faults] == [("no_name", ("points", 0, "points"))]
    zero = told | {"points": [{"points": "won ÷ (bid − bid)"}]}
    uncounted = tried_once(zero, values).uncounted
    assert uncounted
    assert uncounted.code == "by_nothing"


def test_any_sheet_can_be_tried() -> None:
    """Whatever is wrong with it, and whatever its limits and steps are."""
    for name, told in SAMPLES.items():
        found = tried_once(told, first_values(told, seats_of(told)))
        assert found.points, name
    for seed in cases(100, 1000):
        try:
            told = as_draft(damaged(random.Random(seed)))
        except ValueError:
            continue
        tried_once(told, first_values(told, seats_of(told)))
