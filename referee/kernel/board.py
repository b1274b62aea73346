"""The board: the cards on the table as rows of data, which pages draw without knowing the game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from .cards import Card


@dataclass(frozen=True)
class Message:
    """A sentence as data: word code, parameters, clause id and the cards it names."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)
    clause: str = ""
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Spot:
    """One place for a card: ``card`` is empty for an empty place and ``?`` for a card face down.

    ``state``: empty (plain), ``pair``, ``next`` (filled next), ``free`` (may be filled), ``gap``
    (not drawn), ``gone`` (about to go) or ``new`` (just laid). A tap answers the form's Place field
    named ``place``. Before a choice it ``opens`` another form of the seat on turn. ``marks`` are
    the seats with a marker on the spot.
    """

    card: Card = ""
    state: str = ""
    note: Message | None = None
    place: str = ""
    opens: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class BoardRow:
    """One line of the board: a seat's or titled spots, with a number, counts or stamp at the right.

    ``backs`` counts cards face down; ``shift`` moves the spots right by half cards. Consecutive
    rows with neither seat nor title form one block, such as a pyramid. ``built`` is a seat's own
    block; narrow screens show its ``counts``. ``columns`` are rows of seats side by side: the first
    spot large, the ``tags`` beside it, the other spots below.
    """

    spots: tuple[Spot, ...] = ()
    seat: str | None = None
    title: Message | None = None
    note: Message | None = None
    value: int | None = None
    value_note: Message | None = None
    stamp: Message | None = None
    counts: tuple[int, ...] = ()
    backs: int | None = None
    active: bool = False
    shift: int = 0
    built: tuple["BoardRow", ...] = ()
    tags: tuple[Message, ...] = ()
    columns: tuple["BoardRow", ...] = ()


def spots_of(rows: Iterable[BoardRow]) -> Iterator[Spot]:
    """All spots of the rows and of the columns inside them."""
    for row in rows:
        yield from row.spots
        yield from spots_of(row.columns)


def cards_row(cards: tuple[Card, ...], title: str, state: str = "") -> tuple[BoardRow, ...]:
    """A titled row of cards in one state; no row without cards."""
    return (
        (BoardRow(tuple(Spot(card, state) for card in cards), title=Message(title)),)
        if cards
        else ()
    )


@dataclass(frozen=True)
class Shown:
    """A seat's displayed number if not its total; ``unit`` follows it ("of 18", "rows")."""

    value: int
    unit: Message | None = None
