"""Earlier: a table as it stood some events ago, whichever moment was asked for before."""

from __future__ import annotations

import random
from typing import Any

from referee.event import Event
from referee.games import GAMES
from referee.kernel.history import History, replay
from referee.service import replay_cache
from referee.service.replay_cache import ReplayCache

START = Event(1, "start", data={"seats": ["s1", "s2"], "options": {}})
EVENTS = (
    START,
    Event(2, "move", "s1", "poor", {"cards": ["JS", "4S", "9H"]}),
    Event(3, "move", "s2", "thief", {"cards": ["5H"]}),
    Event(4, "retract", data={"of": 3}),
    Event(5, "setting", data={"calls": "go"}),
    Event(6, "amend", "s1", "poor", {"of": 2, "entry": {"cards": ["JS", "4S", "9S"]}}),
    Event(7, "move", "s2", "beggar", {"cards": ["5H", "6H"]}),
    Event(8, "retract", data={"of": 6}),
    Event(9, "retract", data={"of": 8}),
)


def told(history: History) -> tuple[Any, ...]:
    """All that a history says."""
    changed = [played.changed for played in history.played]
    return history.events, history.table_events, history.state, history.lines, changed


def test_it_is_what_a_replay_gives_in_whatever_order(monkeypatch: Any) -> None:
    monkeypatch.setattr(replay_cache, "MAX_KEPT", 4)
    game = GAMES["indian-chief"]
    now, kept = replay(game, EVENTS), ReplayCache()
    wanted = [seq for seq in range(1, 10) for _ in range(3)]
    random.Random(3).shuffle(wanted)
    for seq in wanted:
        assert told(kept.find(1, now, seq)) == told(replay(game, EVENTS[:seq])), seq


def test_tables_are_kept_apart() -> None:
    game, kept = GAMES["indian-chief"], ReplayCache()
    one, other = (
        replay(game, EVENTS),
        replay(game, [START, Event(2, "move", "s1", "thief", {"cards": ["KC"]}), *EVENTS[2:5]]),
    )
    assert kept.find(1, one, 2).played[0].move.kind == "poor"
    assert kept.find(2, other, 2).played[0].move.kind == "thief"
