"""Corrections on the numbers they are about: the entry's own number has it even where it stays, and
of many the newest are told.
"""

from __future__ import annotations

import pytest
from flask import Flask

from referee.event import Event
from referee.games import GAMES
from referee.kernel.concurrent import as_of
from referee.kernel.history import History, extend
from referee.web.view import score_changes
from referee.web.view.score_changes import (
    Cell,
    compare,
    corrections,
    last_number,
    points_by_cell,
)
from tests.support.random_play import json_of, random_history
from tests.support.tiers import by_turns
from tests.web.view.test_numbers import view_of

TOLD = 2
SEEDS = range(20)
OVER = range(1, 4)


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
        scored = points_by_cell(view_of(whole), whole)
        for made in whole.played:
            if (cell := (made.round, str(made.move.seat))) in scored:
                return whole, cell, made.seq
    raise AssertionError(game_id)


@by_turns
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_a_corrected_number_has_the_newest_corrections_though_it_stays(
    app: Flask, monkeypatch: pytest.MonkeyPatch, game_id: str
) -> None:
    monkeypatch.setattr(score_changes, "MOST_CORRECTIONS", TOLD)
    service = app.extensions["service"]
    monkeypatch.setattr(service, "earlier", lambda _table, history, seq: as_of(history, seq))
    with app.test_request_context("/?lang=en"):
        whole, cell, of = scored_entry(game_id)
        for times in (1, TOLD, TOLD + 2):
            history = same_again(whole, of, times)
            assert history.broken is None
            found = corrections(view_of(history))
            newest = [event.seq for event in history.events[whole.revision :]][-TOLD:]
            told = {at: [one.event.seq for one in some] for at, some in found.items()}
            assert told == {cell: newest}
            assert last_number(found[cell]) is None


@by_turns
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_who_led_is_told_with_the_number_of_before_though_the_game_is_over_now(
    app: Flask, game_id: str
) -> None:
    """Who wins is another question than who leads, also where the answer is the same."""
    with app.test_request_context("/?lang=en"):
        for seed in OVER:
            whole = random_history(game_id, seed)
            before = as_of(whole, whole.revision - 1)
            stays, ends = (
                [change for change in compare(view_of(before), after) if change.kind == "lead"]
                for after in (before, whole)
            )
            assert whole.result is not None
            assert before.result is None
            led = [change.new for change in stays] or ["nobody"] * len(ends)
            assert [change.old for change in ends] == led
