"""State of an Indian Chief table, and the facts derived from it."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.kernel.cards import RANKS, Card, Deck, french
from referee.kernel.contract import Holding, SeatId
from referee.kernel.game import GameState

ROUNDS = 7
HAND = 8
VALUES = {rank: min(place, 10) for place, rank in enumerate(RANKS, 1)}
THIEF = "thief"
# The kind of a meld not yet visible.
HIDDEN = ""


@dataclass(frozen=True)
class Meld:
    """A meld. ``two``: a declared Chief's two cards. ``points``: those entered without cards."""

    kind: str
    cards: tuple[Card, ...] = ()
    two: tuple[Card, ...] = ()
    points: int | None = None


@dataclass(frozen=True)
class LaidCard:
    """A card in a row. Its index stays the same all round, as markers are added behind."""

    card: Card
    player: SeatId
    taken_by: SeatId | None = None


@dataclass(frozen=True)
class Act:
    """A Thief's act: ``steal`` (row, index, card, marker), ``decline`` or ``no_agreement``."""

    kind: str
    seat: SeatId
    whom: SeatId = ""
    index: int = -1
    card: Card = ""
    marker: Card = ""
    robbed: bool = False


@dataclass(frozen=True)
class Past:
    """A finished round: its melds and acts."""

    melds: Mapping[SeatId, Meld]
    acts: tuple[Act, ...]


@dataclass(frozen=True)
class State(GameState):
    """A table; ``phase`` is choosing, conflict, thefts or over.

    ``hands``: stolen cards known to be in a hand. ``held``: hand sizes when the round began.
    """

    packs: int
    hands: Mapping[SeatId, tuple[Card, ...]]
    held: Mapping[SeatId, int]
    round: int = 1
    phase: str = "choosing"
    melds: Mapping[SeatId, Meld] = field(default_factory=dict)
    rows: Mapping[SeatId, tuple[LaidCard, ...]] = field(default_factory=dict)
    acts: tuple[Act, ...] = ()
    past: tuple[Past, ...] = ()
    playoff: SeatId | None = None

    @property
    def deck(self) -> Deck:
        return french(self.packs)

    @property
    def secret(self) -> bool:
        """Whether melds are entered before they are shown; never in quick entry."""
        return self.options["entry"] == "secret" and not self.quick

    @property
    def quick(self) -> bool:
        """Whether only points are entered (IC-12)."""
        return self.depth == "quick"


def packs_for(seats: tuple[SeatId, ...]) -> int:
    """Return one pack for two or three seats, two for more (IC-2)."""
    return 1 if len(seats) <= 3 else 2


def round_made(state: State, seat: SeatId, kind: str) -> int | None:
    """Return the finished round in which a seat made this kind of meld, or None."""
    return next(
        (number for number, past in enumerate(state.past, 1) if past.melds[seat].kind == kind), None
    )


def value(card: Card) -> int:
    """Return a card's value (IC-17)."""
    return VALUES[card[0]]


def holdings(state: State) -> tuple[Holding, ...]:
    """Return every card whose place is known: face up in a row, or stolen and in a hand."""
    table = [
        Holding(card, seat, meld.kind)
        for seat, meld in state.melds.items()
        if seat not in state.rows
        for card in meld.cards
    ]
    table += [
        Holding(spot.card, seat, state.melds[seat].kind)
        for seat, row in state.rows.items()
        for spot in row
        if spot.taken_by is None
    ]
    return (
        *table,
        *(Holding(card, seat, "hand") for seat in state.seats for card in in_hand(state, seat)),
    )


def in_hand(state: State, seat: SeatId) -> tuple[Card, ...]:
    """Return the stolen cards known to be in a seat's hand, less those just melded."""
    melded = state.melds.get(seat)
    if melded is None or seat in state.rows or not state.hands[seat]:
        return state.hands[seat]
    return tuple((Counter(state.hands[seat]) - Counter(melded.cards)).elements())


def overfull(state: State) -> tuple[Card, ...]:
    """Return the cards with more known copies than there are packs (IC-2)."""
    found = Counter(holding.card for holding in holdings(state))
    return tuple(card for card, copies in found.items() if copies > state.packs)


# The Thieves


def thieves(state: State) -> tuple[SeatId, ...]:
    """Return the seats that show a Thief in this round."""
    shown = {
        seat: state.melds[seat]
        for seat in state.seats
        if seat in state.melds and state.melds[seat].kind == THIEF
    }
    return tuple(seat for seat, meld in shown.items() if meld.cards or meld.points is not None)


def steals(state: State) -> bool:
    """Return whether Thieves steal in this round (IC-A11)."""
    return state.round < ROUNDS or state.options["round7_steal"] == "play"


def due(state: State) -> tuple[SeatId, ...]:
    """Return the lowest Thieves that have not acted, together if they tie (IC-22, IC-23)."""
    acted = {act.seat for act in state.acts}
    waiting = {seat: _place(state, seat) for seat in thieves(state) if seat not in acted}
    lowest = min(waiting.values(), default=0)
    return tuple(seat for seat, place in waiting.items() if place == lowest)


def tied(state: State, seat: SeatId) -> tuple[SeatId, ...]:
    """Return the Thieves that tie with this one, itself included."""
    found = thieves(state)
    return tuple(
        other for other in found if seat in found and _place(state, other) == _place(state, seat)
    )


def _place(state: State, seat: SeatId) -> int:
    """Return a Thief's rank in the order of stealing; equal ranks tie (IC-22, IC-A5)."""
    card, option = state.melds[seat].cards[0], state.options["thief_order"]
    if option == "value":
        return value(card)
    return (RANKS[1:] + RANKS[0] if option == "rank_ace_high" else RANKS).index(card[0])


def lay_out(state: State) -> Mapping[SeatId, tuple[LaidCard, ...]]:
    """Return the rows of the melds shown so far, before any theft."""
    return {
        seat: tuple(LaidCard(card, seat) for card in state.melds[seat].cards)
        for seat in state.seats
        if seat in state.melds
    }


def lying(state: State) -> Mapping[str, tuple[SeatId | None, Card]]:
    """Map ``seat:index`` to the row's seat and card, for each card not taken."""
    spots = (
        (seat, index, spot) for seat, row in state.rows.items() for index, spot in enumerate(row)
    )
    return {
        f"{seat}:{index}": (seat, spot.card) for seat, index, spot in spots if spot.taken_by is None
    }
