"""A thousand random whole games of every game keep the laws of the contract."""

from __future__ import annotations

import pytest

from referee.games import GAMES
from tests.soak import soak

GAMES_EACH = 1000
FIRST = 1_000_000


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_a_thousand_random_games_keep_the_laws(game_id: str) -> None:
    assert soak([game_id], GAMES_EACH, FIRST) == []
