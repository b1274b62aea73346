"""Where the four number cards can be, given all declarations and shown cards (BD-15, BD-25).

A world gives each number card a place: a hand, face down as a blind date, or out of play. With no
world left, a declaration is false. Hand sizes are ignored, so not every untruth shows.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations, product

from referee.kernel.cards import Card
from referee.kernel.contract import SeatId

from .dates import NUMBERS, attributes

CARDS: tuple[Card, ...] = tuple(NUMBERS)
Place = tuple[str, SeatId]
World = tuple[Place, ...]
Worlds = frozenset[World]
OUT: Place = ("out", "")
# Cached answers per function: a turn asks the same questions after every entry.
KEPT = 256


def dealt(seats: Sequence[SeatId]) -> Worlds:
    """Put one number card in every hand; with three seats one card is left over (BD-6)."""
    hands = [("hand", seat) for seat in seats]
    return frozenset(permutations([*hands, OUT] if len(seats) == 3 else hands))


@lru_cache(KEPT)
def unknown(seats: tuple[SeatId, ...], used: frozenset[Card], missing: int) -> Worlds:
    """Put unused number cards in any hands, at most ``missing`` of them out of play unseen."""
    hands: list[Place] = [("hand", seat) for seat in seats]
    places = [[OUT] if card in used else [*hands, OUT] for card in CARDS]
    hidden = missing + sum(card in used for card in CARDS)
    return frozenset(world for world in product(*places) if world.count(OUT) <= hidden)


@lru_cache(KEPT)
def declare(worlds: Worlds, seat: SeatId, total: int) -> Worlds:
    """Keep the worlds in which that hand's number cards have that sum."""
    values, hand = tuple(NUMBERS.values()), ("hand", seat)
    return frozenset(
        world
        for world in worlds
        if sum(value for value, place in zip(values, world, strict=True) if place == hand) == total
    )


@lru_cache(KEPT)
def lay(worlds: Worlds, seat: SeatId, cubes: tuple[str, ...]) -> Worlds:
    """Add the worlds in which the face-down card is a number card that fits its cubes."""

    fitting = [at for at, card in enumerate(CARDS) if set(cubes) <= set(attributes(card))]
    return worlds | {
        _moved(world, at, ("blind", seat))
        for world in worlds
        for at in fitting
        if world[at] == ("hand", seat)
    }


@lru_cache(KEPT)
def exchange(worlds: Worlds, seats: tuple[SeatId, ...], action: str, direction: str) -> Worlds:
    """Return the worlds after every hand gave one card away (BD-23, BD-24)."""
    step = {"left": 1, "right": -1, "opposite": 2}[direction] * (
        1 if action == "free_choice" else -1
    )
    taker = {seat: seats[(at + step) % len(seats)] for at, seat in enumerate(seats)}

    def gifts(world: World) -> Iterable[tuple[int | None, ...]]:
        return product(
            *(
                [None, *(at for at, place in enumerate(world) if place == ("hand", seat))]
                for seat in seats
            )
        )

    return frozenset(
        tuple(("hand", taker[place[1]]) if at in given else place for at, place in enumerate(world))
        for world in worlds
        for given in gifts(world)
    )


@lru_cache(KEPT)
def show(worlds: Worlds, seat: SeatId, place: str, card: Card) -> Worlds:
    """Keep the worlds in which a card left that seat's hand or was its blind date."""
    if card in NUMBERS:
        at = CARDS.index(card)
        return frozenset(_moved(world, at, OUT) for world in worlds if world[at] == (place, seat))
    return frozenset(world for world in worlds if place == "hand" or (place, seat) not in world)


def holder(worlds: Worlds, card: Card) -> SeatId | None:
    """Return the seat that certainly has a number card in hand, or None."""
    places = {world[CARDS.index(card)] for world in worlds}
    place, seat = next(iter(places), OUT)
    return seat if len(places) == 1 and place == "hand" else None


def _moved(world: World, at: int, place: Place) -> World:
    return (*world[:at], place, *world[at + 1 :])
