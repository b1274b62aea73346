"""The finished rounds of Indian Chief as the printed sheet gets them."""

from __future__ import annotations

import random

from referee.kernel.contract import totals
from tests.games.indian_chief.table import GAME, SEATS, Table, whole_game

TIED = {"ann": "6C", "bo": "QD", "cy": "6D", "dee": "KS TH 4D AD"}


def test_a_running_round_is_left_out() -> None:
    table = Table(4).show(**TIED)
    assert GAME.paper(table.state) == {"packs": 2, "rounds": [], "rows": []}


def test_thefts_on_the_sheet() -> None:
    table = Table(4).show(**TIED).steal("ann", "dee:0").steal("cy", "bo:0").steal("bo", "dee:1")
    (first,) = GAME.paper(table.state)["rounds"]
    assert [entry.get("took") for entry in first] == [
        {"card": "KS", "from": 3},
        {"card": "TH", "from": 3},
        {"card": "QD", "from": 1},
        None,
    ]
    assert first[1]["lost"] == [{"index": 0, "card": "QD", "to": 2, "marker": "6D"}]
    assert first[3] == {
        "round": 1,
        "seat": "dee",
        "meld": 4,
        "cards": ["KS", "TH", "4D", "AD"],
        "points": 25,
        "total": 25,
        "lost": [{"index": 0, "card": "KS", "to": 0, "marker": "6C"}],
    }


def test_a_marker_that_was_stolen_in_its_turn_is_replaced_on_the_sheet() -> None:
    table = Table(3).show(ann="2C", bo="3C", cy="9S 9H").steal("ann", "cy:1").steal("bo", "cy:2")
    cy = GAME.paper(table.state)["rounds"][0][2]
    assert cy["lost"] == [{"index": 1, "card": "9H", "to": 0, "marker": "3C"}]


def test_split_names_the_places_of_the_two_cards() -> None:
    table = Table(4).show(ann="7S 4D 7S 2S 5C 9S KS", bo="2C 2D", cy="2H 3D", dee="3S 3H")
    assert GAME.paper(table.state)["rounds"][0][0]["split"] == [1, 4]


def test_the_sheets_totals_are_those_of_the_lines() -> None:
    table = whole_game(8, random.Random(5))
    laid_out = GAME.paper(table.state)["rounds"]
    assert len(laid_out) == 7
    sums = totals(GAME.lines(table.state), SEATS)
    assert [entry["total"] for entry in laid_out[-1]] == [sums[seat] for seat in SEATS]
    assert all(
        sorted(rounds[at]["meld"] for rounds in laid_out) == list(range(1, 8)) for at in range(8)
    )
