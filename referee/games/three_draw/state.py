"""The state of a table of 3-Draw: the round being drawn, the deck by number, and the lines of the finished rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.kernel.board import Say
from referee.kernel.cards import Card, pairs
from referee.kernel.contract import Holding, Line, SeatId
from referee.kernel.fields import Value
from referee.kernel.turns import order_from

DECK = pairs()
BURNED = 5
MOST = 3
DRAWABLE = DECK.size - BURNED


@dataclass(frozen=True)
class State:
    """A table. ``rows`` are the cards in front of the seats, ``done`` the seats whose turn is over.

    ``deck``, ``discards`` and ``pot`` (cards carried over to the next winner) are numbers of cards, ``known`` says where
    cards of finished rounds lie, ``due`` how many burned cards must still be told. ``effects`` is what the newest entry led to.
    """

    seats: tuple[SeatId, ...]
    options: Mapping[str, Value]
    depth: str
    start: SeatId
    round: int = 1
    deck: int = DRAWABLE
    discards: int = BURNED
    pot: int = 0
    due: int = 0
    known: tuple[Holding, ...] = ()
    rows: Mapping[SeatId, tuple[Card, ...]] = field(default_factory=dict)
    done: tuple[SeatId, ...] = ()
    effects: tuple[Say, ...] = ()
    finished: tuple[Line, ...] = ()
    over: bool = False


def order(state: State) -> tuple[SeatId, ...]:
    """The seats in the order of this round (TD-A8)."""
    return order_from(state.seats, state.start, state.options["direction"] == "clockwise")


def active(state: State) -> SeatId | None:
    """Whose turn it is; nobody while burned cards are being told, and after the end."""
    if state.over or state.due:
        return None
    return next((seat for seat in order(state) if seat not in state.done), None)


def row(state: State, seat: SeatId) -> tuple[Card, ...]:
    """The cards in front of a seat."""
    return state.rows.get(seat, ())


def limit(state: State, seat: SeatId) -> int:
    """How many cards a seat may draw: three, and after the start player no more than that one drew (TD-3, TD-7)."""
    return MOST if seat == state.start or state.start not in state.done else len(row(state, state.start))


def paired(cards: tuple[Card, ...]) -> Card | None:
    """The number that lies there twice, if any (TD-6)."""
    return next((card for card in cards if cards.count(card) > 1), None)


def target(players: int, rounding: Value) -> int:
    """The points that win: 50 ÷ players + 1, made whole as the table agreed (TD-16, TD-A2)."""
    whole = {"up": -(-DRAWABLE // players), "down": DRAWABLE // players, "nearest": (2 * DRAWABLE + players) // (2 * players)}
    return whole[str(rounding)] + 1


def goal(state: State) -> int:
    """The points that win at this table."""
    return target(len(state.seats), state.options["rounding"])


def reserve(state: State) -> int:
    """Cards that a reshuffle of the discards would add to the deck (TD-A3)."""
    rule = state.options["deck_out"]
    if rule == "most_points":
        return 0
    return max(0, state.discards - (BURNED if rule == "reshuffle_burn" else 0))


def holdings(state: State) -> tuple[Holding, ...]:
    """Every card whose place is known."""
    return (*(Holding(card, seat, "row") for seat, cards in state.rows.items() for card in cards), *state.known)
