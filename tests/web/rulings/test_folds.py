"""What of a ruling stands open: its first entries, as many as one screen of a phone holds; the rest
is folded under its heading.
"""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from lxml import html
from markupsafe import Markup

from referee.event import Event
from referee.games import GAMES
from referee.kernel.board import Spot
from referee.kernel.history import replay
from referee.web.http.parts import Fact, Header, Sentence
from referee.web.http.rendering import text_width
from referee.web.rulings.recount import ComparedNumber, ComparedRow, Comparison
from referee.web.rulings.ruling import CitedClause, OtherVerdict, RulingView, show_ruling
from tests.support.examples import EXAMPLES
from tests.support.views import view_of


def folded(
    app: Flask,
    reasons: int = 1,
    rules: int = 1,
    interpretations: int = 1,
    facts: int = 1,
    **more: Any,
) -> list[str]:
    """The headings under which the parts of a ruling are folded that has so many entries of each
    kind.
    """
    ruling = RulingView(
        asks="",
        say="Yes.",
        why=[Sentence("A reason", "IC-1")] * reasons,
        facts=[Fact("Ann", "", [Spot("AS")])] * facts,
        clauses=more.pop("clauses", [CitedClause("IC-1", "", "A clause")] * rules),
        interpretations=[OtherVerdict("IC-1", "Otherwise", "No.", "")] * interpretations,
        **more,
    )
    game = GAMES[EXAMPLES[0]]
    with app.test_request_context("/?lang=en"):
        history = replay(game, [Event(1, "start", data={"seats": ["A", "B"], "options": {}})])
        table = view_of(history, {"A": "A", "B": "B"})
        page = html.document_fromstring(
            show_ruling(Header(), table, ruling, "", []).get_data(as_text=True)
        )
    return [
        " ".join(head.text_content().split())
        for head in page.xpath("//*[contains(@class, 'ruling-part')]/summary")
    ]


def test_a_short_ruling_is_open_throughout(app: Flask) -> None:
    assert folded(app) == []


@pytest.mark.parametrize(
    ("many", "heads"),
    [
        ({"rules": 9}, ["The rules behind it · 9"]),
        ({"interpretations": 9}, ["With another interpretation · 9"]),
        ({"reasons": 9}, ["Why? · 8"]),
        ({"reasons": 9, "rules": 9}, ["Why? · 8", "The rules behind it · 9"]),
    ],
)
def test_what_is_too_much_is_folded_and_the_rest_stays_open(
    app: Flask, many: dict[str, int], heads: list[str]
) -> None:
    assert folded(app, **many) == heads


def test_many_facts_leave_no_room(app: Flask) -> None:
    assert folded(app, facts=8, interpretations=0) == ["The rules behind it"]


def test_totals_are_folded_where_many_play_and_the_answer_above_them_is_not(app: Flask) -> None:
    rows = [ComparedRow("Ann", [ComparedNumber(1, False)] * 2)] * 7
    comparison = Comparison("Yes.", "Bo would lead.", ["By value"] * 2, rows)
    assert folded(app, comparison=comparison) == ["Totals, each way"]


def test_clauses_that_only_stand_beside_take_no_room(app: Flask) -> None:
    assert folded(app, clauses=[CitedClause("IC-2", "", "A clause", aside=True)] * 9) == []


@pytest.mark.parametrize(
    ("text", "wide"),
    [("abc", 3), ("物乞い", 6), (Markup("<b>7</b>"), 1), (Markup("<b>7</b><svg></svg>"), 2)],
)
def test_the_width_of_a_text_is_what_it_shows(text: str, wide: int) -> None:
    assert text_width(text) == wide
