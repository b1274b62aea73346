"""How many rounds a game has, where it depends on the players: patterns of that one formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from .formula import Part
from .matching import filled, matched, read

Way = Literal["number", "divided", "times", "table", "other"]
PATTERNS: Mapping[Way, str] = {"number": "N", "divided": "N ÷ players", "times": "N × players"}
LINE = "N if players = K else "
MOST_LINES = 7
"""More do not fit in a formula."""


@dataclass(frozen=True)
class Length:
    """How a number of rounds is told: as one number, by the players, or one for each of them."""

    way: Way
    number: int = 0
    by_players: Mapping[int, int] | None = None


def length_of(formula: object) -> Length:
    """What a formula says; ``other`` for one of no pattern."""
    node = read(formula, {"players"})
    for way, pattern in PATTERNS.items():
        found = matched(pattern, node)
        if found is not None:
            return Length(way, int(found["N"]))
    table = _table(node)
    return Length("table", 0, table) if table else Length("other")


def _table(node: Part | None) -> dict[int, int] | None:
    """The number for each count of players; the last counts for all others, as 0."""
    found: dict[int, int] = {}
    while node is not None and node.do == "if":
        asked, then, node = node.parts
        count, number = matched("players = N", asked), matched("N", then)
        if count is None or number is None:
            return None
        found.setdefault(int(count["N"]), int(number["N"]))
    last = matched("N", node)
    return found | {0: int(last["N"])} if found and last is not None else None


def formula_of_length(length: Length) -> int | str:
    """The formula of a number of rounds."""
    if length.way == "number":
        return length.number
    if length.way in PATTERNS:
        return filled(PATTERNS[length.way], {"N": length.number})
    by_players = length.by_players or {}
    *first, last = sorted(by_players)
    lines = (filled(LINE, {"N": by_players[count], "K": count}) for count in first)
    return "".join((*lines, str(by_players[last])))


def for_each_count(length: Length, players: tuple[int, int]) -> dict[int, int]:
    """The number for each count of players that may play."""
    return {count: _of_count(length, count) for count in range(players[0], players[1] + 1)}


def _of_count(length: Length, count: int) -> int:
    if length.way == "divided":
        return max(1, length.number // count)
    if length.way == "times":
        return length.number * count
    known = length.by_players or {}
    return known.get(count, known.get(0, length.number))
