"""What of a ruling stands open: what matters most first, and never more than one screen holds."""

from __future__ import annotations

from typing import Any

import pytest
from markupsafe import Markup

from referee.web.http.text_width import lines, text_width
from referee.web.rulings.one_screen import opened

ALL = {"matter", "why", "overruled", "rules", "readings"}


def told(reasons: int = 1, rules: int = 1, readings: int = 1, facts: int = 2, **more: Any) -> dict[str, Any]:
    """A ruling with so many parts of each kind, all short."""
    one = {"text": "A reason", "clause": "IC-1"}
    return {
        "verdict": {"say": "Yes.", "why": [one] * reasons},
        "facts": [{"name": "Ann", "kind": "", "cards": [{"card": "AS", "state": ""}]}] * facts,
        "clauses": [{"id": "IC-1", "text": "A clause"}] * rules,
        "readings": [{"choice": "Otherwise", "say": "No."}] * readings,
        **more,
    }


def test_a_short_ruling_is_open_throughout() -> None:
    assert opened(told()) == ALL


@pytest.mark.parametrize(("many", "folded"), [
    ({"rules": 30}, {"rules"}), ({"readings": 30}, {"readings"}), ({"reasons": 60}, {"why"}), ({"reasons": 12, "rules": 9}, {"rules"}),
])
def test_what_does_not_fit_is_folded_and_the_rest_stays_open(many: dict[str, int], folded: set[str]) -> None:
    assert opened(told(**many)) == ALL - folded


def test_totals_come_before_the_clauses() -> None:
    rows = [{"name": "Ann"}] * 8
    matter = {"title": "Yes.", "text": "Bo would lead.", "columns": [{"label": "By value", "note": ""}] * 2, "rows": rows}
    found = opened(told(rules=6, matter=matter))
    assert "matter" in found
    assert "rules" not in found


def test_clauses_that_only_stand_beside_take_no_room() -> None:
    aside = [{"id": "IC-2", "text": "word " * 400, "aside": True}]
    assert "rules" in opened(told() | {"clauses": aside})


@pytest.mark.parametrize(("text", "wide"), [("abc", 3), ("物乞い", 6), (Markup("<b>7</b>"), 1), (Markup("<b>7</b><svg></svg>"), 2)])
def test_the_width_of_a_text_is_what_it_shows(text: str, wide: int) -> None:
    assert text_width(text) == wide


def test_an_empty_text_has_a_line() -> None:
    assert (lines("", 10), lines("a" * 10, 10), lines("a" * 11, 10)) == (1, 1, 2)
