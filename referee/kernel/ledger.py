"""The deck ledger: where each known physical card is, so that it cannot be elsewhere too."""

from collections import Counter
from collections.abc import Iterable, Sequence

from .cards import Card, Deck
from .contract import Holding, Level, Ruling, SeatId

NO_SUCH_CARD = frozenset({"no_copy_left", "copies_collide"})
"""Ruling codes for more copies of a card than the deck has."""


def left(deck: Deck, holdings: Iterable[Holding], seat: SeatId | None = None) -> dict[Card, int]:
    """Copies of each card that ``seat`` could still show, including those in its own hand."""
    copies = dict(deck.counts)
    for held in holdings:
        if not (held.place == "hand" and held.seat == seat):
            copies[held.card] = max(0, copies[held.card] - 1)
    return copies


def holders(holdings: Iterable[Holding], seat: SeatId | None = None) -> dict[Card, list[Holding]]:
    """Where the known copies of each card are, apart from the seat's own hand."""
    found: dict[Card, list[Holding]] = {}
    for held in holdings:
        if not (held.place == "hand" and held.seat == seat):
            found.setdefault(held.card, []).append(held)
    return found


def clash(
    deck: Deck,
    holdings: Sequence[Holding],
    seat: SeatId | None,
    cards: Sequence[Card],
    clause: str,
    field: str,
) -> tuple[Ruling, ...]:
    """A ruling for every card with more copies out than the deck has.

    Parameters: ``card``, ``copies`` in the deck, ``found``, ``holders`` as [seat, place] pairs.
    """
    available, elsewhere = left(deck, holdings, seat), holders(holdings, seat)
    return tuple(
        Ruling(
            "no_copy_left",
            clause,
            Level.IMPOSSIBLE,
            params={
                "card": card,
                "copies": deck.counts[card],
                "found": wanted + deck.counts[card] - available[card],
                "holders": [[h.seat, h.place] for h in elsewhere.get(card, ())],
            },
            field=field,
        )
        for card, wanted in Counter(cards).items()
        if wanted > available[card]
    )
