"""Only what matters is asked at the dispute desk, and all of it: whoever tells just that gets the answer to all the facts."""

from __future__ import annotations

import statistics

import pytest

from referee.games import GAMES
from referee.kernel.asking import standing
from referee.kernel.contract import Illegal
from referee.kernel.question import Answer, settle
from tests.laws.test_desk_records import asked, named, records
from tests.support.asker import tell

BEFORE = 5
"""So many facts, in the middle, a form put to players when it asked for all at once."""


@pytest.mark.parametrize("game", GAMES)
def test_whoever_tells_only_what_is_asked_gets_the_answer_to_all_the_facts(game: str) -> None:
    for case in records(game):
        with named(case):
            question, options, facts = asked(game, case)
            if "verdict" not in case:
                continue
            wanted, found = settle(question, options, facts), tell(question, options, case["facts"]).end.answer
            assert isinstance(found, Answer)
            assert (found.verdict, found.outcome) == (wanted.verdict, wanted.outcome)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_needed_can_be_told_and_nothing_that_was_told_is_asked_again(game: str) -> None:
    for case in records(game):
        with named(case):
            question, options, facts = asked(game, case)
            now = standing(question, options, {})
            names = [field.name for field in question.fields(options, {})]
            assert {*now.needed, *now.matter} <= {*names}
            assert not {*now.needed} & {*now.matter}
            assert isinstance(now.answer, Illegal) or not now.needed
            assert not {*standing(question, options, facts).needed} & {*facts} if "verdict" in case else True


def test_facts_that_must_be_known_are_two_fifths_fewer_than_once_were_asked() -> None:
    counts = []
    for game in GAMES:
        for case in records(game):
            if "verdict" in case:
                question, options, _facts = asked(game, case)
                counts.append(len(tell(question, options, case["facts"]).needed))
    print(f"facts that must be told before a ruling: median {statistics.median(counts):g}, mean {statistics.mean(counts):.1f} in {len(counts)} disputes")
    assert statistics.median(counts) <= 0.6 * BEFORE
