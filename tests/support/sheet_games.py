"""Whole random games of sheets, with all that must be true of each."""

from __future__ import annotations

import random
from typing import Any

from referee.event import Event, new_move
from referee.kernel.contract import Move, totals
from referee.kernel.game import AnyGame
from referee.kernel.history import History, extend, replay
from referee.own.playing import sides_of
from tests.support.sheets import game_of, random_move

ENTRIES = 40
"""After so many entries a game is broken off: some go on for ever."""


def play_through(name: str, seed: int) -> tuple[int, bool]:
    """Play a random game of a sample and assert what must be true; its rounds, and if it ended.

    Its log gives the same lines, its sums are those of its lines, and undo leads back.
    """
    rng = random.Random(f"{name} {seed}")
    history = begun(game_of(name), rng)
    for _ in range(ENTRIES):
        move = random_move(history.game, history.state, rng)
        if move is None:
            break
        before, history = history, added(history, move)
        assert history.broken is None
    again = replay(history.game, history.events)
    assert again.lines == history.lines
    assert again.state == history.state
    check_sums(history.state)
    undo = Event(history.revision + 1, "retract", data={"of": history.revision})
    assert extend(history, [undo]).state == before.state
    return len(history.state.rounds), bool(history.state.ended)


def begun(game: AnyGame, rng: random.Random, players: int = 0) -> History:
    """The history of a game with so many players, or with a random number of them."""
    seats = [f"s{at + 1}" for at in range(players or rng.randint(*game.info.seats))]
    sheet = {"sheet": game.sheet} if game.sheet else {}
    return replay(game, [Event(1, "start", data={"seats": seats, **sheet})])


def added(history: History, move: Move) -> History:
    """The history with one more move."""
    event = new_move(move.kind, move.seat, {name: _told(one) for name, one in move.data.items()})
    return extend(history, [_numbered(history, event)])


def _told(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _numbered(history: History, event: Event) -> Event:
    return Event(history.revision + 1, event.type, event.seat, event.kind, event.data)


def check_sums(state: Any) -> None:
    """The points of each side are the sum of its members' lines."""
    gained = totals(state.finished, state.seats)
    for side in sides_of(state.sheet, state.seats):
        assert {state.scores[seat] for seat in side} == {sum(gained[seat] for seat in side)}
