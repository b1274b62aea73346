"""Stopping: how long the server takes to end while phones hold their streams open."""

from __future__ import annotations

from bench.play import Phone
from bench.report import Row
from bench.server import scratch, serving
from bench.streams import listening
from referee.games import GAMES

STREAMS = 1000
ROUNDS = 3


def rows(quick: bool = False) -> list[Row]:
    """The report's row: the slowest of a few stops."""
    taken = []
    streams, rounds = (20, 1) if quick else (STREAMS, ROUNDS)
    for _ in range(rounds):
        with scratch() as folder, serving(folder) as app:
            phone = Phone(app.port, next(iter(GAMES)), 4)
            with listening(app.port, phone, [phone.open_table()], streams):
                taken.append(app.stop())
    return [
        Row(
            "T12", f"stop with {streams} open streams, slowest of {rounds}", max(taken), "s", most=3
        )
    ]
