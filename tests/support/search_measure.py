"""How often the search puts a right answer among the first three."""

from __future__ import annotations

from referee.search import find
from tests.laws.test_questions import Question, all_questions

FIRST = 3


def answered(question: Question) -> bool:
    """Whether one of the first three rules found in its game answers a question."""
    found = find(question.text, question.lang, question.game, most=FIRST)
    return any(one.game == question.game and one.id in question.clauses for one in found)


def counted(fresh: bool) -> tuple[int, int]:
    """How many of the questions are answered, and how many there are: of the fresh ones or of those the search was tuned on."""
    asked = [question for question in all_questions() if question.fresh == fresh]
    return sum(map(answered, asked)), len(asked)
