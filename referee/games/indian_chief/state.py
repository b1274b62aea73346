"""What is remembered of a table of Indian Chief, and what can be read off it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from referee.kernel.cards import RANKS, Card, Deck, french
from referee.kernel.contract import Holding, Line, SeatId
from referee.kernel.fields import Value

ROUNDS = 7
HAND = 8
VALUES = {rank: min(place, 10) for place, rank in enumerate(RANKS, 1)}
THIEF = "thief"
HIDDEN = ""


@dataclass(frozen=True)
class Meld:
    """A meld as it was shown; ``two`` are the Chief's two cards when the split was declared. ``HIDDEN`` kind: not yet seen.

    ``points`` are those of a meld that was told without its cards.
    """

    kind: str
    cards: tuple[Card, ...] = ()
    two: tuple[Card, ...] = ()
    points: int | None = None


@dataclass(frozen=True)
class Spot:
    """A card in a row on the table: who played it, and by whom it has been taken away, if it has.

    A card keeps its place in the row for the whole round; a marker is added behind, so that every card has one name.
    """

    card: Card
    player: SeatId
    taken_by: SeatId | None = None


@dataclass(frozen=True)
class Act:
    """What a Thief did: ``steal`` (whose row, which place in it, the marker laid there), ``decline`` or ``no_agreement``."""

    kind: str
    seat: SeatId
    whom: SeatId = ""
    index: int = -1
    card: Card = ""
    marker: Card = ""
    robbed: bool = False


@dataclass(frozen=True)
class Past:
    """A finished round: what everyone made and what the Thieves did."""

    melds: Mapping[SeatId, Meld]
    acts: tuple[Act, ...]


@dataclass(frozen=True)
class State:
    """A table of Indian Chief. ``phase`` is choosing, conflict, thefts or over.

    ``past`` has the finished rounds, ``hands`` the stolen cards known to be in a hand, ``held`` the number of
    cards each hand had when the round began, ``finished`` the lines of finished rounds, ``playoff`` who won one.
    """

    seats: tuple[SeatId, ...]
    options: Mapping[str, Value]
    packs: int
    hands: Mapping[SeatId, tuple[Card, ...]]
    held: Mapping[SeatId, int]
    depth: str = "full"
    round: int = 1
    phase: str = "choosing"
    melds: Mapping[SeatId, Meld] = field(default_factory=dict)
    rows: Mapping[SeatId, tuple[Spot, ...]] = field(default_factory=dict)
    acts: tuple[Act, ...] = ()
    past: tuple[Past, ...] = ()
    finished: tuple[Line, ...] = ()
    playoff: SeatId | None = None

    @property
    def deck(self) -> Deck:
        """All cards of the table."""
        return _deck(self.packs)

    @property
    def secret(self) -> bool:
        """Whether melds are entered before they are shown; their points are not known so early."""
        return self.options["entry"] == "secret" and not self.quick

    @property
    def quick(self) -> bool:
        """Whether only points are told (IC-12)."""
        return self.depth == "quick"

    @property
    def complete(self) -> int:
        """Number of rounds that are scored and over."""
        return ROUNDS if self.phase == "over" else self.round - 1


def round_made(state: State, seat: SeatId, kind: str) -> int | None:
    """The finished round in which a seat made a meld of this kind."""
    return next((number for number, past in enumerate(state.past, 1) if past.melds[seat].kind == kind), None)


@lru_cache(maxsize=2)
def _deck(packs: int) -> Deck:
    return french(packs)


def value(card: Card) -> int:
    """What a card counts (IC-17)."""
    return VALUES[card[0]]


def holdings(state: State) -> tuple[Holding, ...]:
    """Every card whose place is known: face up in a row, or stolen and in a hand."""
    table = [Holding(card, seat, meld.kind) for seat, meld in state.melds.items() if seat not in state.rows for card in meld.cards]
    table += [Holding(spot.card, seat, state.melds[seat].kind) for seat, row in state.rows.items() for spot in row if spot.taken_by is None]
    return (*table, *(Holding(card, seat, "hand") for seat in state.seats for card in in_hand(state, seat)))


def in_hand(state: State, seat: SeatId) -> tuple[Card, ...]:
    """The stolen cards known to be in a seat's hand, without those it has just melded."""
    melded = state.melds.get(seat)
    if melded is None or seat in state.rows or not state.hands[seat]:
        return state.hands[seat]
    return tuple((Counter(state.hands[seat]) - Counter(melded.cards)).elements())


def overfull(state: State) -> tuple[Card, ...]:
    """The cards of which more copies are known to be out than the packs have (IC-2)."""
    found = Counter(holding.card for holding in holdings(state))
    return tuple(card for card, copies in found.items() if copies > state.packs)
