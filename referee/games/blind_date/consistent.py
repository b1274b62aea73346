"""Whether everything told so far can be true together: cubes, declared sums and the cards that lie open (BD-15, BD-19, BD-25)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel.cards import Card
from referee.kernel.contract import SeatId

from . import worlds
from .cubes import could_be_bare
from .deck import DECK, NUMBERS, attributes
from .state import State, holdings


def consistent(state: State) -> bool:
    """Whether the face-down cards and the hands can be as everybody says.

    Every face-down card needs a card of its own that fits its cubes, and a number card there must be missing from the sums.
    """
    return _consistent(state, _hidden(state))


def contested(state: State) -> tuple[SeatId, ...]:
    """The seats whose face-down cards have too few cards left among them: without any one of them the rest can be true."""
    hidden = _hidden(state)
    return tuple(seat for seat in hidden if _consistent(state, [other for other in hidden if other != seat]))


def _hidden(state: State) -> list[SeatId]:
    return [seat for seat in state.now.cubes if seat not in state.now.blinds]


def _consistent(state: State, hidden: Sequence[SeatId]) -> bool:
    fitting = {seat: candidates(state, seat) for seat in hidden}
    return any(
        all(card is None or card in fitting[seat] for seat, card in numbers)
        and _distinct([{card for card in fitting[seat] if card not in NUMBERS} for seat, number in numbers if number is None])
        for numbers in {_face_down(world, hidden) for world in state.possible}
    )


def unseen(state: State) -> tuple[Card, ...]:
    """The cards that do not lie open this season."""
    lying = {holding.card for holding in holdings(state)}
    return tuple(card for card in DECK.counts if card not in lying)


def candidates(state: State, seat: SeatId) -> tuple[Card, ...]:
    """The cards that a seat's face-down card can be by its cubes alone."""
    laid = state.now.cubes
    before = list(laid.values())[: list(laid).index(seat)]
    return tuple(
        card
        for card in unseen(state)
        if set(laid[seat]) <= set(attributes(card)) and (laid[seat] or could_be_bare(card, before, state.options))
    )


def _face_down(world: worlds.World, hidden: Sequence[SeatId]) -> tuple[tuple[SeatId, Card | None], ...]:
    """The number card that lies before each of the seats in a world, if one does."""
    lies = {seat: card for card, (place, seat) in zip(worlds.CARDS, world, strict=True) if place == "blind"}
    return tuple((seat, lies.get(seat)) for seat in hidden)


def _distinct(choices: Sequence[set[Card]]) -> bool:
    """Whether a different card can be taken from each set."""
    if not choices:
        return True
    return any(_distinct([rest - {card} for rest in choices[1:]]) for card in choices[0])
