"""How often the search puts a right answer among the first three and the first five.

``python -m tests.support.search_measure`` prints it for the questions that nobody tunes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.rulebook import LANGUAGES
from referee.search import find_answers
from tests.properties.test_questions import Question, blurted_questions

FEW, SOME = 3, 5


@dataclass(frozen=True)
class Share:
    """How many questions were asked, and how many of them answered among the first three and the
    first five.
    """

    asked: int
    few: int
    some: int


def place_of(question: Question, given: bool = True) -> int:
    """At which place a right answer stands, counted from 1; past all where there is none. ``given``
    where the game is.
    """
    found = find_answers(question.text, question.lang, question.game if given else None, most=SOME)
    right = (
        at
        for at, one in enumerate(found, 1)
        if one.covered_rules & {(question.game, clause) for clause in question.clauses}
    )
    return next(right, SOME + 1)


def share(questions: Iterable[Question], given: bool = True) -> Share:
    """How well the search answers these questions."""
    places = [place_of(question, given) for question in questions]
    return Share(
        len(places), sum(place <= FEW for place in places), sum(place <= SOME for place in places)
    )


def main() -> None:
    """Print the shares, the game given and not, of both languages and of each."""
    unseen = blurted_questions()
    for given in (True, False):
        for spoken in (LANGUAGES, *((lang,) for lang in LANGUAGES)):
            reached = share((one for one in unseen if one.lang in spoken), given)
            few, some = (100 * right / reached.asked for right in (reached.few, reached.some))
            told = "given" if given else "not given"
            print(f"{' '.join(spoken):<6} game {told:<10} {few:5.1f} % in 3, {some:5.1f} % in 5")


if __name__ == "__main__":
    main()
