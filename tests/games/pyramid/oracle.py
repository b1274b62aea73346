"""Pyramid by the words of the rules: turning up, placing, and the ranking."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Built = Mapping[tuple[int, int], int]
"""The cards of a pyramid: (row from 1 at the bottom, position) to the number; a card lies on p and
p + 1 of the row below.
"""

DECK = 55


def is_bust(turned: Sequence[int]) -> bool:
    """PY-8: a number repeats one turned up in this same turn."""
    return len(set(turned)) < len(turned)


def may_place(built: Built, card: int, row: int, position: int, options: Mapping[str, Any]) -> bool:
    """Whether the card may be laid there now."""
    if (row, position) in built or row < 1:
        return False
    beside = (row, position - 1) in built or (row, position + 1) in built
    first = not any(there == row for there, _ in built)
    if row == 1:
        return first or beside  # PY-10, PY-11, PY-A4
    below = [built.get((row - 1, position)), built.get((row - 1, position + 1))]
    if None in below:
        return False  # PY-12
    if any(card > under for under in below if under is not None):
        return False  # PY-13
    return first or beside or options["upperGaps"] == "allowed"  # PY-A1


def places(built: Built, card: int, options: Mapping[str, Any]) -> set[tuple[int, int]]:
    """Every place that takes the card (the bottom row of an empty pyramid begins at 0)."""
    if not built:
        return {(1, 0)}
    rows = range(1, max(row for row, _ in built) + 2)
    left, right = min(at for _, at in built), max(at for _, at in built)
    return {
        (row, at)
        for row in rows
        for at in range(left - 1, right + 2)
        if may_place(built, card, row, at, options)
    }


def counts(built: Built) -> tuple[int, ...]:
    """How many cards each row has, from the bottom."""
    height = max((row for row, _ in built), default=0)
    return tuple(sum(there == row for there, _ in built) for row in range(1, height + 1))


def key(rows: Sequence[int]) -> tuple[int, ...]:
    """PY-18 the number of rows, PY-19 the cards in the top row, PY-20 then row by row downwards."""
    return (len(rows), *reversed(rows))


def ranking(pyramids: Mapping[str, Sequence[int]]) -> list[set[str]]:
    """PY-18 to PY-21: the seats from the best, equal ones together."""
    keys = {seat: key(rows) for seat, rows in pyramids.items()}
    return [
        {seat for seat in keys if keys[seat] == one}
        for one in sorted(set(keys.values()), reverse=True)
    ]
