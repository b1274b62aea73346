"""A zone of cards in which no number is there twice."""

from referee.kernel.cards import Card


def gain(zone: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Add a card to the zone; if an equal one is there, both leave."""
    return tuple(other for other in zone if other != card) if card in zone else (*zone, card)


def total(zone: tuple[Card, ...]) -> int:
    """The sum of the card numbers."""
    return sum(map(int, zone))
