"""The board: what lies on the table as data, drawn row by row, so that pages need not know any
game.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .cards import Card


@dataclass(frozen=True)
class Say:
    """Something to be said, as data: a word code of the catalogue, its parameters, the clause and
    the cards it is about.
    """

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    clause: str = ""
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Spot:
    """One place for a card: ``card`` is empty for an empty place and ``?`` for a card face down.

    ``state``: plain (empty), one of a ``pair``, filled ``next``, may be filled (``free``), nothing
    drawn (``gap``), about to go (``gone``), just laid (``new``). ``place`` names it: a form that
    asks for a Place of that name is answered by tapping the spot. Before anything is chosen a tap
    ``opens`` another form of the seat on turn. ``marks`` are the seats whose markers lie on it.
    """

    card: Card = ""
    state: str = ""
    note: Say | None = None
    place: str = ""
    opens: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """One line of the board: a seat's or a titled row of spots, with a number, counts or a stamp at
    its right end.

    ``backs`` is a number of cards face down, ``shift`` how many half cards the spots stand to the
    right. Rows with neither seat nor title that follow one another are one block of cards, such as
    a pyramid from its top down; ``built`` is such a block of a seat's own, which where there is
    little room is told by its ``counts``. ``columns`` are rows of seats that stand side by side:
    the first spot of each is large, ``tags`` are the words beside it, its other spots lie below it.
    """

    spots: tuple[Spot, ...] = ()
    seat: str | None = None
    title: Say | None = None
    note: Say | None = None
    value: int | None = None
    value_note: Say | None = None
    stamp: Say | None = None
    counts: tuple[int, ...] = ()
    backs: int | None = None
    active: bool = False
    shift: int = 0
    built: tuple["Row", ...] = ()
    tags: tuple[Say, ...] = ()
    columns: tuple["Row", ...] = ()


def spots_of(rows: Iterable[Row]) -> Iterator[Spot]:
    """All spots of rows and of the columns in them."""
    for row in rows:
        yield from row.spots
        yield from spots_of(row.columns)


def cards_row(cards: tuple[Card, ...], title: str, state: str = "") -> tuple[Row, ...]:
    """A titled row of cards, all in one state; no row without a card."""
    return (Row(tuple(Spot(card, state) for card in cards), title=Say(title)),) if cards else ()


@dataclass(frozen=True)
class Shown:
    """The number a seat is shown with where that is not its total: ``unit`` are the small words
    after it ("of 18", "rows").
    """

    value: int
    unit: Say | None = None
