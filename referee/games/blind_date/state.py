"""State of a Blind Date table: the turn being entered, the season so far, finished lines."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from referee.kernel.cards import Card
from referee.kernel.contract import Holding, SeatId
from referee.kernel.game import GameState
from referee.kernel.turns import order_from

from . import worlds
from .dates import TURNS, OpenDate, Visit, first_of_season
from .worlds import Worlds

# Replaces a discard that may not be seen yet.
HIDDEN = ""


@dataclass(frozen=True)
class Turn:
    """The entries of one turn, in order of entry.

    ``start1`` and ``start2``: start players named by the table. ``bare``: who gets the no-cube
    bonus.
    """

    sums1: Mapping[SeatId, int] = field(default_factory=dict)
    start1: SeatId | None = None
    cubes: Mapping[SeatId, tuple[str, ...]] = field(default_factory=dict)
    exchange: tuple[str, str] | None = None
    sums2: Mapping[SeatId, int] = field(default_factory=dict)
    start2: SeatId | None = None
    matches: Mapping[SeatId, tuple[Card, SeatId]] = field(default_factory=dict)
    blinds: Mapping[SeatId, Card] = field(default_factory=dict)
    bare: Mapping[SeatId, bool] = field(default_factory=dict)


@dataclass(frozen=True)
class State(GameState):
    """A table. ``starts``: the season's start players. ``worlds``: where number cards can be."""

    worlds: Worlds
    turn: int = 1
    now: Turn = field(default_factory=Turn)
    discards: Mapping[SeatId, Card] = field(default_factory=dict)
    table: tuple[Holding, ...] = ()
    starts: tuple[SeatId, ...] = ()
    past: tuple[Turn, ...] = ()
    playoff: SeatId | None = None

    @cached_property
    def possible(self) -> Worlds:
        """Where the number cards can be after all entries of the turn; empty if one was untrue."""
        found, now = self.worlds, self.now
        for seat, card in self.discards.items():
            found = (
                worlds.show(found, seat, "hand", card)
                if first_of_season(self.turn) and card != HIDDEN
                else found
            )
        for seat, total in now.sums1.items():
            found = worlds.declare(found, seat, total)
        for seat, cubes in now.cubes.items():
            found = worlds.lay(found, seat, cubes)
        if now.exchange:
            found = worlds.exchange(found, self.seats, *now.exchange)
        for seat, total in now.sums2.items():
            found = worlds.declare(found, seat, total)
        for seat, (card, _) in now.matches.items():
            found = worlds.show(found, seat, "hand", card)
        for seat, card in now.blinds.items():
            found = worlds.show(found, seat, "blind", card)
        return found

    @property
    def over(self) -> bool:
        """Whether all eight turns are scored."""
        return self.turn > TURNS


def discards_open(state: State) -> bool:
    """Return whether the discards are turned up: all are in, or play has begun (BD-8)."""
    begun = state.now != Turn() or not first_of_season(state.turn)
    return state.options["entry"] == "open" or begun or len(state.discards) == len(state.seats)


def see(state: State, seat: SeatId | None) -> State:
    """Hide the other seats' discards until they are turned up."""
    if discards_open(state):
        return state
    return replace(
        state,
        discards={who: card if who == seat else HIDDEN for who, card in state.discards.items()},
    )


def holdings(state: State) -> tuple[Holding, ...]:
    """Return every card known to lie somewhere this season."""
    out = [
        Holding(card, seat, "discard") for seat, card in state.discards.items() if card != HIDDEN
    ]
    blinds = [Holding(card, seat, "blind") for seat, card in state.now.blinds.items()]
    matches = [Holding(card, seat, "match") for seat, (card, _) in state.now.matches.items()]
    return (*out, *state.table, *blinds, *matches)


def in_order(state: State, start: SeatId | None) -> tuple[SeatId, ...]:
    """Return the seats in order of play; without a start player, the first or last (BD-A14)."""
    clockwise = state.options["direction"] == "clockwise"
    return order_from(state.seats, start or state.seats[0 if clockwise else -1], clockwise)


def spots(state: State) -> tuple[OpenDate, ...]:
    """List the blind dates turned up, in seat order; quick entry derives who laid first."""
    now = state.now
    placed = list(now.matches) if state.depth == "full" else list(in_order(state, now.start2))
    visits = [
        (now.matches[seat][1], Visit(seat, now.matches[seat][0], placed.index(seat)))
        for seat in state.seats
        if seat in now.matches
    ]
    beside = {
        owner: tuple(visit for target, visit in visits if target == owner)
        for owner in state.seats
        if owner in now.blinds
    }
    settled = len(visits) == len(state.seats)
    return tuple(
        OpenDate(owner, now.blinds[owner], here, now.bare.get(owner, False), settled)
        for owner, here in beside.items()
    )
