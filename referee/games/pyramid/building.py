"""A pyramid as it stands: its places by row and column, which of them are open, and for which cards.

Rows count from 1 at the bottom. In the bottom row the first card laid is in column 0, cards to its left have negative
columns. The card in column c of an upper row lies on columns c and c + 1 of the row below.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.kernel.cards import Card
from referee.kernel.frozen import cached_property

Place = tuple[int, int]
"""Row and column."""

HIGHEST = 10
_NAME = re.compile(r"r([1-9]\d?)c(-?\d{1,2})")


@dataclass(frozen=True)
class Building:
    """One player’s pyramid: what lies where, in the order it was laid."""

    laid: Mapping[Place, Card] = field(default_factory=dict)

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The number of cards in each row, from the bottom up."""
        cards = Counter(row for row, _ in self.laid)
        return tuple(cards[row] for row in range(1, max(cards, default=0) + 1))

    def lay(self, place: Place, card: Card) -> Building:
        """The pyramid with one card more (PY-14: the others stay where they are)."""
        return Building({**self.laid, place: card})


def name(place: Place) -> str:
    """A place as it is entered: ``r2c-1`` is row 2, column −1."""
    return f"r{place[0]}c{place[1]}"


def read_name(text: str) -> Place | None:
    """The place of that name, or None if it is none."""
    found = _NAME.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def under(building: Building, place: Place) -> tuple[Card, ...]:
    """The cards right below a place, from the left; two of them carry a card (PY-12)."""
    row, column = place
    below = ((row - 1, column), (row - 1, column + 1))
    return tuple(building.laid[spot] for spot in below if spot in building.laid)


def adjoins(building: Building, place: Place) -> bool:
    """Whether a card there would leave no gap in its row (PY-11, PY-A1)."""
    row, column = place
    alone = all(other != row for other, _ in building.laid)
    return alone or (row, column - 1) in building.laid or (row, column + 1) in building.laid


def limits(building: Building, gaps: bool) -> dict[Place, int]:
    """Every open place, from the bottom left, with the highest number that may be laid there (PY-10…PY-13, PY-A1).

    ``gaps`` says whether upper rows may have some.
    """
    open_places = {}
    for place in sorted(_around(building)):
        carried = under(building, place)
        if place[0] == 1 or (len(carried) == 2 and (gaps or adjoins(building, place))):
            open_places[place] = min(map(int, carried), default=HIGHEST)
    return open_places


def legal_places(open_places: Mapping[Place, int], card: Card) -> tuple[Place, ...]:
    """Where a card may be laid among the open places with their limits; the ends of the bottom row always take it."""
    return tuple(place for place, most in open_places.items() if int(card) <= most)


def _around(building: Building) -> set[Place]:
    """The empty places beside the bottom cards and above any card; column 0 of an empty pyramid."""
    ends = {(1, column + step) for row, column in building.laid if row == 1 for step in (-1, 1)}
    above = {(row + 1, column) for row, column in building.laid}
    return (ends | above or {(1, 0)}) - building.laid.keys()
