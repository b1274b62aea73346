"""Judging: the slowest move of whole games at a full table, read, judged and played on."""

from __future__ import annotations

import random
import time

from bench.report import Row
from referee.games import GAMES
from referee.kernel.contract import complete_options
from referee.kernel.game import AnyGame, check
from referee.sample import Sample, sample_game

SEEDS = 12
REPEATS = 15


def milliseconds(game: AnyGame, sample: Sample, repeats: int) -> tuple[float, float]:
    """What one move takes: judge and advance alone, and with reading it against the open prompts;
    the quickest of so many times.
    """
    bare, whole = [], []
    for _ in range(repeats):
        began = time.perf_counter()
        game.judge(sample.state, sample.move)
        game.advance(sample.state, sample.move)
        middle = time.perf_counter()
        checked = check(game, sample.state, sample.prompt.kind, sample.prompt.seat, sample.answer)
        assert checked.move is not None
        game.advance(sample.state, checked.move)
        bare.append(middle - began)
        whole.append(time.perf_counter() - middle)
    return 1000 * min(bare), 1000 * min(whole)


def slowest(game: AnyGame, seeds: int, repeats: int) -> tuple[float, float, int]:
    """The slowest move of so many games at a full table, both ways, and the number of moves of the
    longest game.
    """
    seats = tuple(f"s{at}" for at in range(1, game.info.seats[1] + 1))
    start = game.setup(seats, complete_options(game.info, seats, {}, "page"))
    bare = whole = 0.0
    longest = 0
    for seed in range(seeds):
        samples = sample_game(game, start, random.Random(seed))
        longest = max(longest, len(samples))
        # A table's late states are the long ones; the early ones cost less.
        for sample in samples[len(samples) // 2 :]:
            one, other = milliseconds(game, sample, repeats)
            bare, whole = max(bare, one), max(whole, other)
    return bare, whole, longest


def rows(quick: bool = False) -> list[Row]:
    """The report's rows."""
    found = []
    for name, game in GAMES.items():
        bare, whole, longest = slowest(game, 1 if quick else SEEDS, 1 if quick else REPEATS)
        found.append(
            Row("T10", f"judge + advance, slowest of {longest} moves, {name}", bare, "ms", most=1)
        )
        found.append(Row("T10", f"… with prompts and reading, {name}", whole, "ms"))
    return found
