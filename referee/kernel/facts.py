"""Facts at the dispute desk before all are told, and those that cannot be."""

from collections.abc import Iterable
from typing import Any

from .cards import Card
from .contract import Illegal, Ruling, SeatId
from .fields import Bad, Cards, Field, Int, Value
from .frozen import replace
from .game import AnyGame
from .question import Raw


def players_of(game: AnyGame, default: int | None = None) -> Int:
    """The fact of how many play."""
    least, most = game.info.seats
    return Int(name="players", low=least, high=most, default=default)


def players_told(state: Any) -> Raw:
    """That fact of a running table."""
    return {"players": len(state.seats)}


def each(seats: Iterable[SeatId], *facts: Field) -> tuple[Field, ...]:
    """These facts about every seat."""
    return tuple(replace(fact, name=f"{fact.name}_{seat}", about=seat) for seat in seats for fact in facts)


def told(field: Field, raw: Raw) -> Value:
    """A fact on which others depend; nothing where it cannot be read, which is said when all are read."""
    try:
        return field.parse(raw.get(field.name))
    except Bad:
        return None


def cards_told(raw: Raw, field: Cards) -> tuple[Card, ...]:
    """The cards of a fact on which others depend; none where they cannot be read."""
    value = told(field, raw)
    return value if isinstance(value, tuple) else ()


def asked_again(rulings: Iterable[Ruling], field: str) -> Illegal:
    """What is raised where the fact ``field`` cannot be."""
    return Illegal([replace(ruling, field=field) for ruling in rulings])
