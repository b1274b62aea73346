"""The best play of a session: the entry worth most, or the best by the game's own measure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .contract import Line, SeatId
from .game import AnyGame

LEAST = 2
"""Plays worth fewer points are not mentioned."""


@dataclass(frozen=True)
class Highlight:
    """One seat's play in one round: its lines and their ``points``."""

    seat: SeatId
    round: int
    points: int
    lines: tuple[Line, ...]


def best_plays(game: AnyGame, state: Any, lines: Sequence[Line]) -> tuple[Highlight, ...]:
    """The best plays, ties in order of round; none from lines whose points were entered as such."""
    found = [
        highlight
        for highlight in _all(game, state, lines)
        if highlight.points >= LEAST and not any(line.told for line in highlight.lines)
    ]
    most = max((highlight.points for highlight in found), default=0)
    return tuple(
        sorted(
            (highlight for highlight in found if highlight.points == most),
            key=lambda highlight: highlight.round,
        )
    )


def _all(game: AnyGame, state: Any, lines: Sequence[Line]) -> Iterator[Highlight]:
    if game.highlights is not None:
        yield from (
            Highlight(line.seat, line.round, line.points, (line,))
            for line in game.highlights(state)
        )
    elif game.info.tally:
        yield from (
            Highlight(line.seat, line.round, line.points, (line,))
            for line in lines
            if line.part == "game" and not line.nobody
        )
    elif not game.info.low_wins:
        yield from _cells(lines)


def _cells(lines: Iterable[Line]) -> Iterator[Highlight]:
    """Every number of the sheet that has cards behind it."""
    cells: dict[tuple[int, SeatId], list[Line]] = {}
    for line in lines:
        if line.counts and not line.nobody:
            cells.setdefault((line.round, line.seat), []).append(line)
    for (round_, seat), own in cells.items():
        if any(line.cards for line in own):
            yield Highlight(seat, round_, sum(line.points for line in own), tuple(own))
