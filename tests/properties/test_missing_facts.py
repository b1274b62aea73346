"""Only what matters is asked by the referee, and all of it: whoever tells just that gets the
answer to all the facts.
"""

from __future__ import annotations

import statistics

import pytest

from referee.games import GAMES
from referee.kernel.contract import Illegal
from referee.kernel.missing_facts import evaluate
from referee.kernel.question import Answer, settle
from tests.properties.test_ruling_records import asked, named, records
from tests.support.asker import from_home, from_table, shown_at_tables, tell
from tests.support.tiers import by_turns

BEFORE = 5
"""So many facts, in the middle, a form put to players when it asked for all at once."""
GOAL, AT_TABLE = 4, 3
A_ROUND = 5
"""So many where a whole round is told, with what each player did in it."""
REACHED = {
    "blind-date end": 12,
    "blind-date starts": 7,
    "captains-orders captain": 7,
    "captains-orders end": 8,
    "captains-orders winner": 7,
    # How many play and how many passed it are figures; the answer hangs on both, so none is usual.
    "cracker change": 5,
    "cracker end": 15,
    "cracker score": 5,
    "dream-team end": 16,
    "dream-team match": 14,
    "indian-chief end": 15,
    "indian-chief thieves": 7,
    "long-seat winner": 10,
    "not-a-pair winner": 5,
    "not-a-pair zone": 5,
    "pairs end": 9,
    "pairs fold": 5,
    # Nothing but figures: two of the points before, the card, how many play.
    "pairs lost": 6,
    "pairs start": 5,
    "pyramid place": 7,
    "pyramid winner": 11,
    "the-things call": 7,
    "the-things fight": 7,
    "the-things lay": 5,
    "three-draw end": 8,
    # Nothing but figures here too.
    "three-draw goal": 6,
    # Two more rows, and who began, which is asked of those alone who do not call that player A.
    "three-draw round": 5,
}
"""Questions of which some record takes more taps from home where those count that say
whose cards they are, and numbers.
"""


@by_turns
@pytest.mark.parametrize("game", GAMES)
def test_whoever_tells_only_what_is_asked_gets_the_answer_to_all_the_facts(game: str) -> None:
    """Answering only what the referee asks gives the answer to all facts."""
    for case in records(game):
        with named(case):
            question, options, facts = asked(game, case)
            if "verdict" not in case:
                continue
            wanted = settle(question, options, facts)
            found = tell(question, options, case["facts"]).end.answer
            assert isinstance(found, Answer)
            assert (found.verdict, found.outcome) == (wanted.verdict, wanted.outcome)


@by_turns
@pytest.mark.parametrize("game", GAMES)
def test_what_is_needed_can_be_told_and_nothing_that_was_told_is_asked_again(game: str) -> None:
    """What the referee still needs can be told, and is asked once."""
    for case in records(game):
        with named(case):
            question, options, facts = asked(game, case)
            now = evaluate(question, options, {})
            names = [field.name for field in question.fields(options, {})]
            assert {*now.needed, *now.matter} <= {*names}
            assert not {*now.needed} & {*now.matter}
            assert isinstance(now.answer, Illegal) or not now.needed
            if "verdict" in case:
                assert not {*evaluate(question, options, facts).needed} & {*facts}


@pytest.mark.slow
def test_facts_that_must_be_known_are_two_fifths_fewer_than_once_were_asked() -> None:
    counts = []
    for game in GAMES:
        for case in records(game):
            if "verdict" in case:
                question, options, _facts = asked(game, case)
                counts.append(len(tell(question, options, case["facts"]).needed))
    print(
        f"facts that must be told before a ruling: median {statistics.median(counts):g}, mean"
        f" {statistics.mean(counts):.1f} in {len(counts)} questions"
    )
    assert statistics.median(counts) <= 0.6 * BEFORE


@by_turns
@pytest.mark.parametrize("game", GAMES)
def test_a_question_is_told_from_home_by_four_taps_beside_what_lies_there(game: str) -> None:
    """What lies there are cards, in whose row, and numbers, as on a sheet: everybody taps those
    there are.
    """
    for case in records(game):
        if "verdict" in case:
            with named(case):
                question, options, _facts = asked(game, case)
                told = tell(question, options, case["facts"]).told
                every, chosen = from_home(question, options, told)
                print(f"{every:3} taps beside cards, {chosen} that choose: {game}, {case['name']}")
                assert chosen <= (A_ROUND if question.at else GOAL)
                assert every <= REACHED.get(f"{game} {question.id}", GOAL)


@by_turns
@pytest.mark.parametrize("game", GAMES)
def test_a_question_is_told_at_a_table_by_three_taps_beside_what_lies_there(game: str) -> None:
    """At a table the facts that it knows are filled in by `Question.facts`, so that three taps are
    enough.
    """
    for case in records(game):
        if "verdict" in case:
            with named(case):
                question, options, _facts = asked(game, case)
                if question.at:
                    # A table that plays knows all of it.
                    continue
                told = tell(question, options, case["facts"]).told
                chosen = from_table(question, options, told, shown_at_tables(game, question))
                print(f"{chosen} taps that choose at a table: {game}, {case['name']}")
                assert chosen <= AT_TABLE
