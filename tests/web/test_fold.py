"""What of a ruling stands open: what matters most first, and never more than one screen holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from markupsafe import Markup

from referee.kernel.board import Spot
from referee.web.http.parts import Sentence
from referee.web.http.text_width import lines, text_width
from referee.web.rulings.comparison import ComparedRow, Comparison
from referee.web.rulings.one_screen import open_parts
from referee.web.rulings.ruling import CitedClause, FactRow, OtherReading, RulingView

ALL = {"matter", "why", "overruled", "rules", "readings"}


def ruling(reasons: int = 1, rules: int = 1, readings: int = 1, facts: int = 2, **more: Any) -> RulingView:
    """A ruling with so many parts of each kind, all short."""
    return RulingView(
        asks="",
        say="Yes.",
        why=[Sentence("A reason", "IC-1")] * reasons,
        facts=[FactRow("Ann", "", [Spot("AS")])] * facts,
        clauses=[CitedClause("IC-1", "", "A clause")] * rules,
        readings=[OtherReading("IC-1", "Otherwise", "No.", "")] * readings,
        **more,
    )


def test_a_short_ruling_is_open_throughout() -> None:
    assert open_parts(ruling()) == ALL


@pytest.mark.parametrize(("many", "folded"), [
    ({"rules": 30}, {"rules"}), ({"readings": 30}, {"readings"}), ({"reasons": 60}, {"why"}), ({"reasons": 12, "rules": 9}, {"rules"}),
])
def test_what_does_not_fit_is_folded_and_the_rest_stays_open(many: dict[str, int], folded: set[str]) -> None:
    assert open_parts(ruling(**many)) == ALL - folded


def test_totals_come_before_the_clauses() -> None:
    comparison = Comparison("Yes.", "Bo would lead.", ["By value"] * 2, [ComparedRow("Ann", [])] * 7)
    found = open_parts(ruling(rules=6, comparison=comparison))
    assert "matter" in found
    assert "rules" not in found


def test_clauses_that_only_stand_beside_take_no_room() -> None:
    aside = CitedClause("IC-2", "", "word " * 400, aside=True)
    assert "rules" in open_parts(replace(ruling(), clauses=[aside]))


@pytest.mark.parametrize(("text", "wide"), [("abc", 3), ("物乞い", 6), (Markup("<b>7</b>"), 1), (Markup("<b>7</b><svg></svg>"), 2)])
def test_the_width_of_a_text_is_what_it_shows(text: str, wide: int) -> None:
    assert text_width(text) == wide


def test_an_empty_text_has_a_line() -> None:
    assert (lines("", 10), lines("a" * 10, 10), lines("a" * 11, 10)) == (1, 1, 2)
