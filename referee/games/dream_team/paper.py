"""The finished games as the printed sheet lays them out."""

from __future__ import annotations

from typing import Any

from .state import Past, State


def paper(state: State) -> dict[str, Any]:
    """``rows``: for each finished game an entry per seat: its team in one box (empty if only the sum is known), points and total."""
    sums = dict.fromkeys(state.seats, 0)
    return {"rows": [_game(state, number, past, sums) for number, past in enumerate(state.past, 1)]}


def _game(state: State, number: int, past: Past, sums: dict[str, int]) -> list[dict[str, Any]]:
    entries = []
    for seat in state.seats:
        sums[seat] += past.points[seat]
        team = " ".join(sorted(past.teams[seat], key=int)) if past.teams else None
        entries.append({"round": number, "seat": seat, "boxes": [team], "points": past.points[seat], "total": sums[seat]})
    return entries
