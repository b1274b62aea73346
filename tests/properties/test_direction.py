"""Direction of play: a table that plays counter-clockwise is the mirror image of one that plays
clockwise.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from referee.event import Event
from referee.games import GAMES
from referee.kernel.history import History, replay
from tests.support.options import with_option
from tests.support.random_play import play_events, start_event
from tests.support.tiers import cases, property_test

TURNED = sorted(with_option("direction"))
pytestmark = property_test
SEEDS = cases(3, 12)
OTHER = {"left": "right", "right": "left"}


def mirrored(start: Event, *moves: Event) -> list[Event]:
    """The same table with its seats the other way round, playing clockwise; what was handed to the
    left goes to the right.
    """
    data = {
        **start.data,
        "seats": start.data["seats"][::-1],
        "options": {**start.data["options"], "direction": "clockwise"},
    }
    return [
        replace(start, data=data),
        *(
            replace(move, data={name: _mirrored(name, value) for name, value in move.data.items()})
            for move in moves
        ),
    ]


def _mirrored(name: str, value: Any) -> Any:
    return OTHER.get(value, value) if name == "direction" else value


def asked(history: History) -> list[Any]:
    """What is asked at the end, and of whom, with what is suggested."""
    return sorted(
        (
            prompt.kind,
            prompt.seat or "",
            prompt.aside,
            repr([field.default for field in prompt.fields]),
        )
        for prompt in history.prompts
    )


def said(history: History) -> Counter[Any]:
    """What the sheet says of each seat; a line without points may stand at any seat."""
    return Counter(
        (line.seat, line.round, line.points, line.clause, line.code)
        for line in history.lines
        if line.points
    )


@pytest.mark.parametrize("game_id", TURNED)
def test_the_other_way_round_is_the_mirror_image(game_id: str) -> None:
    """Whole games at every option: who acts, who starts next and what is suggested go the way play
    goes.
    """
    game, compared = GAMES[game_id], 0
    for seed in SEEDS:
        first = start_event(game, seed)
        options = first.data["options"]
        if options.get("next_start") == "left":
            # It names a neighbour, not the order of turns.
            continue
        events = play_events(game, seed, direction="counterclockwise", start=first.data["seats"][0])
        one, other = replay(game, events), replay(game, mirrored(*events))
        assert other.broken is None, (game_id, seed, other.broken)
        assert (asked(one), said(one)) == (asked(other), said(other)), (game_id, seed)
        compared += 1
    assert compared > len(SEEDS) // 2


def test_games_that_may_be_played_the_other_way_are_found() -> None:
    assert "blind-date" in TURNED
    assert "indian-chief" not in TURNED
