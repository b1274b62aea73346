"""What the players of a game count over many games, told by its score sheets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .contract import Line
    from .game import AnyGame

Counted = tuple[str, str, int]
"""Whose, the name of what is counted, and a number: how much it was, or 1 for something that
happened.
"""

ROUND = ".round"
"""What follows the name of a thing that everybody makes once, where the round in which it was made
is counted.
"""


class Sum(NamedTuple):
    """Numbers put together: how many, their total and the highest."""

    times: int
    total: int
    most: int

    @property
    def average(self) -> float:
        """What one of them is on average."""
        return self.total / self.times

    def plus(self, other: "Sum") -> "Sum":
        """The numbers of both."""
        return Sum(self.times + other.times, self.total + other.total, max(self.most, other.most))


def by_code(lines: Iterable["Line"], names: Mapping[str, str]) -> Iterator[Counted]:
    """How often lines of some codes came, by the names that these have."""
    return ((line.seat, names[line.code], 1) for line in lines if line.code in names)


def counted(game: "AnyGame", lines: Sequence["Line"], full: bool) -> Iterator[Counted]:
    """Everything that is counted of one game: what everybody makes once and, where it was entered
    in ``full``, the game's own.
    """
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


def sums(numbers: Iterable[Counted]) -> dict[str, dict[str, Sum]]:
    """Numbers put together by seat and name."""
    found: dict[str, dict[str, Sum]] = {}
    for seat, name, number in numbers:
        add(found.setdefault(seat, {}), name, Sum(1, number, number))
    return found


def add(own: dict[str, Sum], name: str, numbers: Sum) -> None:
    """Put numbers to those that are there by that name."""
    own[name] = own[name].plus(numbers) if name in own else numbers
