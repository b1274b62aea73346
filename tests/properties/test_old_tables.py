"""Old tables: one finished table of each game that has been released, with an entry let stand and a
correction, counts for ever as it did when it was stored.

What it says on its way, and what every golden record says in the end, is written beside it.
"""

from __future__ import annotations

import json

import pytest

from referee.games import GAMES
from referee.kernel.contract import totals
from referee.kernel.record import load
from tests.support.golden import folder_of
from tests.support.transcript import written

RELEASED = [game for game in GAMES if (folder_of(game) / "old_table.json").exists()]


@pytest.mark.parametrize("game_id", RELEASED)
def test_a_stored_table_counts_as_it_did(game_id: str) -> None:
    """The finished table kept as old_table.json counts as it did."""
    stored = json.loads((folder_of(game_id) / "old_table.json").read_text(encoding="utf-8"))
    history, _names = load(stored["record"], GAMES)
    assert history.broken is None
    assert {event.type for event in history.events} >= {"amend"}
    assert any(event.accept for event in history.events)
    lines = [
        [line.round, line.seat, line.points, line.clause, line.code, list(line.cards)]
        for line in history.lines
        if line.counts
    ]
    assert lines == stored["lines"]
    assert totals(history.lines, history.seats) == stored["totals"]
    result = history.game.result(history.state)
    assert result is not None
    assert sorted(result.winners) == stored["winners"]


@pytest.mark.parametrize("game_id", RELEASED)
def test_stored_tables_and_golden_records_say_what_is_written(game_id: str) -> None:
    """A change that is meant is written by ``python -m tests.support.transcript`` and read before
    it is kept.
    """
    for file, text in written(game_id).items():
        assert text.splitlines() == file.read_text(encoding="utf-8").splitlines(), file.name


@pytest.mark.parametrize("game_id", RELEASED)
def test_an_option_that_a_stored_table_does_not_name_is_what_it_was(game_id: str) -> None:
    """A default may change for new tables; one begun without a word of it keeps to the old one."""
    unsaid = GAMES[game_id].info.unsaid
    stored = json.loads((folder_of(game_id) / "old_table.json").read_text(encoding="utf-8"))[
        "record"
    ]
    named = {name: value for name, value in stored["options"].items() if unsaid.get(name) != value}
    assert load(stored | {"options": named}, GAMES)[0].options == load(stored, GAMES)[0].options
