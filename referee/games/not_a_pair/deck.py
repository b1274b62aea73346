"""The cards for each number of players, and the house rules (NP-1…NP-4)."""

from __future__ import annotations

from referee.kernel.cards import Deck, pairs
from referee.kernel.contract import Info, Option, Sheet, one_of
from referee.kernel.fields import Seat

HAND = 9
ROUNDS = 8
HIGHEST = {2: 6, 3: 7, 4: 8, 5: 9, 6: 10}
FORESEEN = (3, 6)


def _up_to(highest: int) -> Deck:
    """A Pairs deck without the numbers above ``highest`` (NP-2)."""
    return Deck({card: copies for card, copies in pairs().counts.items() if int(card) <= highest})


DECKS = {seats: _up_to(highest) for seats, highest in HIGHEST.items()}


def left_over(seats: int) -> int:
    """Cards that are not dealt and lie face down aside (NP-4)."""
    return DECKS[seats].size - HAND * seats


INFO = Info(
    id="not-a-pair",
    prefix="NP",
    deck_clause="NP-1",
    kinds={"card": "NP-7", "take": "NP-10", "zone": "NP-18", "last": "NP-21"},
    version="2026.1",
    seats=(min(HIGHEST), max(HIGHEST)),
    options=(
        Option(Seat(name="start", optional=True), "NP-A9"),
        one_of("last_card", "NP-21", "no", "yes"),
        one_of("tie_count", "NP-A4", "with_option", "before_option"),
        one_of("show_discards", "NP-A6", "no", "yes"),
        one_of("direction", "NP-A8", "clockwise", "counterclockwise"),
        one_of("depth", "NP-18", "full", "quick"),
        one_of("entry", "NP-7", "open", "secret"),
    ),
    editions={"page": {}, "last_card": {"last_card": "yes"}},
    tally=True,
    sheet=Sheet(boxes=("cards", "sum"), rows=12),
)
