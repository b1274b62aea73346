"""The same random games in this Python and in that of the edition without a server: ``python -m
tests.support.two_pythons [COUNT] [GAME …]``.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.games import GAMES
from tests.support.played_alike import answer
from tests.support.site_python import MISSING, Asked, built, running, there

PLAYS = "tests.support.played_alike"
AROUND = 200
"""Letters of both texts around the place where they part."""


@dataclass
class Compared:
    """How many games and steps were compared, and where games differ."""

    games: int = 0
    steps: int = 0
    different: tuple[str, ...] = ()


def compare(site: Asked, game: str, seeds: Iterable[int]) -> Compared:
    """Play the game of each seed in both Pythons at once, and compare every step."""
    found = Compared()
    for seed in seeds:
        site.send([game, seed])
        here: list[str] = json.loads(answer(json.dumps([game, seed])))
        other: list[str] = site.take()
        found.games, found.steps = found.games + 1, found.steps + len(here)
        if here != other:
            found.different += (f"{game}, seed {seed}{difference(site, game, seed, here, other)}",)
    return found


def difference(site: Asked, game: str, seed: int, here: list[str], other: list[str]) -> str:
    """The first step that differs, and how."""
    step = same(here, other)
    if step == min(len(here), len(other)):
        return f": {len(here)} steps here, {len(other)} there"
    asked = [game, seed, step]
    texts: list[str] = [json.loads(answer(json.dumps(asked))), site.ask(asked)]
    at = max(0, same(*texts) - AROUND)
    left, right = (text[at : at + 2 * AROUND] for text in texts)
    return f", step {step}\n  here:  …{left}…\n  there: …{right}…"


def same(one: Iterable[object], other: Iterable[object]) -> int:
    """How far both are the same."""
    alike = (left == right for left, right in zip(one, other, strict=False))
    return sum(takewhile(bool, alike))


def main(count: int = 1000, *names: str) -> int:
    """Play so many of each game and report; 1 if any differs."""
    if MISSING:
        print(MISSING)
        return 0
    failed = False
    with TemporaryDirectory() as folder:
        site = built(Path(folder))
        for game in names or GAMES:
            began = time.perf_counter()
            with running(there(site, PLAYS)) as python:
                found = compare(python, game, range(count))
            failed |= bool(found.different)
            print(
                f"{game}: {found.games} games, {found.steps} steps, "
                f"{len(found.different)} differ, {time.perf_counter() - began:.0f} s",
                *found.different[:5],
                sep="\n",
                flush=True,
            )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2]), *sys.argv[2:]))
