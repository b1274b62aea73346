"""A zone of cards in which no number lies twice."""

from referee.kernel.cards import Card


def gain(zone: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The zone after a card comes into it: with an equal one there both leave."""
    return tuple(other for other in zone if other != card) if card in zone else (*zone, card)


def total(zone: tuple[Card, ...]) -> int:
    """The sum of the numbers."""
    return sum(map(int, zone))
