"""The random tables the oracles are compared on play by every value of every house rule, several
times.
"""

from __future__ import annotations

from collections import Counter

import pytest

from referee.games import GAMES
from referee.kernel.fields import Choice
from tests.oracles.tables import GAMES_EACH
from tests.support.golden import folder_of
from tests.support.random_play import start_event

COMPARED = [game for game in GAMES if (folder_of(game) / "oracle.py").exists()]
SEVERAL = 5


@pytest.mark.parametrize("game_id", COMPARED)
def test_every_value_of_every_option_comes_up(game_id: str) -> None:
    """The smallest number of tables a game is compared on is half of ``GAMES_EACH``."""
    game, seen = GAMES[game_id], Counter[tuple[str, object]]()
    for seed in range(GAMES_EACH // 2):
        seen.update(start_event(game, seed).data["options"].items())
    choices = {
        (option.field.name, value)
        for option in game.info.options
        if isinstance(option.field, Choice)
        for value in option.field.values
    }
    assert [choice for choice in choices if seen[choice] < SEVERAL] == []
