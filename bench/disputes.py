"""The dispute desk: how many facts and taps a recorded dispute takes, and how long its ruling with
all its readings.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Mapping
from typing import Any

from bench.report import Row, percentile
from referee.games import GAMES
from referee.kernel.question import Question, readings
from tests.laws.test_desk_records import asked, records
from tests.support.asker import from_home, from_table, shown_at_tables, tell

REPEATS, MOST_TAPS, MOST_AT_TABLE = 7, 4, 3


def disputes() -> Iterator[
    tuple[str, Question, dict[str, Any], Mapping[str, Any], Mapping[str, Any]]
]:
    """Every recorded dispute that has a ruling: its game, question, options, and facts as an
    address and as the record has them.
    """
    for game in GAMES:
        for case in records(game):
            if "verdict" in case:
                question, options, facts = asked(game, case)
                yield game, question, options, facts, case["facts"]


def milliseconds(
    game: str, question: Question, options: dict[str, Any], facts: Mapping[str, Any]
) -> float:
    """The processor's time for one ruling with every reading; the quickest of a few."""
    taken = []
    for _ in range(REPEATS):
        began = time.process_time()
        readings(question, options, facts, GAMES[game].info.options)
        taken.append(1000 * (time.process_time() - began))
    return min(taken)


def rows(quick: bool = False) -> list[Row]:
    """The report's rows."""
    every = [*disputes()][:: 10 if quick else 1]
    needed, tapped, at_table, taken = [], list[tuple[int, int]](), [], []
    for game, question, options, facts, known in every:
        found = tell(question, options, known)
        needed.append(len(found.needed))
        tapped.append(from_home(question, options, found.told))
        at_table.append(from_table(question, options, found.told, shown_at_tables(game, question)))
        taken.append(milliseconds(game, question, options, facts))
    every_tap, chosen = zip(*tapped, strict=True)
    few = sum(count <= MOST_TAPS for count in every_tap)
    return [
        Row(
            "T24",
            f"disputes: facts that must be told, median of {len(every)}",
            statistics.median(needed),
            most=3,
        ),
        Row(
            "T25",
            f"disputes: taps from home beside cards, median; {few} of {len(every)} in 4",
            statistics.median(every_tap),
            most=MOST_TAPS,
        ),
        Row("T26", "disputes: most taps from home beside cards", max(every_tap), most=MOST_TAPS),
        Row(
            "T30",
            "disputes: taps that choose, beside cards, their rows and numbers, median",
            statistics.median(chosen),
            most=MOST_TAPS,
        ),
        Row("T31", "disputes: … the most", max(chosen), most=MOST_TAPS),
        Row("T32", "disputes: … at a table, the most", max(at_table), most=MOST_AT_TABLE),
        Row(
            "T27",
            "disputes: one ruling with its readings, median",
            statistics.median(taken),
            "ms",
            most=10,
        ),
        Row("T28", "disputes: … 95 of 100 within", percentile(taken, 0.95), "ms", most=10),
        Row("T29", "disputes: … the slowest", max(taken), "ms", most=10),
    ]
