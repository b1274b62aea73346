"""The tables an oracle is compared on: random games of a seed, and the golden records in which
nothing is let stand.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

from referee.event import Event
from referee.games import GAMES
from referee.kernel.contract import Prompt
from referee.kernel.history import History, replay
from tests.support.golden import files
from tests.support.random_play import play_events
from tools.conformance import answer

FEW_GAMES, GAMES_EACH = 15, 150


def random_tables(game_id: str, depth: str, count: int) -> Iterator[tuple[str, History]]:
    """Whole random games entered in one way, each with its name; the other options are those of the
    seed.
    """
    game = GAMES[game_id]
    for seed in range(count):
        yield f"{game_id} {depth} {seed}", replay(game, play_events(game, seed, depth=depth))


@cache
def golden_tables(game_id: str) -> tuple[tuple[str, History], ...]:
    """The golden records, without moves that were refused; those where a breach is let stand prove
    nothing here.
    """
    found = []
    for path in files(game_id):
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        if any(move.get("accept") for move in case["moves"]):
            continue
        start = Event(
            1,
            "start",
            data={
                "seats": case["seats"],
                "options": case.get("options", {}),
                "edition": case.get("edition", "page"),
            },
        )
        valid = [move for move in case["moves"] if "refused" not in move]
        events = [
            Event(seq, "move", move.get("seat"), move["kind"], answer(move))
            for seq, move in enumerate(valid, 2)
        ]
        history = replay(GAMES[game_id], [start, *events])
        assert history.broken is None, (path.name, history.broken)
        found.append((path.stem, history))
    return tuple(found)


def awaited(history: History, state: Any) -> tuple[Prompt, ...]:
    """What the referee waits for."""
    return tuple(prompt for prompt in history.game.prompts(state) if not prompt.aside)


def points_of(history: History, round_: int) -> dict[str, int]:
    """The points of every seat in a round."""
    return {
        line.seat: line.points for line in history.lines if line.counts and line.round == round_
    }


def winners_of(history: History, round_: int) -> set[str]:
    """Who got a round that is worth one point to its winners."""
    return {seat for seat, points in points_of(history, round_).items() if points}


def numbers(cards: Any) -> list[int]:
    """Cards of a Pairs deck as numbers."""
    return [int(card) for card in (cards if isinstance(cards, list | tuple) else [cards])]
