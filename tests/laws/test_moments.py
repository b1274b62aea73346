"""What can be asked of every game, judged by what the game itself says to the same move: no second rule, and nothing that cannot be asked."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from referee.games import GAMES, find_question
from referee.kernel.contract import Illegal, complete_options
from referee.kernel.game import check
from referee.kernel.history import History
from referee.kernel.moments import DONE, MOVE, MOVER, told_move
from referee.kernel.question import LETTERS, Answer, Question, seats_of, settle
from referee.words import LANGUAGES, Speaker
from tests.laws.test_desk_records import answer_words
from tests.support import tiers
from tests.support.random_play import random_history

GENERIC = ("may", "end", "next")
DEPTH = "depth"


def asked_at(game: str, question: str, state: Any) -> Question:
    """A question about a state of a table."""
    found = find_question(game, question)
    assert found is not None
    assert found.at is not None
    return found.at(lambda _options: state, True)


def states(game: str, most: int) -> Iterator[tuple[History, Any]]:
    """States along random tables."""
    for seed in tiers.cases(2, 8):
        history = random_history(game, seed, "open" if any(option.field.name == "entry" for option in GAMES[game].info.options) else "")
        played = history.played
        yield from ((history, one.before) for one in played[:: max(1, len(played) // most)])
        yield history, history.state


def told(question: Question, options: Any, raw: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The facts that are asked for beside these, at random."""
    for _round in range(3):
        for field in question.fields(options, raw):
            if field.name not in (*raw, DONE):
                value = field.sample(rng)
                raw[field.name] = list(value) if isinstance(value, tuple) else value
    return raw


FEWEST = 60
"""As many questions, about, are asked of a game however few kinds of move it knows."""


@tiers.law
@pytest.mark.parametrize("game", GAMES)
def test_any_move_of_anybody_is_judged_as_the_game_judges_it(game: str) -> None:
    rng, said, kinds = random.Random(game), Counter[bool | None](), set(GAMES[game].info.kinds)
    for history, state in states(game, max(12, FEWEST // len(kinds))):
        question = asked_at(game, "may", state)
        prompts = GAMES[game].prompts(state)
        offered = {*kinds, *(prompt.kind for prompt in prompts)} - {DEPTH}
        (move, *_others) = question.fields(history.options, {})
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
            checked = check(GAMES[game], state, kind, None if table else raw[MOVER], data, prompts=prompts)
            assert answer.yes is (not checked.entered.objections), raw
            assert {ruling.code for ruling in checked.entered.objections} <= {ruling.code for ruling in answer.rulings}
            said[answer.yes] += 1
    assert said[True] > 3
    assert said[False] > 3


def find_table(prompts: Any, kind: str, seat: str) -> bool:
    """Whether a move is told by the table, not by that seat."""
    own = [prompt.seat for prompt in prompts if prompt.kind == kind]
    return seat not in own and None in own


@tiers.law
@pytest.mark.parametrize("game", GAMES)
def test_what_was_done_leads_to_the_state_that_the_game_comes_to(game: str) -> None:
    """A move that may be done, as the desk goes on from it, is the table after it."""
    for history, _state in states(game, 1):
        played = [one for one in history.played if one.move.kind != DEPTH]
        for one in played[:: max(1, len(played) // 6)]:
            at = asked_at(game, "next", one.before)
            after = asked_at(game, "next", one.state)
            done = told_move(one.move)
            if len(done) <= 400:
                assert settle(at, history.options, {DONE: done}).verdict == settle(after, history.options, {}).verdict


@tiers.law
@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_told_as_the_game_tells_it(game: str) -> None:
    for history, state in states(game, 8):
        result = GAMES[game].result(state)
        answer = settle(asked_at(game, "end", state), history.options, {})
        assert answer.yes is (result is not None)
        assert [row.seat for row in answer.rows if row.seat] == [row.seat for row in answer.rows]
        if result:
            assert [row.seat for row in answer.rows] == [seat for group in result.ranking for seat in group]
            assert answer.why == result.reasons
        elif waiting := {prompt.seat for prompt in GAMES[game].prompts(state) if not prompt.aside and prompt.seat}:
            assert set(settle(asked_at(game, "next", state), history.options, {}).verdict.params["seats"]) == waiting


@pytest.mark.parametrize("question_id", GENERIC)
@pytest.mark.parametrize("game", GAMES)
def test_everything_said_has_words_and_a_clause(game: str, question_id: str) -> None:
    rng = random.Random(f"{game} {question_id}")
    found = find_question(game, question_id)
    assert found is not None
    options = complete_options(GAMES[game].info, seats_of(GAMES[game]), {})
    asked = [(found, options)] * 20 + [(asked_at(game, question_id, state), history.options) for history, state in states(game, 6)]
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
            assert all(answer_words(Speaker(lang, game, dict(zip(LETTERS, LETTERS, strict=True))), answer))
    assert told_answers


@pytest.mark.parametrize("game", GAMES)
def test_no_answer_of_a_move_is_called_like_a_fact_of_the_desk(game: str) -> None:
    """Its fields stand beside these in one address."""
    fixed = {"q", "table", "asks", "at", "seal", "lit", "put", "take", "typed", "lang", "edition", "theme", "v", MOVE, MOVER, DONE, "players"}
    names = {field.name for _history, state in states(game, 20) for prompt in GAMES[game].prompts(state) for field in prompt.fields}
    assert not names & fixed
