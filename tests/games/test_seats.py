"""How many may play: one too few and one too many are refused by the clause that says so."""

from __future__ import annotations

import pytest

from referee.games import GAMES
from referee.kernel.contract import Illegal, complete_options
from tests.support.examples import kept


@pytest.mark.parametrize(
    ("game_id", "least", "most", "clause"),
    kept(
        [
            ("blind-date", 3, 4, "BD-1"),
            ("captains-orders", 4, 8, "CO-1"),
            ("indian-chief", 2, 8, "IC-1"),
            ("long-seat", 2, 6, "LS-1"),
            ("pairs", 2, 8, "PA-2"),
            ("pyramid", 2, 4, "PY-1"),
            ("three-draw", 2, 6, "TD-1"),
        ]
    ),
)
def test_so_many_play(game_id: str, least: int, most: int, clause: str) -> None:
    for count in (least - 1, most + 1):
        with pytest.raises(Illegal) as refused:
            complete_options(GAMES[game_id].info, "abcdefghi"[:count], {})
        told = [(ruling.code, ruling.clause) for ruling in refused.value.rulings]
        assert told == [("seats", clause)]
