"""What a printed sheet shows of a game."""

from __future__ import annotations

from typing import Any

from .ending import ranking, shape
from .state import State, rows


def paper(state: State) -> dict[str, Any]:
    """``row``: for each seat the rows of its pyramid from the bottom up and whether it has won; nothing before the end."""
    if not state.over:
        return {}
    winners, built = ranking(state)[0], rows(state)
    return {
        "row": [
            {"seat": seat, "boxes": [shape(built[seat])], "points": int(seat in winners), "won": seat in winners} for seat in state.seats
        ]
    }
