"""How pyramids are compared, and who has won (PY-18…PY-21)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from referee.kernel.contract import Line, Result, Say, SeatId, rank_by

from .state import State, rows

Height = tuple[int, ...]


def height(counts: tuple[int, ...]) -> Height:
    """What a pyramid is ranked by: its number of rows, then their cards from the top down (PY-18…PY-20)."""
    return (len(counts), *reversed(counts))


def shape(counts: tuple[int, ...]) -> str:
    """A pyramid in figures, from the bottom up."""
    return "/".join(map(str, counts)) or "0"


def boxes(line: Line) -> tuple[str]:
    """The box of the printed sheet: the pyramid in figures."""
    return (str(line.params["shape"]),)


def ranking(state: State) -> tuple[tuple[SeatId, ...], ...]:
    """The seats by their pyramids, highest first; equal ones share a place."""
    return rank_by({seat: height(counts) for seat, counts in rows(state).items()})


def result(state: State) -> Result | None:
    """The end of the game, with what decided the first place."""
    return Result(ranking(state), tuple(_reasons(state))) if state.over else None


def end_lines(state: State) -> tuple[Line, ...]:
    """One line for each seat: the game won or not, with the shape of its pyramid; below the first place, what it lacked."""
    order, built = ranking(state), rows(state)
    winners = order[0]
    first, code = (next(_reasons(state)).clause, "won") if len(winners) == 1 else ("PY-21", "won_shared")
    found = {seat: Line(seat, 1, 1, first, code, {"shape": shape(built[seat])}) for seat in winners}
    for better, group in pairwise(order):
        for seat in group:
            clause = _decided(height(built[better[0]]), height(built[seat]))
            found[seat] = Line(seat, 1, 0, clause, "lost" if built[seat] else "nothing_built", {"shape": shape(built[seat])})
    return tuple(found[seat] for seat in state.seats)


def _decided(better: Height, worse: Height) -> str:
    """The clause that puts one pyramid before another."""
    at = next(at for at, (one, other) in enumerate(zip(better, worse, strict=False)) if one != other)
    return ("PY-18", "PY-19", "PY-20")[min(at, 2)]


def _reasons(state: State) -> Iterator[Say]:
    """What put the winners before the next best, and that they share the victory (PY-18…PY-21)."""
    order, built = ranking(state), rows(state)
    winners = order[0]
    if len(order) > 1:
        yield _reason(winners, order[1], height(built[winners[0]]), height(built[order[1][0]]))
    if len(winners) > 1:
        yield Say("shared", {"who": winners}, "PY-21")


def _reason(winners: tuple[SeatId, ...], others: tuple[SeatId, ...], best: Height, next_best: Height) -> Say:
    clause = _decided(best, next_best)
    if clause == "PY-18":
        return Say("most_rows", {"who": winners, "n": best[0], "others": others, "m": next_best[0]}, clause)
    at = next(at for at in range(len(best)) if best[at] != next_best[at])
    params = {"who": winners, "others": others, "rows": best[0], "n": best[at], "m": next_best[at], "row": best[0] - at + 1}
    return Say("top_row" if clause == "PY-19" else "lower_row", params, clause)
