"""Old tables: one finished table of each game that has been released, with an entry let stand and a correction, counts for ever as it did when it was stored."""

from __future__ import annotations

import json

import pytest

from referee.games import GAMES
from referee.kernel.contract import totals
from referee.kernel.record import load
from tests.golden import folder_of


@pytest.mark.parametrize("game_id", [game for game in GAMES if (folder_of(game) / "old_table.json").exists()])
def test_a_stored_table_counts_as_it_did(game_id: str) -> None:
    stored = json.loads((folder_of(game_id) / "old_table.json").read_text(encoding="utf-8"))
    history, _names = load(stored["record"], GAMES)
    assert history.broken is None
    assert {event.type for event in history.events} >= {"amend"}
    assert any(event.accept for event in history.events)
    lines = [[line.round, line.seat, line.points, line.clause, line.code, list(line.cards)] for line in history.lines if line.counts]
    assert lines == stored["lines"]
    assert totals(history.lines, history.seats) == stored["totals"]
    result = history.game.result(history.state)
    assert result is not None
    assert sorted(result.winners) == stored["winners"]
