"""Old tables: one finished table of each game, with an entry let stand and a correction, counts for ever as it did when it was stored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.games import GAMES
from referee.kernel.contract import totals
from referee.kernel.record import load

TABLES = Path(__file__).parent / "old_tables"


@pytest.mark.parametrize("game_id", GAMES)
def test_a_stored_table_counts_as_it_did(game_id: str) -> None:
    stored = json.loads((TABLES / f"{game_id}.json").read_text(encoding="utf-8"))
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
