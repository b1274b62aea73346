"""Facts at the dispute desk before all are told, and those that cannot be."""

from __future__ import annotations

from collections.abc import Iterable

from .cards import Card
from .contract import Illegal, Ruling
from .fields import Bad, Cards, Field, Int, Value
from .frozen import replace
from .game import AnyGame
from .question import Raw


def players_of(game: AnyGame, default: int | None = None) -> Int:
    """The fact of how many play."""
    least, most = game.info.seats
    return Int(name="players", low=least, high=most, default=default)


def told(wanted: Field, raw: Raw) -> Value:
    """A fact on which others depend; nothing where it cannot be read, which is said when all are read."""
    try:
        return wanted.parse(raw.get(wanted.name))
    except Bad:
        return None


def cards_told(raw: Raw, wanted: Cards) -> tuple[Card, ...]:
    """The cards of a fact on which others depend; none where they cannot be read."""
    value = told(wanted, raw)
    return value if isinstance(value, tuple) else ()


def asked_again(rulings: Iterable[Ruling], field: str) -> Illegal:
    """What is raised where the fact ``field`` cannot be."""
    return Illegal([replace(ruling, field=field) for ruling in rulings])
