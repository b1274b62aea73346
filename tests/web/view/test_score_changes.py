"""Corrections on the numbers they are about: the entry's own number has it even where it stays, and
of many the newest are told.
"""

from __future__ import annotations

import pytest
from flask import Flask

from referee.games import GAMES
from referee.kernel.concurrent import as_of
from referee.kernel.history import Event, History, extend
from referee.web.view import score_changes
from referee.web.view.score_changes import Cell, cells, corrections, last_number
from tests.support.random_play import json_of, random_history
from tests.web.view.test_numbers import view_of

TOLD = 2
SEEDS = range(20)


def same_again(history: History, of: int, times: int) -> History:
    """A table on which an entry was put right so often, each time into what it was."""
    made = history.event(of)
    assert made is not None
    first = history.revision + 1
    entry = {"of": of, "entry": json_of(dict(made.data))}
    amends = [
        Event(seq, "amend", made.seat, made.kind, entry, made.accept)
        for seq in range(first, first + times)
    ]
    return extend(history, amends)


def scored_entry(game_id: str) -> tuple[History, Cell, int]:
    """A random table with an entry whose seat has a number in its round: that number, and the
    entry's own.
    """
    for seed in SEEDS:
        whole = random_history(game_id, seed)
        scored = cells(view_of(whole), whole)
        for made in whole.played:
            if (cell := (made.round, str(made.move.seat))) in scored:
                return whole, cell, made.seq
    raise AssertionError(game_id)


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_a_corrected_number_has_the_newest_corrections_though_it_stays(
    app: Flask, monkeypatch: pytest.MonkeyPatch, game_id: str
) -> None:
    monkeypatch.setattr(score_changes, "MOST_CORRECTIONS", TOLD)
    monkeypatch.setattr(
        app.extensions["desk"], "earlier", lambda _table, history, seq: as_of(history, seq)
    )
    with app.test_request_context("/?lang=en"):
        whole, cell, of = scored_entry(game_id)
        for times in (1, TOLD, TOLD + 2):
            history = same_again(whole, of, times)
            assert history.broken is None
            found = corrections(view_of(history))
            newest = [event.seq for event in history.events[whole.revision :]][-TOLD:]
            assert {at: [one.event.seq for one in told] for at, told in found.items()} == {
                cell: newest
            }
            assert last_number(found[cell]) is None
