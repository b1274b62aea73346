"""Facts at the dispute desk before all are told, and those that cannot be."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from .cards import Card
from .contract import Illegal, Ruling, SeatId
from .fields import Bad, Cards, Field, Int, Value
from .game import AnyGame
from .question import LETTERS, Raw, number_or_default, seated


def players_of(game: AnyGame, default: int | None = None) -> Int:
    """The fact of how many play."""
    least, most = game.info.seats
    return Int(name="players", low=least, high=most, default=default)


def players_counted(game: AnyGame, least: int | None = None) -> Int:
    """That fact where it need not be told: all play of whom anything is told, and no fewer than
    ``least`` or than the game allows.
    """
    return replace(players_of(game, least), optional=True)


def counting(raw: Raw, players: Int, *naming: str) -> Int:
    """That fact, with as many as play as far as is told."""
    return replace(players, default=len(seated(raw, players, *naming)))


def players_told(state: Any) -> Raw:
    """That fact of a running table."""
    return {"players": len(state.seats)}


def each(seats: Iterable[SeatId], *facts: Field) -> tuple[Field, ...]:
    """These facts about every seat."""
    return tuple(
        replace(fact, name=f"{fact.name}_{seat}", about=seat) for seat in seats for fact in facts
    )


def nameable(raw: Raw, players: Int, *naming: str) -> tuple[SeatId, ...]:
    """The seats that a fact may be about: all that play as far as is told, and until it is said how
    many those are one more.
    """
    seats = seated(raw, players, *naming)
    return (
        seats
        if not players.optional or raw.get(players.name)
        else LETTERS[: min(len(seats) + 1, players.high)]
    )


def most_playing(raw: Raw, players: Int) -> int:
    """How many may play as far as is told."""
    return (
        number_or_default(raw, players)
        if raw.get(players.name) or not players.optional
        else players.high
    )


def each_told(
    raw: Raw, players: Int, *facts: Field, naming: tuple[str, ...] = ()
) -> tuple[Field, ...]:
    """These facts about every seat that plays as far as is told; about one more they need not be
    told.
    """
    seats = seated(raw, players, *naming)
    spare = nameable(raw, players, *naming)[len(seats) :]
    empty = (
        replace(fact, optional=True, default=() if isinstance(fact, Cards) else None)
        for fact in facts
    )
    return (*each(seats, *facts), *each(spare, *empty))


def told(field: Field, raw: Raw) -> Value:
    """A fact on which others depend; nothing where it cannot be read, which is said when all are
    read.
    """
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
