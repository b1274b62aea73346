"""The cards, what lies next to what, and the house rules (TP-1, TP-2, TP-11)."""

from __future__ import annotations

from referee.kernel.cards import Card, pairs
from referee.kernel.contract import Info, Option, Sheet, one_of
from referee.kernel.fields import Seat

DECK = pairs()
HAND = 4
FORESEEN = (3, 5)
PILES = ("pile1", "pile2")
RESERVE = "reserve"
ENDS = {1, 10}


def deck_size(seats: int) -> int:
    """Cards left to draw when everyone has a hand (TP-2)."""
    return DECK.size - HAND * seats


def fits(card: Card, top: Card | None, wrap: bool) -> bool:
    """Whether a card may go onto a pile with that top card (TP-10, TP-11, TP-A4)."""
    if top is None or abs(int(card) - int(top)) <= 1:
        return True
    return wrap and {int(card), int(top)} == ENDS


INFO = Info(
    id="the-pairs",
    prefix="TP",
    deck_clause="TP-1",
    turn_clause="TP-4",
    kinds={
        "play": "TP-8",
        "from_reserve": "TP-9",
        "stuck": "TP-17",
        "pass": "TP-16",
        "draw": "TP-19",
        "keep": "TP-A5",
        "lost": "TP-25",
        "won": "TP-24",
    },
    version="2026.1",
    seats=(1, 6),
    options=(
        Option(Seat(name="start", optional=True), "TP-3"),
        one_of("empty_hand", "TP-A1", "eliminated", "draw_instead", "pass"),
        one_of("reserve_pair", "TP-A2", "yes", "no"),
        one_of("wrap", "TP-A4", "no", "yes"),
        one_of("must_draw", "TP-A5", "yes", "no"),
        one_of("table_talk", "TP-A8", "open", "none"),
        one_of("look_through", "TP-A9", "no", "yes"),
        one_of("depth", "TP-24", "full", "quick"),
    ),
    tally=True,
    sheet=Sheet(boxes=("left",), rows=12),
)
