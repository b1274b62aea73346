"""What a printed sheet shows of the finished turns."""

from __future__ import annotations

from typing import Any

from referee.kernel.contract import SeatId, totals

from .deck import SEASONS
from .state import State, Turn


def paper(state: State) -> dict[str, Any]:
    """``seasons``: for each season begun its turns, for each turn one entry per seat in seat order; turns to come are left out."""
    turns = [_turn(state, number, past) for number, past in enumerate(state.past, 1)]
    return {"seasons": [{"season": SEASONS[at // 2], "turns": turns[at : at + 2]} for at in range(0, len(turns), 2)]}


def _turn(state: State, number: int, past: Turn) -> list[dict[str, Any]]:
    """The entries of one turn; ``target`` is the place of the owner among the seats."""
    points = totals([line for line in state.finished if line.round == number], state.seats)
    running = totals(state.finished, state.seats, number)
    return [
        {
            "round": number,
            "seat": seat,
            "blind": past.blinds[seat],
            "cubes": _letters(past, seat),
            "match": past.matches[seat][0],
            "target": state.seats.index(past.matches[seat][1]),
            "points": points[seat],
            "total": running[seat],
        }
        for seat in state.seats
    ]


def _letters(past: Turn, seat: SeatId) -> list[str] | None:
    """The first letters of the cubes; None where quick entry knows only that there were some."""
    if seat in past.cubes:
        return [cube[0].upper() for cube in past.cubes[seat]]
    return [] if past.bare[seat] else None
