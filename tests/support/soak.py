"""Many random whole games of every game, with the properties of the contract: ``python -m
tests.support.soak [COUNT] [GAME …]``.
"""

from __future__ import annotations

import gc
import json
import os
import random
import sys
import time
import traceback
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from typing import Any

import click

from referee.event import Event
from referee.kernel.contract import Line, complete_options, totals
from referee.kernel.game import AnyGame
from referee.kernel.history import History, extend, undoable_event
from referee.kernel.record import dump, loads
from tests.support.random_play import ALL, play_out
from tests.support.sheets import PLAYED

CHUNK = 50


def hold_to_properties(game_id: str, seed: int) -> None:
    """Play the game of a seed to its end and hold it to every property; AssertionError says which
    it broke.
    """
    game = ALL[game_id]
    events, end = play_out(game, seed)
    history, _names = loads(json.dumps(_record(game, events)), ALL)
    assert history.broken is None, f"judged legal, yet refused on replay: {history.broken}"
    assert history.state == end, "the record brings another state back"
    assert game.result(history.state) is not None, "no result at the end"
    assert not [prompt for prompt in game.prompts(history.state) if not prompt.aside], (
        "over, and yet something is awaited"
    )
    _lines_are_sound(history)
    _rounds_go_forward(history)
    _undo_is_the_earlier_state(history)


def _record(game: AnyGame, events: Sequence[Event]) -> dict[str, Any]:
    """The record of a game of which only the events are known."""
    start = events[0].data
    seats = tuple(start["seats"])
    options = complete_options(game.info, seats, start["options"], start["edition"])
    return dump(History(game, seats, options, None, tuple(events)), {})


def _lines_are_sound(history: History) -> None:
    lines = history.lines
    counted = {
        seat: sum(line.points for line in lines if line.counts and line.seat == seat)
        for seat in history.seats
    }
    assert totals(lines, history.seats) == counted, "a total is not the sum of its lines"
    assert {line.seat for line in lines} <= set(history.seats), "a line of nobody at the table"
    assert all(line.clause.startswith(history.game.info.prefix + "-") for line in lines), (
        "a line without its clause"
    )


def _rounds_go_forward(history: History) -> None:
    """Rounds never go back, and what is complete is never scored again."""
    scenes = [history.game.scene(played.state) for played in history.played]
    assert all(
        one.round <= two.round and one.complete <= two.complete for one, two in pairwise(scenes)
    ), "a round went back"
    rng = random.Random(len(scenes))
    for at in rng.sample(range(len(scenes)), min(3, len(scenes))):
        before = _up_to(history.game.lines(history.played[at].state), scenes[at].complete)
        assert before == _up_to(history.lines, scenes[at].complete), (
            f"a complete round changed after move {at + 1}"
        )


def _up_to(lines: Iterable[Line], round_: int) -> list[Line]:
    return [line for line in lines if line.round <= round_]


def _undo_is_the_earlier_state(history: History) -> None:
    last = undoable_event(history.events)
    assert last is not None
    back = extend(history, [Event(history.revision + 1, "retract", data={"of": last.seq})])
    assert back.state == (history.played[-2].state if len(history.played) > 1 else history.start), (
        "an undo is not the earlier state"
    )


def failures(game_id: str, first: int, count: int) -> list[str]:
    """What went wrong in the games of these seeds."""
    found = []
    for seed in range(first, first + count):
        try:
            hold_to_properties(game_id, seed)
        except Exception:
            found.append(f"{game_id}, seed {seed}\n{traceback.format_exc(limit=-3)[-900:]}")
    return found


def chunks(games: Sequence[str], count: int, first: int = 0) -> Iterator[tuple[str, int, int]]:
    """Games and seeds in pieces, so that every processor has some."""
    for game_id in games:
        for start in range(first, first + count, CHUNK):
            yield game_id, start, min(CHUNK, first + count - start)


def soak(games: Sequence[str], count: int, first: int = 0) -> list[str]:
    """The failures of so many random games of each game, on all processors."""
    # States are many and in no cycles: looking for these less often makes the games an eighth
    # faster.
    with ProcessPoolExecutor(
        os.cpu_count(), initializer=gc.set_threshold, initargs=(50_000,)
    ) as pool:
        pieces = list(chunks(games, count, first))
        done = pool.map(failures, *zip(*pieces, strict=True))
        with click.progressbar(
            done, len(pieces), ", ".join(games), file=sys.stderr, hidden=not sys.stderr.isatty()
        ) as bar:
            return [failure for found in bar for failure in found]


def main(count: int = 100_000, *names: str) -> int:
    """Play and report, game by game; 1 if any failed."""
    failed = 0
    for game_id in names or sorted(PLAYED):
        began = time.perf_counter()
        found = soak([game_id], count)
        failed += len(found)
        print(
            f"{game_id}: {count} games, {len(found)} failed, {time.perf_counter() - began:.0f} s",
            *found[:5],
            sep="\n",
            flush=True,
        )
    return min(1, failed)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2]), *sys.argv[2:]))
