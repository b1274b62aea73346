"""Every ruling that has words is reached: along a record, by a question, or by random play with
damaged answers.

What random play is too seldom at has a golden record: a written history that is judged here as
everywhere.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from referee.kernel.cards import Card
from referee.kernel.contract import Prompt, Ruling
from referee.kernel.fields import Cards, Int
from referee.kernel.game import AnyGame, check
from referee.words import catalogue
from tests.properties.test_game_properties import could_stand
from tests.support import golden
from tests.support.random_play import first_state, json_of, start_event
from tests.support.sheets import OF_SHEETS, PLAYED
from tests.support.tiers import cases, property_test
from tools.sample import Stuck, answer_of, sample_answer, sample_game

TABLES = 60
"""Random tables at most: fewer where all codes were seen before."""
LAWLESS = 40
"""Moves of a table that lets stand whatever may."""


def told(game_id: str) -> frozenset[str]:
    """The codes of rulings that the words of a game define."""
    own = PLAYED[game_id].words
    words = own("en") if own else catalogue("en", game_id)
    return frozenset(code.split(".")[1] for code in words if code.startswith("ruling."))


def recorded(game_id: str) -> Iterator[str]:
    """The codes along the golden records of a game, and by questions; a sheet has neither."""
    if game_id in OF_SHEETS:
        return
    yield from (said.code for said in golden.spoken(game_id) if isinstance(said, Ruling))
    yield from (ruling.code for ruling in golden.rulings_of_questions(game_id))


def damaged(prompt: Prompt, lying: list[Card], rng: random.Random) -> dict[str, Any]:
    """A random answer in which some fields are wrong: cards that lie elsewhere, too many of them,
    numbers next to the bounds.
    """
    answer: dict[str, Any] = json_of(sample_answer(prompt, rng))
    for field in prompt.fields:
        if rng.random() < 0.5:
            continue
        if isinstance(field, Cards):
            more = rng.choices([*lying, *field.deck.counts], k=rng.randint(1, 3))
            drawn = [*answer.get(field.name, ()), *more]
            size = min(len(drawn), rng.randint(field.least, field.most + 1))
            answer[field.name] = rng.sample(drawn, size)
        elif isinstance(field, Int):
            answer[field.name] = rng.choice((field.low, field.high, field.low + 1, field.high - 1))
    return answer


def judged(game: AnyGame, state: Any, rng: random.Random) -> Iterator[Ruling]:
    """What is said at a moment to answers: to some that are damaged, and to every kind of move by a
    random seat.
    """
    prompts = game.prompts(state)
    lying = [held.card for held in game.scene(state).holdings]
    for prompt in prompts:
        yield from prompt.overrules
        own = json_of(answer_of(game, state, prompt, rng))
        for raw in (own, damaged(prompt, lying, rng), damaged(prompt, lying, rng)):
            yield from check(game, state, prompt.kind, prompt.seat, raw, prompts=prompts).rulings
    for kind in game.info.kinds:
        seat = rng.choice((*state.seats, None))
        yield from check(game, state, kind, seat, {}, prompts=prompts).rulings


def states(game: AnyGame, seed: int) -> Iterator[Any]:
    """The states of a random game, and from one of them on those of a table that lets stand
    whatever may.
    """
    state, rng = first_state(game, start_event(game, seed)), random.Random(seed)
    try:
        samples = sample_game(game, state, rng)
    except Stuck:
        return
    yield from (one.state for one in samples)
    state = samples[rng.randrange(len(samples))].state
    for _ in range(LAWLESS):
        prompts = game.prompts(state)
        if not prompts:
            return
        prompt = rng.choice(prompts)
        checked = check(game, state, prompt.kind, prompt.seat, answer_of(game, state, prompt, rng))
        if checked.move is not None and all(could_stand(ruling) for ruling in checked.rulings):
            state = game.advance(state, checked.move)
            yield state


def missed(game_id: str, tables: Iterable[int]) -> set[str]:
    """The codes with words that nothing has said."""
    game, left = PLAYED[game_id], set(told(game_id)) - {*recorded(game_id)}
    for seed in tables:
        rng = random.Random(seed)
        for state in states(game, seed):
            if not left:
                return left
            left -= {ruling.code for ruling in judged(game, state, rng)}
    return left


@property_test
@pytest.mark.parametrize("game_id", PLAYED)
def test_every_ruling_that_has_words_is_reached(game_id: str) -> None:
    """Every code of a ruling with words is said: along a record, by a question, or to a random
    answer. Remove the words, mend the judging that never says it, or write a record.
    """
    assert missed(game_id, cases(20, TABLES)) == set()
