"""What can be asked of every game, judged by what the game itself says to the same move: no second
rule, and nothing that cannot be asked.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from referee.games import GAMES, find_question
from referee.kernel.board import Message
from referee.kernel.contract import Illegal, complete_options, totals
from referee.kernel.fields import Field
from referee.kernel.game import check
from referee.kernel.history import History, replay
from referee.kernel.question import IN_ADDRESS, LETTERS, Answer, Question, seats_of, settle
from referee.kernel.situations import DONE, MOST_DONE
from referee.kernel.told_moves import told_move
from referee.kernel.verdicts import MOVE, MOVER
from referee.words import LANGUAGES, Translator
from tests.properties.test_ruling_records import answer_words
from tests.support import tiers
from tests.support.options import with_option
from tests.support.random_play import MAY_CONTRADICT, play_events, random_history
from tools.sample import MOST_RETREATS, sample_game

GENERIC = ("may", "end", "next")
DEPTH = "depth"
CAN_HIDE = with_option("entry")


def asked_at(game: str, question: str, state: Any) -> Question:
    """A question about a state of a table."""
    found = find_question(game, question)
    assert found is not None
    assert found.at is not None
    return found.at(lambda _options: state, True)


def states(game: str, most: int) -> Iterator[tuple[History, Any]]:
    """States along random tables."""
    for seed in tiers.cases(2, 8):
        history = random_history(game, seed, "open" if game in CAN_HIDE else "")
        played = history.played
        yield from ((history, one.before) for one in played[:: max(1, len(played) // most)])
        yield history, history.state


def told(
    question: Question, options: Any, raw: dict[str, Any], rng: random.Random
) -> dict[str, Any]:
    """The facts that are asked for beside these, at random."""
    for _round in range(3):
        for field in question.fields(options, raw):
            if field.name not in (*raw, DONE):
                value = field.sample(rng)
                raw[field.name] = list(value) if isinstance(value, tuple) else value
    return raw


FEWEST = 60
"""As many questions, about, are asked of a game however few kinds of move it knows."""


@tiers.property_test
@pytest.mark.parametrize("game", GAMES)
def test_any_move_of_anybody_is_judged_as_the_game_judges_it(game: str) -> None:
    """“May this move be made?” is answered as `judge` does; random answers break some rule now and
    then. Where none can be broken, ask other seats `aside`, so that acting out of turn is
    refused.
    """
    rng, said, kinds = random.Random(game), Counter[bool | None](), set(GAMES[game].info.kinds)
    for history, state in states(game, max(12, FEWEST // len(kinds))):
        question = asked_at(game, "may", state)
        prompts = GAMES[game].prompts(state)
        offered = {*kinds, *(prompt.kind for prompt in prompts)} - {DEPTH}
        move, *_others = question.fields(history.options, {})
        assert set(getattr(move, "values", ())) == offered
        for kind in sorted(offered):
            raw = told(question, history.options, {MOVE: kind, MOVER: rng.choice(state.seats)}, rng)
            try:
                answer = settle(question, history.options, raw)
            except Illegal:
                # Something told at random cannot be read.
                continue
            table = find_table(prompts, kind, raw[MOVER])
            data = {name: value for name, value in raw.items() if name not in (MOVE, MOVER)}
            checked = check(
                GAMES[game], state, kind, None if table else raw[MOVER], data, prompts=prompts
            )
            assert answer.yes is (not checked.entered.objections), raw
            assert {ruling.code for ruling in checked.entered.objections} <= {
                ruling.code for ruling in answer.rulings
            }
            said[answer.yes] += 1
    assert said[True] > 3, f"Of all answers drawn at random {said[True]} stood; more than 3 must"
    assert said[False] > 3, (
        f"Of all answers drawn at random a rule refused {said[False]}; more than 3 must be: ask"
        " other seats `aside`"
    )


def find_table(prompts: Any, kind: str, seat: str) -> bool:
    """Whether a move is told by the table, not by that seat."""
    own = [prompt.seat for prompt in prompts if prompt.kind == kind]
    return seat not in own and None in own


@tiers.property_test
@pytest.mark.parametrize("game", GAMES)
def test_what_was_done_leads_to_the_state_that_the_game_comes_to(game: str) -> None:
    """A move that may be done, as the referee goes on from it, is the table after it."""
    for history, _state in states(game, 1):
        played = [one for one in history.played if one.move.kind != DEPTH]
        for one in played[:: max(1, len(played) // 6)]:
            at = asked_at(game, "next", one.before)
            after = asked_at(game, "next", one.state)
            done = told_move(one.move)
            if len(done) <= MOST_DONE:
                said = settle(at, history.options, {DONE: done})
                assert said.verdict == settle(after, history.options, {}).verdict


@tiers.property_test
@pytest.mark.parametrize("game", GAMES)
def test_no_refusal_from_home_rests_on_a_hand_that_nobody_told(game: str) -> None:
    """What a hand cannot hold as it was dealt is no reason from home: a hand may hold it later in
    the game. A yes says that it is one for whoever holds it. A game with such hands has `untold`.
    """
    this, question, rng = GAMES[game], find_question(game, "may"), random.Random(game)
    assert question is not None
    assert question.moment is not None
    seats, options = seats_of(this), complete_options(this.info, seats_of(this), {})
    for kind in sorted({*this.info.kinds} - {DEPTH}):
        for _time in tiers.cases(20, 80):
            first = {"players": str(len(seats)), MOVE: kind, MOVER: rng.choice(seats)}
            raw = told(question, options, first, rng)
            state = question.moment(options, raw)
            try:
                answer = settle(question, options, raw)
                dealt = settle(asked_at(game, "may", state), options, raw)
            except Illegal:
                # Something told at random cannot be read.
                continue
            later = dealt
            if this.untold:
                later = settle(asked_at(game, "may", this.untold(state)), options, raw)
            assert {one.code for one in later.rulings} <= {one.code for one in dealt.rulings}, raw
            assert (answer.yes, answer.rulings) == (later.yes, later.rulings), raw
            assert answer.when is not None
            assert answer.when.code == ("at_start" if answer.yes is dealt.yes else "if_held"), raw


@tiers.property_test
@pytest.mark.parametrize("game", GAMES)
def test_a_moment_deep_in_a_game_can_be_told(game: str) -> None:
    """A game played from home is followed step by step for as long as an address holds, and to its
    end where that comes first; one step too many is refused in a sentence.
    """
    question = find_question(game, "next")
    assert question is not None
    assert question.moment is not None
    seats = seats_of(GAMES[game])
    options, players = complete_options(GAMES[game].info, seats, {}), {"players": len(seats)}
    state = question.moment(options, players)
    retreats = MOST_RETREATS if game in MAY_CONTRADICT else 0
    samples = sample_game(GAMES[game], state, random.Random(game), retreats)
    moves = [told_move(one.move) for one in samples]
    most = max(at for at in range(len(moves) + 1) if len("; ".join(moves[:at])) <= MOST_DONE)
    after = [state, *(GAMES[game].advance(one.state, one.move) for one in samples)][most]
    answer = settle(question, options, {**players, DONE: "; ".join(moves[:most])})
    assert answer.verdict == settle(asked_at(game, "next", after), options, {}).verdict
    assert most == len(moves) or len("; ".join(moves[: most + 1])) > 4000
    with pytest.raises(Illegal) as refused:
        settle(question, options, {**players, DONE: "; ".join(moves * MOST_DONE)})
    assert [(one.code, one.field) for one in refused.value.rulings] == [("too_many_steps", DONE)]


@tiers.property_test
@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_told_as_the_game_tells_it(game: str) -> None:
    """“Who wins?” is answered as `result` tells it."""
    for history, state in states(game, 8):
        result = GAMES[game].result(state)
        answer = settle(asked_at(game, "end", state), history.options, {})
        assert answer.yes is (result is not None)
        assert [row.seat for row in answer.rows if row.seat] == [row.seat for row in answer.rows]
        if result:
            assert [row.seat for row in answer.rows] == [
                seat for group in result.ranking for seat in group
            ]
            assert answer.why == result.reasons
        elif waiting := {
            prompt.seat for prompt in GAMES[game].prompts(state) if not prompt.aside and prompt.seat
        }:
            told = settle(asked_at(game, "next", state), history.options, {}).verdict
            assert {*told.params["seats"]} == waiting


@tiers.property_test
@pytest.mark.parametrize("game", GAMES)
def test_the_last_round_and_the_points_before_make_the_same_winner(game: str) -> None:
    """The newest round, after the points of those before, ends as the table that played them all.

    A game whose rounds add up can say so by `earlier`.
    """
    this = GAMES[game]
    if not this.earlier:
        return
    ended = 0
    for seed in tiers.cases(12, 40):
        entry = {"entry": "open"} if game in CAN_HIDE else {}
        # Of an edition: some house rules look back further, as at cards that were carried over.
        history = replay(this, play_events(this, 2 * seed + 1, depth="quick", **entry))
        result, last = this.result(history.state), this.scene(history.state).complete
        newest = [one for one in history.played if this.scene(one.before).complete == last - 1]
        before = newest[0].before
        if result is None or last < 2 or before.depth != "quick":
            continue
        if any(one.move.kind == DEPTH for one in newest):
            continue
        sums = this.scene(before).numbers(totals(this.lines(before), before.seats))
        fresh = this.setup(before.seats, history.options)
        points, *others = this.earlier.asks(fresh)
        told = {points.name: sums, **{field.name: made(field, before) for field in others}}
        state = this.earlier.skipped(fresh, last - 1, told)
        for one in newest:
            state = this.advance(state, one.move)
        again = this.result(state)
        assert again is not None, seed
        assert (again.ranking, again.won) == (result.ranking, result.won), seed
        ended += 1
    assert ended


def made(field: Field, state: Any) -> dict[str, int | None]:
    """What each seat had from the meld that is told beside its points."""
    slot = field.name.removesuffix("_before")
    found = {line.seat: line.points for line in state.finished if line.slot == slot}
    return {seat: found.get(seat) for seat in state.seats}


@tiers.by_turns
@pytest.mark.parametrize("question_id", GENERIC)
@pytest.mark.parametrize("game", GAMES)
def test_everything_said_has_words_and_a_clause(game: str, question_id: str) -> None:
    """What the questions of every table say has words and a clause."""
    rng = random.Random(f"{game} {question_id}")
    found = find_question(game, question_id)
    assert found is not None
    options = complete_options(GAMES[game].info, seats_of(GAMES[game]), {})
    asked = [(found, options)] * 20 + [
        (asked_at(game, question_id, state), history.options) for history, state in states(game, 6)
    ]
    told_answers = 0
    for question, chosen in asked:
        raw: dict[str, Any] = {}
        for _answer in range(12):
            raw = told(question, chosen, raw, rng)
        try:
            answer = settle(question, chosen, raw)
        except Illegal:
            continue
        told_answers += 1
        assert answer.clauses
        assert isinstance(answer, Answer)
        for lang in LANGUAGES:
            assert all(answer_words(Translator(lang, game, {one: one for one in LETTERS}), answer))
    assert told_answers


@pytest.mark.parametrize("question_id", ["may", "next"])
@pytest.mark.parametrize("game", GAMES)
def test_an_answer_from_home_says_which_moment_it_holds_for(game: str, question_id: str) -> None:
    """What may not be done at the start may well be later; at a table the moment is its own."""
    rng, found = random.Random(game), find_question(game, question_id)
    assert found is not None
    options = complete_options(GAMES[game].info, seats_of(GAMES[game]), {})
    dated = 0
    for _attempt in range(12):
        try:
            answer = settle(found, options, told(found, options, {}, rng))
        except Illegal:
            continue
        assert answer.when == Message("at_start")
        dated += 1
    assert dated
    history, state = next(states(game, 1))
    assert settle(asked_at(game, "next", state), history.options, {}).when is None


@pytest.mark.parametrize("game", GAMES)
def test_no_answer_of_a_move_is_called_like_a_fact_of_a_question(game: str) -> None:
    """Its fields stand beside these in one address."""
    fixed = {*IN_ADDRESS, "at", MOVE, MOVER, DONE, "players"}
    names = {
        field.name
        for _history, state in states(game, 20)
        for prompt in GAMES[game].prompts(state)
        for field in prompt.fields
    }
    assert not names & fixed
