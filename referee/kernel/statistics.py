"""Statistics of players over many games, from the score sheets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .contract import Line
    from .game import AnyGame

Counted = tuple[str, str, int]
"""(seat, name, number): an amount, or 1 for an occurrence."""

ROUND = ".round"
"""Suffix of a slot's name where the number is the round it was made in."""


class Sum(NamedTuple):
    """Aggregated numbers: how many, their total and the highest."""

    times: int
    total: int
    most: int

    @property
    def average(self) -> float:
        return self.total / self.times

    def plus(self, other: "Sum") -> "Sum":
        return Sum(self.times + other.times, self.total + other.total, max(self.most, other.most))


def by_code(lines: Iterable["Line"], names: Mapping[str, str]) -> Iterator[Counted]:
    """One occurrence for each line with a code in ``names``, under the name given there."""
    return ((line.seat, names[line.code], 1) for line in lines if line.code in names)


def count_game(game: "AnyGame", lines: Sequence["Line"], full: bool) -> Iterator[Counted]:
    """All counts of one game: every slot and, if entered in ``full``, the game's own."""
    points: dict[tuple[str, str], tuple[int, int]] = {}
    for line in lines:
        if line.counts and line.slot in game.info.made:
            points[line.seat, line.slot] = (
                points.get((line.seat, line.slot), (0, 0))[0] + line.points,
                line.round,
            )
    for (seat, slot), (value, round_) in points.items():
        yield seat, slot, value
        yield seat, slot + ROUND, round_
    if full and game.counted:
        yield from game.counted(lines)


def to_partners(lines: Iterable["Line"], sides: Iterable[Sequence[str]]) -> Iterator["Line"]:
    """The lines, with each that a whole side made once for every seat of it."""
    partners = {seat: side for side in sides for seat in side}
    for line in lines:
        for seat in partners[line.seat] if line.of_side else (line.seat,):
            yield replace(line, seat=seat)


def sums(numbers: Iterable[Counted]) -> dict[str, dict[str, Sum]]:
    """Numbers aggregated by seat and name."""
    found: dict[str, dict[str, Sum]] = {}
    for seat, name, number in numbers:
        add(found.setdefault(seat, {}), name, Sum(1, number, number))
    return found


def add(own: dict[str, Sum], name: str, numbers: Sum) -> None:
    """Add numbers to those under ``name``, in place."""
    own[name] = own[name].plus(numbers) if name in own else numbers
