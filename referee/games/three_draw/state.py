"""The state of 3-Draw: the deck, the cards in front of the seats, and whose turn is over."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.kernel.cards import Card, pairs
from referee.kernel.contract import Holding, SeatId, totals
from referee.kernel.fields import Value
from referee.kernel.game import GameState
from referee.kernel.turns import order_from
from referee.shapes.zone import total

DECK = pairs()
BURNED = 5
MOST = 3
DRAWABLE = DECK.size - BURNED


@dataclass(frozen=True)
class State(GameState):
    """A table. ``rows`` are the cards in front of the seats, ``done`` the seats whose turn is over.

    ``deck``, ``discards``, ``pot`` (carried over to the next winner) and ``due`` (burned cards yet
    to enter) count cards. ``known`` says where cards of finished rounds lie.
    ``exact`` is False once the table may have shuffled early: its deck is then unknown (TD-A3).
    """

    start: SeatId
    round: int = 1
    deck: int = DRAWABLE
    discards: int = BURNED
    pot: int = 0
    due: int = 0
    known: tuple[Holding, ...] = ()
    rows: Mapping[SeatId, tuple[Card, ...]] = field(default_factory=dict)
    done: tuple[SeatId, ...] = ()
    over: bool = False
    exact: bool = True

    @property
    def order(self) -> tuple[SeatId, ...]:
        """The seats in the turn order of this round (TD-A8)."""
        return order_from(self.seats, self.start, self.options["direction"] == "clockwise")

    @property
    def active(self) -> SeatId | None:
        """The seat on turn; None while burned cards are entered and after the end."""
        if self.over or self.due:
            return None
        return next((seat for seat in self.order if seat not in self.done), None)

    def row(self, seat: SeatId) -> tuple[Card, ...]:
        return self.rows.get(seat, ())

    def limit(self, seat: SeatId) -> int:
        """The most cards a seat may draw: three, then as many as the start player (TD-3, TD-7)."""
        return (
            MOST if seat == self.start or self.start not in self.done else len(self.row(self.start))
        )

    def qualified(self, seat: SeatId) -> bool:
        """Whether a seat can win: no pair, and by option at least one card (TD-10, TD-A5)."""
        return paired(self.row(seat)) is None and bool(
            self.row(seat) or self.options["zero_wins"] == "yes"
        )

    @property
    def leaders(self) -> tuple[SeatId, ...]:
        """The qualified seats with the highest sum, in turn order (TD-11)."""
        sums = {seat: total(self.row(seat)) for seat in self.order if self.qualified(seat)}
        return tuple(seat for seat, sum_ in sums.items() if sum_ == max(sums.values()))

    @property
    def points(self) -> dict[SeatId, int]:
        return totals(self.finished, self.seats)

    @property
    def goal(self) -> int:
        return target(len(self.seats), self.options["rounding"])

    @property
    def reserve(self) -> int:
        """Cards a reshuffle of the discards would add to the deck (TD-A3)."""
        kept = {"most_points": self.discards, "reshuffle_burn": BURNED}.get(
            str(self.options["deck_out"]), 0
        )
        return max(0, self.discards - kept)

    @property
    def to_shuffle(self) -> bool:
        """Whether the discards must be shuffled before the next card (TD-A3)."""
        return not self.deck and self.reserve > 0

    @property
    def burns_openly(self) -> bool:
        """Whether cards burned at a shuffle are entered, which makes the shuffle an entry."""
        asked = self.options["burn"] == "face_up" and self.options["deck_out"] == "reshuffle_burn"
        return asked and self.depth == "full"

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """Every card with a known place; discards about to be shuffled do not count."""
        rows = (Holding(card, seat, "row") for seat, cards in self.rows.items() for card in cards)
        return (*rows, *(self.known if self.exact and not self.to_shuffle else kept(self.known)))


def kept(known: tuple[Holding, ...]) -> tuple[Holding, ...]:
    """The cards that no shuffle brings back: won, or carried over to the next winner."""
    return tuple(held for held in known if held.place in ("won", "carried"))


def paired(cards: tuple[Card, ...]) -> Card | None:
    """The number that is there twice, if any (TD-6)."""
    return next((card for card in cards if cards.count(card) > 1), None)


def target(players: int, rounding: Value) -> int:
    """The points that win: 50 ÷ players + 1, rounded as agreed (TD-16, TD-A2)."""
    whole = {
        "up": -(-DRAWABLE // players),
        "down": DRAWABLE // players,
        "nearest": (2 * DRAWABLE + players) // (2 * players),
    }
    return whole[str(rounding)] + 1
