"""Try the games that people make: ``python -m bench.own_games [SHEETS] [GAMES] [FILE]``.

SHEETS damaged sheets are read (1,000,000), and GAMES random games of each sample are played
(10,000). What was done is kept in FILE, so that a run that breaks off goes on from there; each
sheet and each game has a seed of its own. Whatever else than a refusal happens is printed.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from referee.own.game import own
from referee.own.part import BadSheet
from referee.own.reading import read_sheet
from referee.own.sheet import GameSheet
from referee.own.trial import tried
from referee.words import LANGUAGES
from referee.words.faults import fault_words
from tests.support.sheet_games import play_through
from tests.support.sheets import SAMPLES, damaged

SHEETS, GAMES, KEPT_AFTER = 1_000_000, 10_000, 2000
TRIED = 100
"""One in so many readable sheets is played at random, and of as many faulty ones the words said."""
STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)
"""Milliseconds that bound the columns of the histogram."""
SUSPICIOUS = 5
KEPT = Path(".bench-own") / "figures.json"
Figures = dict[str, Any]


def read_one(seed: int, figures: Figures) -> None:
    """Read one damaged sheet; note how long it took and what came of it."""
    rng = random.Random(seed)
    told = damaged(rng)
    sheet, bad, taken = timed(told)
    if taken > SUSPICIOUS:
        # Other work may have come between.
        taken = min(timed(told)[2] for _ in range(5))
    note_time(seed, taken, figures)
    if sheet is None:
        count(figures, "refused")
        if bad and seed % TRIED == 0:
            say_all(bad, told)
        return
    count(figures, "readable")
    if figures["readable"] % TRIED == 0:
        began = time.process_time()
        count(figures, "tried, with faults" if tried(sheet, rng) else "tried, without faults")
        figures["longest try, s"] = max(
            figures.get("longest try, s", 0), round(time.process_time() - began, 2)
        )


def timed(told: object) -> tuple[GameSheet | None, BadSheet | None, float]:
    """A sheet or its faults, and the milliseconds that reading took."""
    began = time.process_time()
    try:
        sheet = read_sheet(told)
        own(sheet)
    except BadSheet as bad:
        return None, bad, 1000 * (time.process_time() - began)
    return sheet, None, 1000 * (time.process_time() - began)


def say_all(bad: BadSheet, told: object) -> None:
    """Say every fault; KeyError where words are missing."""
    for lang in LANGUAGES:
        for fault in bad.faults:
            fault_words(fault, told, lang)


def note_time(seed: int, taken: float, figures: Figures) -> None:
    """Put a time into its column, and keep the longest with its seed."""
    column = next((f"< {step} ms" for step in STEPS if taken < step), f"{STEPS[-1]} ms and more")
    count(figures, column)
    if taken > figures.get("longest reading, ms", [0])[0]:
        figures["longest reading, ms"] = [round(taken, 1), seed]


def count(figures: Figures, name: str) -> None:
    figures[name] = figures.get(name, 0) + 1


def play_one(name: str) -> Callable[[int, Figures], None]:
    """Play one random game of a sample; all that must be true of it is asserted."""

    def play(seed: int, figures: Figures) -> None:
        rounds, ended = play_through(name, seed)
        count(figures, "ended" if ended else "broken off")
        figures["rounds"] = figures.get("rounds", 0) + rounds

    return play


def run(
    what: str, one: Callable[[int, Figures], None], wanted: int, kept: Figures, file: Path
) -> None:
    """Do what is still missing of so many; go on whatever happens, and keep it."""
    figures = kept.setdefault(what, {"done": 0, "seconds": 0, "exceptions": {}})
    began, before = time.process_time(), figures["seconds"]
    for seed in range(figures["done"], wanted):
        try:
            one(seed, figures)
        except Exception as failed:  # Whatever it is, it is what is looked for.
            figures["exceptions"].setdefault(f"{type(failed).__name__}: {failed}"[:200], seed)
        figures["done"] = seed + 1
        figures["seconds"] = round(before + time.process_time() - began)
        if figures["done"] % KEPT_AFTER == 0 or figures["done"] == wanted:
            file.parent.mkdir(exist_ok=True)
            file.write_text(json.dumps(kept, indent=1), encoding="utf-8")


def shown(what: str, figures: Figures) -> Iterator[str]:
    """The figures of one kind as lines, the histogram in the order of its columns."""
    yield what
    order = ("done", "seconds", *(f"< {step} ms" for step in STEPS), f"{STEPS[-1]} ms and more")
    for name in (*(one for one in order if one in figures), *(figures.keys() - {*order})):
        yield f"  {name:<24} {figures[name]}"


def main(argv: Sequence[str]) -> int:
    """Print all figures; 1 if anything but a refusal happened."""
    asked = [*argv, *(str(SHEETS), str(GAMES), str(KEPT))[len(argv) :]]
    sheets, games, file = int(asked[0]), int(asked[1]), Path(asked[2])
    kept: Figures = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    run("damaged sheets", read_one, sheets, kept, file)
    for name in SAMPLES:
        run(name, play_one(name), games, kept, file)
    for what, figures in kept.items():
        print("\n".join(shown(what, figures)), flush=True)
    return int(any(figures["exceptions"] for figures in kept.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
