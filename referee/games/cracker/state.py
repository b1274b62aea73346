"""State of a Cracker table: hand sizes, known cards, the trip round the table, who is out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from referee.kernel.board import Message
from referee.kernel.cards import Card, pairs
from referee.kernel.contract import Holding, Line, SeatId
from referee.kernel.game import GameState, Options, Seats
from referee.kernel.ledger import left

DECK = pairs()
DEALT = 10
SHAPE_CLAUSES = {
    "no_card": "CR-A2",
    "one_card": "CR-A2",
    "one_number": "CR-15",
    "run": "CR-16",
    "none": "CR-13",
}


@dataclass(frozen=True)
class Hand:
    """A hand as everybody saw it: its size, and the cards known because they were shown."""

    size: int = DEALT
    known: tuple[Card, ...] = ()

    def with_card(self, card: Card) -> Hand:
        """Add a card that everybody saw."""
        return Hand(self.size + 1, (*self.known, card))

    def without(self, card: Card) -> Hand:
        """Remove a card; one that was not known comes from the unseen ones."""
        known = list(self.known)
        if card in known:
            known.remove(card)
        return Hand(max(0, self.size - 1), tuple(known))

    @property
    def unseen(self) -> int:
        """The number of its cards that nobody else has seen."""
        return max(0, self.size - len(self.known))


@dataclass(frozen=True)
class Claim:
    """A seat going out: dealt, received, paired, passed, late (but allowed) or told (quick)."""

    seat: SeatId
    moment: str


@dataclass(frozen=True)
class Round:
    """One deal; ``hands`` is empty in quick entry.

    ``step``: ``quick``, ``draw`` (the dealer's first card), ``open`` (a turn without a received
    card), ``received``, ``paired``, ``changed`` (a card drawn in a Change) or ``reveal`` (highest
    cards). ``by`` passed last and may still go out. ``trip``: the number going round and how many
    passed it.
    """

    dealer: SeatId
    active: SeatId
    step: str
    hands: Mapping[SeatId, Hand] = field(default_factory=dict)
    deck: int = 0
    received: Card = ""
    by: SeatId | None = None
    trip: tuple[Card, int] = ("", 0)
    discards: tuple[Card, ...] = ()
    claims: tuple[Claim, ...] = ()
    stopped: bool = False
    shown: Mapping[SeatId, tuple[Card, ...]] = field(default_factory=dict)
    highs: Mapping[SeatId, int] = field(default_factory=dict)
    log: tuple[Line, ...] = ()


@dataclass(frozen=True)
class State(GameState):
    """A table with its running round."""

    now: Round
    number: int = 1
    over: bool = False

    @cached_property
    def lying(self) -> tuple[Holding, ...]:
        """Every known card: discarded, shown, or seen on its way into a hand."""
        now = self.now
        discards = [Holding(card, None, "discard") for card in now.discards]
        shown = [
            Holding(card, seat, "shown") for seat, cards in now.shown.items() for card in cards
        ]
        known = [
            Holding(card, seat, "hand")
            for seat, hand in now.hands.items()
            if seat not in now.shown
            for card in hand.known
        ]
        return (*discards, *shown, *known)

    @cached_property
    def could(self) -> Mapping[SeatId | None, Mapping[Card, int]]:
        """The copies of each card that a seat may have in hand; None is the deck."""
        return {
            None: left(DECK, self.lying),
            **{seat: self._could_hold(seat) for seat in self.seats},
        }

    def _could_hold(self, seat: SeatId) -> Mapping[Card, int]:
        hand = self.now.hands.get(seat)
        if hand is None or hand.unseen or seat in self.now.shown:
            return left(DECK, self.lying, seat)
        return {card: hand.known.count(card) for card in DECK.counts}

    @property
    def rounds(self) -> int:
        """The agreed number of rounds (CR-22, CR-A9)."""
        return int(str(self.options["rounds"])) or len(self.seats)


def deal(seats: Seats, options: Options, depth: str, dealer: SeatId, number: int) -> Round:
    """Return a round before its first entry (CR-3, CR-4, CR-6, CR-A13)."""
    if depth == "quick":
        return Round(dealer, dealer, "quick")
    draws = number == 1 or options["opening_draw"] == "each_deal"
    hands = {seat: Hand() for seat in seats}
    return Round(dealer, dealer, "draw" if draws else "open", hands, DECK.size - DEALT * len(seats))


def is_due(state: State) -> bool:
    """Return whether the received card went round everybody without a pair (CR-17, CR-A6)."""
    now = state.now
    return (
        now.step == "received" and now.trip[1] >= len(state.seats) and now.trip[0] == now.received
    )


def moment(state: State, seat: SeatId) -> str:
    """Return at which moment a seat could go out now, or empty (CR-5, CR-14, CR-A4, CR-A11)."""
    now = state.now
    if now.step in ("draw", "open") and now.by is None:
        return "dealt"
    if seat == now.by and now.step in ("received", "open"):
        # Another's turn without a received card follows a pair that left nothing to pass.
        return "passed" if now.step == "received" else "paired"
    return now.step if seat == now.active and now.step in ("received", "paired") else ""


def winners(state: State) -> tuple[SeatId, ...]:
    """Return who is out; of two at one moment the option decides (CR-A1)."""
    claims, wanted = state.now.claims, state.options["simultaneous"]
    if len(claims) > 1 and wanted != "both":
        claims = (
            tuple(claim for claim in claims if (claim.moment == "passed") == (wanted == "passer"))[
                :1
            ]
            or claims[:1]
        )
    return tuple(claim.seat for claim in claims)


def seen_whole(state: State, seat: SeatId) -> tuple[Card, ...] | None:
    """Return a hand if everybody has seen all its cards, else None."""
    hand = state.now.hands.get(seat)
    return hand.known if hand and len(hand.known) == hand.size else None


def open_hand(state: State, seat: SeatId) -> tuple[Card, ...] | None:
    """Return a hand that was shown or of which everybody has seen all cards, else None."""
    return state.now.shown.get(seat, seen_whole(state, seat))


def loss(state: State, seat: SeatId) -> int | None:
    """Return a loser's highest number, 0 for an empty hand, None if unknown (CR-20, CR-A16)."""
    if seat in state.now.highs:
        return state.now.highs[seat]
    cards = open_hand(state, seat)
    return None if cards is None else max(map(int, cards), default=0)


def losers(state: State) -> tuple[SeatId, ...]:
    """Return the seats whose highest card is still to be entered."""
    out = winners(state)
    return tuple(seat for seat in state.seats if seat not in out and loss(state, seat) is None)


def shape(cards: tuple[Card, ...], options: Options) -> str:
    """Return no_card, one_card, one_number, run or empty: no win (CR-13, CR-15, CR-16, CR-A2)."""
    numbers = sorted(map(int, cards))
    if len(numbers) < 2:
        return ("one_card" if numbers else "no_card") if options["min_out"] == "1" else ""
    if numbers[0] == numbers[-1]:
        return "one_number"
    return "run" if numbers == list(range(numbers[0], numbers[0] + len(numbers))) else ""


def shape_said(cards: tuple[Card, ...], options: Options) -> Message:
    """Say which shape makes a hand win, or that none does."""
    found = shape(cards, options) or "none"
    return Message(f"shape_{found}", {"hand": sorted(cards, key=int)}, SHAPE_CLAUSES[found])
