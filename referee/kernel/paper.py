"""The contents of a printed sheet, from the score lines."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from .contract import Line, SeatId
from .game import S

Box = str | int | Sequence[str] | None
"""Content of a box: a word code, a number, cards in order, or nothing."""
Boxes = Callable[[Line], Sequence[Box]]


def printed(
    lines: Callable[[S], Sequence[Line]], boxes: Boxes, won: Collection[str] = ()
) -> Callable[[S], dict[str, Any]]:
    """A game's ``paper``: ``rows``, one for each scored round, with an entry for every seat.

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
    sums, rows = dict.fromkeys(state.seats, 0), []
    for number, scored in rounds.items():
        filled = {seat: list(boxes(line)) for seat, line in scored.items()}
        empty: list[Box] = [None for _ in next(iter(filled.values()))]
        row: list[dict[str, Any]] = []
        for seat in state.seats:
            points = scored[seat].points if seat in scored else 0
            sums[seat] += points
            entry = {
                "round": number,
                "seat": seat,
                "boxes": filled.get(seat, empty),
                "points": points,
                "total": sums[seat],
            }
            row.append(
                entry | ({"won": seat in scored and scored[seat].code in won} if won else {})
            )
        rows.append(row)
    return {"rows": rows}
