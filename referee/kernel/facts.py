"""Facts of a rules question: read one by one before all are given, and asked for again."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from .cards import Card
from .contract import Illegal, Level, Ruling, SeatId
from .fields import Bad, Cards, Field, Int, Value
from .game import AnyGame
from .question import LETTERS, Raw, number_or_default, seated


def players_of(game: AnyGame, default: int | None = None) -> Int:
    """The fact of the number of players."""
    least, most = game.info.seats
    return Int(name="players", low=least, high=most, default=default)


def players_counted(game: AnyGame, least: int | None = None) -> Int:
    """The same, but optional: counted from the seats that facts name, at least ``least``."""
    return replace(players_of(game, least), optional=True)


def counting(raw: Raw, players: Int, *naming: str) -> Int:
    """The fact ``players`` with the number of seats known so far as its default."""
    return replace(players, default=len(seated(raw, players, *naming)))


def players_told(state: Any) -> Raw:
    """The number of players of a running table, as a fact."""
    return {"players": len(state.seats)}


def each(seats: Iterable[SeatId], *facts: Field) -> tuple[Field, ...]:
    """These facts for every seat, named ``<fact>_<seat>``."""
    return tuple(
        replace(fact, name=f"{fact.name}_{seat}", about=seat) for seat in seats for fact in facts
    )


def nameable(raw: Raw, players: Int, *naming: str) -> tuple[SeatId, ...]:
    """The seats that a fact may name: those known, plus one while their number is open."""
    seats = seated(raw, players, *naming)
    if not players.optional or raw.get(players.name):
        return seats
    return LETTERS[: min(len(seats) + 1, players.high)]


def most_playing(raw: Raw, players: Int) -> int:
    """The greatest number of players that the facts so far allow."""
    if raw.get(players.name) or not players.optional:
        return number_or_default(raw, players)
    return players.high


def each_told(
    raw: Raw, players: Int, *facts: Field, naming: tuple[str, ...] = ()
) -> tuple[Field, ...]:
    """These facts for every known seat; optional ones for the next seat."""
    seats = seated(raw, players, *naming)
    spare = nameable(raw, players, *naming)[len(seats) :]
    empty = (
        replace(fact, optional=True, default=() if isinstance(fact, Cards) else None)
        for fact in facts
    )
    return (*each(seats, *facts), *each(spare, *empty))


def given_value(field: Field, raw: Raw) -> Value:
    """The value of a fact that others depend on; None if unreadable, which is reported later."""
    try:
        return field.parse(raw.get(field.name))
    except Bad:
        return None


def cards_told(raw: Raw, field: Cards) -> tuple[Card, ...]:
    """The cards of a fact that others depend on; empty if unreadable."""
    value = given_value(field, raw)
    return value if isinstance(value, tuple) else ()


def impossible(field: str, code: str, clause: str, params: Mapping[str, Any] = {}) -> Illegal:
    """The exception for a fact ``field`` that cannot be."""
    return Illegal([Ruling(code, clause, Level.IMPOSSIBLE, params, field)])


def card_needed(field: str, clause: str) -> Illegal:
    """The exception for a fact ``field`` without the card that it needs."""
    return impossible(field, "too_few_cards", clause, {"least": 1, "found": 0})


def asked_again(rulings: Iterable[Ruling], field: str) -> Illegal:
    """The exception for an impossible fact: these rulings at the form field ``field``."""
    return Illegal([replace(ruling, field=field) for ruling in rulings])
