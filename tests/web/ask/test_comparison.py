"""Does it matter? At a table the facts of a question count as if they were entered now; where they
do not, nothing is said of totals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import QUESTIONS
from referee.kernel.contract import Illegal
from referee.kernel.history import History
from referee.kernel.question import Question, settle
from referee.kernel.rescore import rescored
from referee.web.ask.at_table import comparison_at
from referee.web.ask.inquiry import Inquiry
from referee.web.ask.routes import prefilled
from referee.web.rulings.recount import Comparison
from referee.words import LANGUAGES
from tests.support.random_play import open_history
from tests.support.talk import CHIEF, Opened, send, table
from tests.support.tiers import by_turns
from tests.web.ask.test_ask import OTHERS, WORTH
from tests.web.ask.test_taps import inquiry_at
from tests.web.entry.test_entry import words

MOVES, SEEDS = 40, 3


def asked_before(game: str, question: Question) -> Iterator[tuple[Inquiry, History, History]]:
    """Facts as the next entry will show them, asked by its player just before it; with the table
    before and after that entry.
    """
    for seed in range(SEEDS):
        history = open_history(game, seed)
        for at, played in enumerate(history.played[:MOVES]):
            here, there = (
                replace(history, played=history.played[:moves]) for moves in (at, at + 1)
            )
            asked = inquiry_at(game, question, here)
            assert asked.table is not None
            facts = prefilled(inquiry_at(game, question, there)).raw
            mine = replace(asked.table, seat=played.move.seat)
            yield replace(asked, raw=facts, table=mine), here, there


def told_totals(model: Comparison) -> list[list[int | None]]:
    """The totals of each column, seat by seat."""
    rows = [row for row in model.rows if row.total]
    return [[row.cells[at].points for row in rows] for at in range(len(model.columns))]


@by_turns
@pytest.mark.parametrize("game", QUESTIONS)
def test_totals_are_those_of_the_table_with_the_facts_entered_and_else_nothing_is_said(
    app: Flask, game: str
) -> None:
    said = Counter[str]()
    with app.test_request_context():
        for question in QUESTIONS[game]:
            for asked, here, there in asked_before(game, question) if question.facts else ():
                try:
                    answer = settle(question, asked.options, asked.raw)
                    hangs = asked.hangs
                except Illegal:
                    continue
                model = comparison_at(asked, answer)
                if not hangs or model is None:
                    continue
                read = [rescored(there, {reading.option: reading.value}) for reading in hangs]
                others = [list(one.totals.values()) for one in read if not one.broke]
                as_is = [list(rescored(one, {}).totals.values()) for one in (here, there)]
                ours, *theirs = told_totals(model)
                which = (question.id, asked.raw)
                assert ours in as_is, which
                assert ours == as_is[1] or all(as_is[1] == totals for totals in others), which
                assert all(totals in others for totals in theirs), which
                said[question.id] += 1
    assert game != CHIEF or said["worth"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_meld_that_is_not_entered_yet_counts_as_if_it_were(
    client: FlaskClient, opened: Opened, lang: str
) -> None:
    asked = f"{WORTH}&table={opened['code']}&lang={lang}"
    assert 'id="matter"' not in client.get(asked).text, "whose meld it is cannot be told"
    send(client, opened, *OTHERS)
    page = client.get(asked).text
    assert 'id="matter"' in page
    before = table(client, opened)["totals"]["s1"]
    for points in (10, 6):
        assert f" {before + points} " in words(page)
