"""What the fields of every game offer at any moment: whatever is tapped stands or is refused by a
clause, and nothing is offered in vain.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from referee.kernel.contract import Level, Prompt
from referee.kernel.fields import Choice, Field, Many, Seat
from referee.kernel.game import check
from tests.support.random_play import random_history
from tests.support.sheets import PLAYED
from tests.support.tiers import cases, property_test
from tools.sample import sample_answer

pytestmark = property_test
SEEDS = cases(5, 6, first=2)
EVERY_NTH = 4
TRIES = 6
"""So often a choice is tried with other answers beside it."""
Moment = tuple[Any, Prompt, Field, str]


def offers(game_id: str) -> Iterator[Moment]:
    """Every value that a choice of any prompt offers at some moments of random games."""
    game = PLAYED[game_id]
    for seed in SEEDS:
        for played in random_history(game_id, seed).played[seed % EVERY_NTH :: EVERY_NTH]:
            for prompt in game.prompts(played.before):
                for field in prompt.fields:
                    for value in field.offered if isinstance(field, Choice) else ():
                        yield played.before, prompt, field, value


def alone(prompt: Prompt, field: Field, value: str) -> Prompt:
    """The prompt where nothing else can be chosen."""
    only = replace(field, values=(value,), shut=(), optional=False)
    return replace(prompt, fields=tuple(only if one is field else one for one in prompt.fields))


@pytest.mark.parametrize("game_id", sorted(PLAYED))
def test_whatever_is_offered_stands_or_is_refused_by_a_clause(game_id: str) -> None:
    """What a field offers stands, or is refused by a clause."""
    game, rng = PLAYED[game_id], random.Random(game_id)
    for state, prompt, field, value in offers(game_id):
        said = [value] if isinstance(field, Many) else value
        answer = {**sample_answer(prompt, rng), field.name: said}
        checked = check(game, state, prompt.kind, prompt.seat, answer)
        assert checked.objections or checked.move, (prompt, answer)
        assert all(ruling.clause for ruling in checked.objections), (answer, checked.objections)
        if checked.move and not checked.objections:
            game.advance(state, checked.move)


@pytest.mark.parametrize("game_id", sorted(PLAYED))
def test_nothing_is_offered_that_cannot_be(game_id: str) -> None:
    """What is impossible at every moment with so many players, such as somebody opposite of three,
    is no key.
    """
    game, rng = PLAYED[game_id], random.Random(game_id)
    can: dict[tuple[object, ...], bool] = {}
    for state, prompt, field, value in offers(game_id):
        case = (prompt.kind, field.name, value, len(state.seats))
        asked = alone(prompt, field, value)
        said = [value] if isinstance(field, Many) else value
        answers = [
            {**sample_answer(asked, rng), field.name: said}
            for _ in range(0 if can.get(case) else TRIES)
        ]
        for answer in answers:
            told = check(game, state, prompt.kind, prompt.seat, answer).objections
            never = (field.name, Level.IMPOSSIBLE) in [(one.field, one.level) for one in told]
            can[case] = can.get(case, False) or not never
    assert [case for case, ever in can.items() if not ever] == []


@pytest.mark.parametrize("game_id", sorted(PLAYED))
def test_no_seat_is_offered_in_vain(game_id: str) -> None:
    """Nobody dead and nobody's own seat where these are always refused; a seat that is refused at
    one moment stands at another.
    """
    game, rng = PLAYED[game_id], random.Random(game_id)
    vain: dict[tuple[str, str, bool], bool] = {}
    for state, prompt, field, value in offers(game_id):
        if not isinstance(field, Seat):
            continue
        case = (prompt.kind, field.name, value == prompt.seat)
        only = alone(prompt, field, value)
        for _ in range(TRIES if not vain.get(case) else 0):
            answer = {**sample_answer(only, rng), field.name: value}
            told = check(game, state, prompt.kind, prompt.seat, answer).objections
            stands = not any(ruling.field == field.name for ruling in told)
            vain[case] = vain.get(case, False) or stands
    assert [case for case, stands in vain.items() if not stands] == []
