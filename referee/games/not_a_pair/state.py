"""The state of one game: what lies in front of the seats, what was taken, the zones, and the lines so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.kernel.board import Say
from referee.kernel.cards import Card, Deck, pairs
from referee.kernel.contract import Holding, Line, SeatId
from referee.kernel.fields import Value
from referee.kernel.frozen import cached_property, replace
from referee.kernel.turns import order_from

HAND = 9
ROUNDS = 8
HIGHEST = {2: 6, 3: 7, 4: 8, 5: 9, 6: 10}
DECKS = {seats: Deck({card: n for card, n in pairs().counts.items() if int(card) <= highest}) for seats, highest in HIGHEST.items()}
"""For each number of players, a Pairs deck without the numbers above the highest (NP-2)."""
HIDDEN = ""
"""Stands for a card that lies face down and may not be seen yet."""


@dataclass(frozen=True)
class State:
    """One game. ``laid`` and ``taken`` (taker, owner) are the running round's; ``lasts`` are the last hand cards (NP-21).

    ``discards`` went away in pairs, ``entered`` are the seats whose zone was entered as it lies at the end, ``sizes`` the zones'
    numbers of cards before the last hand cards, ``effects`` what the newest entry led to.
    """

    seats: tuple[SeatId, ...]
    options: Mapping[str, Value]
    start: SeatId
    depth: str
    zones: Mapping[SeatId, tuple[Card, ...]]
    round: int = 1
    laid: Mapping[SeatId, Card] = field(default_factory=dict)
    taken: tuple[tuple[SeatId, SeatId], ...] = ()
    discards: tuple[Card, ...] = ()
    entered: tuple[SeatId, ...] = ()
    lasts: Mapping[SeatId, Card] = field(default_factory=dict)
    sizes: Mapping[SeatId, int] = field(default_factory=dict)
    effects: tuple[Say, ...] = ()
    finished: tuple[Line, ...] = ()

    @property
    def deck(self) -> Deck:
        """The cards in play (NP-2)."""
        return DECKS[len(self.seats)]

    @cached_property
    def order(self) -> tuple[SeatId, ...]:
        """The seats in the order the marker goes round, from the first start player (NP-12, NP-A8)."""
        return order_from(self.seats, self.start, self.options["direction"] == "clockwise")

    @cached_property
    def around(self) -> tuple[SeatId, ...]:
        """The seats of the running round, from its start player on (NP-5, NP-12)."""
        at = (min(self.round, ROUNDS) - 1) % len(self.order)
        return self.order[at:] + self.order[:at]

    @property
    def marker(self) -> SeatId:
        """The start player of the running round."""
        return self.around[0]

    @cached_property
    def phase(self) -> str:
        """``lay`` or ``take`` a card, ``zones`` (quick entry), ``last`` hand cards, or ``over``."""
        if self.round > ROUNDS:
            return "last" if self.options["last_card"] == "yes" and not self._lie_open(self.lasts) else "over"
        if self.depth == "quick":
            return "zones"
        return "take" if self._lie_open(self.laid) else "lay"

    def _lie_open(self, cards: Mapping[SeatId, Card]) -> bool:
        """Whether everybody has laid a card and all of them can be seen (NP-8)."""
        return len(cards) == len(self.seats) and HIDDEN not in cards.values()

    @property
    def untouched(self) -> bool:
        """Whether nothing of the running round has been entered."""
        return not self.laid and not self.entered and self.round <= ROUNDS

    @cached_property
    def open(self) -> tuple[SeatId, ...]:
        """Whose cards still lie in front of them, once all lie open."""
        gone = {owner for _, owner in self.taken}
        return tuple(seat for seat in self.laid if seat not in gone)

    @cached_property
    def taker(self) -> SeatId | None:
        """Who takes next: the start player, then whoever lost the card just taken (NP-9, NP-10)."""
        if self.phase != "take":
            return None
        if not self.taken:
            return self.marker
        took = {taker for taker, _ in self.taken}
        chain = (self.taken[-1][1], *self.laid)
        return next((seat for seat in chain if seat not in took), self.marker)

    @cached_property
    def choices(self) -> tuple[SeatId, ...]:
        """The owners of the cards that may be taken next: none that is marked or the taker’s own while there are others (NP-9…NP-11)."""
        fair = tuple(seat for seat in self.open if seat not in (self.marker, self.taker))
        return fair or self.open

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """Every card whose whereabouts are known."""
        shown = self.open if self.phase == "take" else tuple(seat for seat, card in self.laid.items() if card != HIDDEN)
        fronts = tuple(Holding(self.laid[seat], seat, "front") for seat in shown)
        zones = tuple(Holding(card, seat, "zone") for seat in self.seats for card in self.zones[seat])
        kept = self.lasts if self.phase == "last" else {}
        lasts = tuple(Holding(card, seat, "last") for seat, card in kept.items() if card != HIDDEN)
        return (*fronts, *zones, *(Holding(card, None, "discards") for card in self.discards), *lasts)


def left_over(seats: int) -> int:
    """Cards that are not dealt and lie face down aside (NP-4)."""
    return DECKS[seats].size - HAND * seats


def see(state: State, seat: SeatId | None) -> State:
    """The state as one seat may know it: in secret entry, cards that lie face down are their owners’ alone (NP-7, NP-8, NP-A3)."""
    if state.options["entry"] == "open" or state.phase not in ("lay", "last"):
        return state
    return replace(state, laid=_covered(state.laid, (seat, state.marker)), lasts=_covered(state.lasts, (seat,)))


def _covered(cards: Mapping[SeatId, Card], seen: tuple[SeatId | None, ...]) -> Mapping[SeatId, Card]:
    return {seat: card if seat in seen else HIDDEN for seat, card in cards.items()}
