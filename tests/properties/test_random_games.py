"""Random whole games of every game keep the properties of the contract: a few every time, fifty in
the slow tier, as many as one likes by ``make soak``.
"""

from __future__ import annotations

import pytest

from tests.support.sheets import PLAYED
from tests.support.soak import failures, soak

FEW, MANY = 5, 50
FIRST = 1_000_000


@pytest.mark.parametrize("game_id", sorted(PLAYED))
def test_a_few_random_games_keep_the_properties(game_id: str) -> None:
    """A few more random games keep all properties of the contract."""
    assert failures(game_id, FIRST, FEW) == []


@pytest.mark.slow
@pytest.mark.parametrize("game_id", sorted(PLAYED))
def test_many_random_games_keep_the_properties(game_id: str) -> None:
    assert soak([game_id], MANY, FIRST) == []
