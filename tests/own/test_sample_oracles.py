"""The samples beside their oracles: points of every round, totals, the end and who has won."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from referee.kernel.contract import Move
from referee.kernel.fields import Int
from referee.kernel.game import AnyGame
from referee.kernel.history import History
from referee.sheets import game_of_sheet
from tests.oracles.samples import PADS, OhHellPad, PhasesPad
from tests.support.sensible_play import sensible_move
from tests.support.sheet_games import added, begun
from tests.support.sheets import SAMPLES, random_move
from tests.support.tiers import cases
from tests.support.told_rounds import check_by_oracle

ENTRIES = 100
"""After so many entries a game is broken off: teams that bid at random never make their bids."""
Chooses = Callable[[AnyGame, Any, random.Random], Move | None]


def played(name: str, seed: int, chooses: Chooses) -> History:
    """A game of a sample to its end, or as far as it is looked at."""
    rng = random.Random(f"{name} {seed}")
    history = begun(game_of_sheet(SAMPLES[name]), rng)
    for _ in range(ENTRIES):
        move = chooses(history.game, history.state, rng)
        if move is None:
            break
        history = added(history, move)
        assert history.broken is None
    return history


def sensible(name: str) -> Chooses:
    """How people play a sample."""
    return lambda game, state, rng: sensible_move(name, game, state, rng)


@pytest.mark.parametrize("name", [*SAMPLES])
def test_games_as_people_play_them_count_as_their_rules_say(name: str) -> None:
    """With every number of players, and nearly all to the end."""
    ended, seeds = 0, cases(8, 300)
    for seed in seeds:
        history = played(name, seed, sensible(name))
        check_by_oracle(history, PADS[name](len(history.seats)))
        ended += bool(history.state.ended)
    assert ended > len(seeds) * 0.8


@pytest.mark.parametrize("name", [*SAMPLES])
def test_whatever_stands_counts_as_the_rules_say(name: str) -> None:
    """Entries at random among those that are accepted; none of them is impossible."""
    for seed in cases(3, 200):
        history = played(name, seed, random_move)
        check_by_oracle(history, PADS[name](len(history.seats)))


def test_the_cards_of_oh_hell_are_those_of_its_rules() -> None:
    """The largest bid is the number of cards dealt, however many play."""
    for seed in cases(6, 60):
        history = played("oh-hell", seed, sensible("oh-hell"))
        pad = OhHellPad(len(history.seats))
        dealt = [
            field.high
            for step in history.played
            if step.before.step == 1
            for field in history.game.prompts(step.before)[0].fields
            if isinstance(field, Int)
        ]
        assert dealt == [hand for hand in pad.hands() for _seat in history.seats]


def test_the_phase_beside_a_name_is_the_one_to_do() -> None:
    """As the oracle counts them; the tenth stays once it is done."""
    for seed in cases(3, 60):
        history = played("phase-10", seed, sensible("phase-10"))
        pad = PhasesPad(len(history.seats))
        check_by_oracle(history, pad)
        shown = history.game.scene(history.state).shown
        assert [one.value for one in shown.values()] == [min(10, phase) for phase in pad.phases]


@pytest.mark.parametrize("name", [name for name in SAMPLES if "points" in SAMPLES[name]["over"]])
def test_a_game_to_so_many_points_ends_there_and_not_before(name: str) -> None:
    """One point less is too few."""
    pad, limit = PADS[name](4), SAMPLES[name]["over"]["points"]
    pad.totals[1] = limit - 1
    assert not pad.over
    pad.totals[1] = limit
    assert pad.over


def test_every_sample_has_an_oracle() -> None:
    assert PADS.keys() == SAMPLES.keys()
