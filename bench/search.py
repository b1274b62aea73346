"""The search over the rules: how many questions it answers among its first three and five, and how
long building and asking take.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from bench.report import Row, percentile
from referee.rulebook import LANGUAGES
from referee.search import index
from referee.search.index import build
from referee.search.query import rank
from tests.laws.test_questions import Question, all_questions, blurted_questions
from tests.support.search_measure import share

LEAST = {True: (94.0, 97.0), False: (85.0, 92.0)}
# How far one language may stay behind.
BEHIND = 2.0


def rows(quick: bool = False) -> list[Row]:
    """The shares of questions answered, tuned on and unseen, with the game and without, and the
    times of the processor.
    """
    began = time.process_time()
    build()
    building = time.process_time() - began
    unseen = blurted_questions()
    tuned = share(all_questions())
    taken = []
    known = index()
    for question in all_questions()[:: 20 if quick else 4]:
        known.scores.cache_clear()
        began = time.process_time()
        rank(known, question.text, question.lang, question.game)
        taken.append(1000 * (time.process_time() - began))
    return [
        Row(
            "T20",
            "search: tuned questions in the first 3",
            100 * tuned.few / tuned.asked,
            "%",
            least=95,
        ),
        *(row for given in (True, False) if unseen for row in _shares(unseen, given)),
        Row("T22", "search: building the index", building, "s"),
        Row(
            "T23", "search: one question, 99 of 100 within", percentile(taken, 0.99), "ms", most=20
        ),
    ]


def _shares(questions: list[Question], given: bool) -> Iterator[Row]:
    """What the first three and the first five answer: of all questions, and of those in each
    language.
    """
    for spoken in (LANGUAGES, *((lang,) for lang in LANGUAGES)):
        reached = share((question for question in questions if question.lang in spoken), given)
        for first, right, least in zip(
            (3, 5), (reached.few, reached.some), LEAST[given], strict=True
        ):
            told = (
                f"search: unseen {' and '.join(spoken)}, game {'given' if given else 'not given'},"
                f" in the first {first}"
            )
            yield Row(
                "T21",
                told,
                100 * right / reached.asked,
                "%",
                least=least if spoken == LANGUAGES else least - BEHIND,
            )
