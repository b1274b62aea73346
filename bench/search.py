"""The search over the rules: how many questions it answers among its first three, and how long building and asking take."""

from __future__ import annotations

import time

from bench.report import Row, percentile
from referee.search import index
from referee.search.index import build
from referee.search.query import rank
from tests.laws.test_questions import all_questions
from tests.support.search_measure import counted


def rows(quick: bool = False) -> list[Row]:
    """The shares of questions answered, tuned on and fresh, and the times of the processor."""
    began = time.process_time()
    build()
    building = time.process_time() - began
    (tuned, of_tuned), (fresh, of_fresh) = counted(fresh=False), counted(fresh=True)
    taken = []
    known = index()
    for question in all_questions()[: 20 if quick else None]:
        known.scores.cache_clear()
        began = time.process_time()
        rank(known, question.text, question.lang, question.game)
        taken.append(1000 * (time.process_time() - began))
    return [
        Row("T20", f"search: tuned questions, {tuned} of {of_tuned} in the first 3", 100 * tuned / of_tuned, "%", least=95),
        Row("T21", f"search: fresh questions, {fresh} of {of_fresh} in the first 3", 100 * fresh / of_fresh, "%"),
        Row("T22", "search: building the index", building, "s", most=1),
        Row("T23", "search: one question, 99 of 100 within", percentile(taken, 0.99), "ms", most=20),
    ]
