"""Sample play: it draws whatever may be drawn, takes back what led nowhere, and says clearly when
it is stuck.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from referee.kernel.contract import Move, Prompt, Ruling, complete_options
from referee.kernel.fields import Cards, Flag, Text
from referee.kernel.game import Game
from tests.support.random_play import play_events
from tests.support.toy import DECK, TOY, State, Toy, as_game
from tests.support.tricks import SIZE, TRICKS
from tools.sample import (
    Sample,
    Stuck,
    answer_of,
    read_answer,
    sample_answer,
    sample_game,
    sample_move,
    sample_options,
)

SEATS = ("ann", "bo", "cy")
MANY = (*SEATS, "di", "ed", "fay", "gus")


def start(game: Game[State]) -> State:
    return game.setup(SEATS, complete_options(game.info, SEATS, {}))


class Stubborn(Toy):
    """A toy that refuses every favourite."""

    def judge(self, state: State, move: Move) -> tuple[Ruling, ...]:
        return (
            (Ruling("never", "TO-3"),) if move.kind == "favourite" else super().judge(state, move)
        )


class Endless(Toy):
    """A toy whose favourites never end a round."""

    def advance(self, state: State, move: Move) -> State:
        return state if move.kind == "favourite" else super().advance(state, move)


class Trap(Toy):
    """A toy in which whoever lays the 5♠ leads everybody into a dead end."""

    def judge(self, state: State, move: Move) -> tuple[Ruling, ...]:
        dead = any("5S" in cards for _, _, _, cards in state.laid)
        return (
            (Ruling("trap", "TO-3"),)
            if dead and move.kind == "favourite"
            else super().judge(state, move)
        )


def test_a_game_is_played_to_its_end() -> None:
    game = TOY
    samples = sample_game(game, start(game), random.Random(1))
    kinds = Counter(sample.prompt.kind for sample in samples if not sample.prompt.aside)
    assert kinds == {"one": 3, "two": 3, "favourite": 2}
    state: Any = start(game)
    for sample in samples:
        assert state == sample.state
        assert read_answer(sample.prompt, sample.answer) == sample.move
        state = game.advance(state, sample.move)
    assert game.result(state) is not None


def test_the_same_seed_plays_the_same_game() -> None:
    game = TOY
    one, two, other = (sample_game(game, start(game), random.Random(seed)) for seed in (5, 5, 6))
    assert one == two != other


def test_what_leads_nowhere_is_taken_back() -> None:
    game = as_game(Trap())
    for seed in range(12):
        samples = sample_game(game, start(game), random.Random(seed))
        last = game.advance(samples[-1].state, samples[-1].move)
        assert game.result(last) is not None
        assert not any("5S" in cards for round_, _, _, cards in last.laid if round_ == 1)


def test_a_dead_end_says_how_far_it_came_what_was_asked_and_what_was_refused() -> None:
    with pytest.raises(
        Stuck, match=r"after \d+ moves .*never TO-3.*favourite of the table"
    ) as caught:
        sample_game(as_game(Stubborn()), start(as_game(Stubborn())), random.Random(1))
    assert "favourite" in {prompt.kind for prompt in caught.value.asked}
    assert caught.value.state.waiting() == []


def test_a_game_says_how_numbers_that_add_up_are_drawn() -> None:
    """Drawn field by field they hardly ever do, so without a word of the game nothing is found."""
    for seed in range(8):
        samples = sample_game(TRICKS, TRICKS.setup(MANY, {}), random.Random(seed), most_retreats=0)
        told = [sample.answer for sample in samples if sample.prompt.kind == "tricks"]
        assert [sum(map(int, map(str, answer.values()))) for answer in told] == [SIZE] * 3
    with pytest.raises(Stuck, match="not_all_tricks") as caught:
        sample_game(replace(TRICKS, sample=None), TRICKS.setup(MANY, {}), random.Random(1))
    assert (caught.value.kind, caught.value.refusals) == ("tricks", ("not_all_tricks TR-2",))


def test_what_a_game_leaves_to_chance_is_drawn_field_by_field() -> None:
    state = TRICKS.setup(SEATS, {})
    prompt = TRICKS.prompts(state)[0]
    assert answer_of(TRICKS, state, prompt, random.Random(3)) == sample_answer(
        prompt, random.Random(3)
    )


def test_a_game_that_never_ends_is_stopped() -> None:
    with pytest.raises(Stuck, match="no end after"):
        sample_game(as_game(Endless()), start(as_game(Endless())), random.Random(1))


def test_a_failed_random_game_names_its_seed() -> None:
    with pytest.raises(AssertionError, match="toy, seed 17, "):
        play_events(as_game(Stubborn()), 17)


def test_refusals_are_counted_where_nothing_stands() -> None:
    game = as_game(Stubborn())
    state = replace(
        start(game),
        laid=tuple(
            (1, seat, "one", (card,)) for seat, card in zip(SEATS, ("AS", "2S", "3S"), strict=True)
        ),
    )
    found = [
        sample_move(game, state, game.prompts(state), random.Random(seed)) for seed in range(8)
    ]
    assert any(isinstance(one, Counter) and set(one) == {"never TO-3"} for one in found)


def test_options_are_drawn_for_these_seats() -> None:
    drawn = [sample_options(TOY.info, SEATS, random.Random(seed)) for seed in range(60)]
    assert {chosen["dealer"] for chosen in drawn} == set(SEATS)
    assert {chosen["entry"] for chosen in drawn} == {"open", "secret"}
    assert {chosen["even"] for chosen in drawn} == {True, False}


def test_what_may_be_left_out_sometimes_is_and_a_split_is_of_the_cards_answered() -> None:
    prompt = Prompt(
        "p",
        "ann",
        (
            Cards(name="cards", deck=DECK, least=4, most=4),
            Cards(name="two", deck=DECK, least=2, most=2, optional=True, layout="split"),
            Flag(name="flag"),
            Text(name="why"),
        ),
    )
    answers = [sample_answer(prompt, random.Random(seed)) for seed in range(80)]
    assert {frozenset(answer) for answer in answers} == {
        frozenset({"cards", "why"} | more) for more in (set(), {"two"}, {"flag"}, {"two", "flag"})
    }
    for answer in answers:
        two, cards = answer.get("two", []), answer["cards"]
        assert isinstance(two, list)
        assert isinstance(cards, list)
        assert set(two) <= set(cards)
        assert isinstance(sample := read_answer(prompt, answer), Move), sample
    assert isinstance(
        sample_move(TOY, start(TOY), TOY.prompts(start(TOY)), random.Random(1)), Sample
    )
