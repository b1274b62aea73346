"""The state of a game: whose turn it is, what has been turned up, and every pyramid as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.kernel.cards import Card, pairs
from referee.kernel.contract import Holding, Line, SeatId
from referee.kernel.frozen import cached_property
from referee.kernel.game import Options, Seats

from .building import Building, Place, limits

DECK = pairs()


@dataclass(frozen=True)
class Turn:
    """One turn: the cards turned up, whether building has begun, what is still in hand (highest first) and where the rest was laid.

    ``reshuffled`` is the number of cards that had been turned up when the discards became the new deck (PY-A7).
    """

    seat: SeatId
    flips: tuple[Card, ...] = ()
    building: bool = False
    hand: tuple[Card, ...] = ()
    laid: tuple[tuple[Place, Card], ...] = ()
    reshuffled: int = 0

    @property
    def bust(self) -> bool:
        """Whether the newest card repeats a number of this turn (PY-8)."""
        return len(set(self.flips)) < len(self.flips)


@dataclass(frozen=True)
class State:
    """A game. ``deck`` is the number of cards to be turned up, ``last`` the turn before this one, ``told_rows`` what quick entry told."""

    seats: Seats
    options: Options
    depth: str
    start: SeatId
    turn: Turn
    built: Mapping[SeatId, Building]
    deck: int = DECK.size
    discard: tuple[Card, ...] = ()
    last: Turn | None = None
    over: bool = False
    finished: tuple[Line, ...] = ()
    told_rows: Mapping[SeatId, tuple[int, ...]] = field(default_factory=dict)

    @property
    def phase(self) -> str:
        """``flip``, ``build``, ``rows`` (quick entry) or ``over``."""
        if self.over:
            return "over"
        if self.depth == "quick":
            return "rows"
        return "build" if self.turn.building else "flip"

    @property
    def gaps(self) -> bool:
        """Whether upper rows may have gaps (PY-A1)."""
        return self.options["upper_gaps"] == "allowed"

    @cached_property
    def open_places(self) -> dict[Place, int]:
        """The open places of the pyramid that is being built, with the highest number that each takes."""
        return limits(self.built[self.turn.seat], self.gaps) if self.turn.building else {}

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """Every card known to lie somewhere: in a pyramid, turned up in this turn, or discarded and not yet reshuffled."""
        built = (Holding(card, seat, "pyramid") for seat, building in self.built.items() for card in building.laid.values())
        up = self.turn.hand if self.turn.building else self.turn.flips
        discards = (Holding(card, None, "discards") for card in self.discard)
        return (*built, *(Holding(card, self.turn.seat, "turned_up") for card in up), *discards)

    @property
    def fresh(self) -> bool:
        """Whether nothing has been entered yet."""
        return self.last is None and not self.turn.flips and not self.over


def rows(state: State) -> dict[SeatId, tuple[int, ...]]:
    """Every pyramid’s row counts from the bottom up."""
    return dict(state.told_rows) or {seat: building.rows for seat, building in state.built.items()}
