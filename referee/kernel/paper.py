"""The contents of a printed sheet, from the score lines."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

from .contract import Line, SeatId
from .game import S

Box = str | int | Sequence[str] | None
"""Content of a box: a word code, a number, cards in order, or nothing."""
Boxes = Callable[[Line], Sequence[Box]]


def rows_of(
    rounds: Mapping[int, Mapping[SeatId, Mapping[str, Any]]], columns: Sequence[SeatId]
) -> dict[str, Any]:
    """``rows``, one for each round, with an entry for every column and its running total.

    A column is a seat, or the first one of a side; what stands in it has ``boxes`` and ``points``.
    """
    sums, rows = dict.fromkeys(columns, 0), []
    for number, filled in rounds.items():
        row = []
        for seat in columns:
            sums[seat] += filled[seat]["points"]
            row.append({"round": number, "seat": seat, **filled[seat], "total": sums[seat]})
        rows.append(row)
    return {"rows": rows}


def printed(
    lines: Callable[[S], Sequence[Line]], boxes: Boxes, won: Collection[str] = ()
) -> Callable[[S], dict[str, Any]]:
    """A game's ``paper``, for every round with lines.

    ``boxes`` fills a seat's boxes from its line; ``won`` are the line codes of a won round.
    """
    return partial(_rows, lines, boxes, won)


def _rows(
    lines: Callable[[S], Sequence[Line]], boxes: Boxes, won: Collection[str], state: S
) -> dict[str, Any]:
    rounds: dict[int, dict[SeatId, Line]] = {}
    for line in lines(state):
        if line.counts:
            rounds.setdefault(line.round, {})[line.seat] = line
    filled = {
        number: {seat: _entry(scored, seat, boxes, won) for seat in state.seats}
        for number, scored in rounds.items()
    }
    return rows_of(filled, state.seats)


def _entry(
    scored: Mapping[SeatId, Line], seat: SeatId, boxes: Boxes, won: Collection[str]
) -> dict[str, Any]:
    """What stands in a seat's column; empty boxes for one that did not score."""
    line = scored.get(seat)
    entry = {
        "boxes": list(boxes(line)) if line else [None for _ in boxes(next(iter(scored.values())))],
        "points": line.points if line else 0,
    }
    return entry | ({"won": line is not None and line.code in won} if won else {})
