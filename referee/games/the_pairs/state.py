"""The state of one game: the piles, reserves, numbers of cards in hands and deck, and what is known of the hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.kernel.board import Say
from referee.kernel.cards import Card, pairs
from referee.kernel.contract import Holding, SeatId
from referee.kernel.fields import Value
from referee.kernel.frozen import cached_property

DECK = pairs()
HAND = 4
PILES = ("pile1", "pile2")
RESERVE = "reserve"
SOURCES = ("deck", RESERVE)
ENDS = {1, 10}


@dataclass(frozen=True)
class Turn:
    """What a seat has done in its turn: played an equal number on a pile, or laid a reserve card."""

    seat: SeatId
    paired: bool = False
    reserved: bool = False


@dataclass(frozen=True)
class State:
    """One game. ``known`` are the cards known to be in hands: reserve cards taken back.

    ``phase`` is ``play``, ``draw``, ``won`` or ``lost``; ``out`` is who could not play, ``left`` a number of cards told by quick entry.
    """

    seats: tuple[SeatId, ...]
    options: Mapping[str, Value]
    start: SeatId
    depth: str
    hands: Mapping[SeatId, int]
    deck: int
    turn: Turn
    before: Turn | None = None
    phase: str = "play"
    piles: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    reserves: Mapping[SeatId, Card] = field(default_factory=dict)
    known: Mapping[SeatId, tuple[Card, ...]] = field(default_factory=dict)
    turns: Mapping[SeatId, int] = field(default_factory=dict)
    pairs: Mapping[SeatId, int] = field(default_factory=dict)
    out: SeatId | None = None
    left: int | None = None
    effects: tuple[Say, ...] = ()

    @property
    def at(self) -> SeatId:
        """Whose turn it is."""
        return self.turn.seat

    @property
    def over(self) -> bool:
        """Whether the team has won or lost."""
        return self.phase in ("won", "lost")

    @property
    def to_go(self) -> int:
        """Cards that do not lie on the piles yet."""
        if self.left is not None:
            return self.left
        return self.deck + sum(self.hands.values()) + len(self.reserves)

    @cached_property
    def tops(self) -> tuple[Card | None, ...]:
        """The top card of either pile."""
        return tuple(pile[-1] if pile else None for pile in self.piles)

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """Every card whose whereabouts are known."""
        piles = tuple(Holding(card, None, name) for name, pile in zip(PILES, self.piles, strict=True) for card in pile)
        reserves = tuple(Holding(card, seat, "reserve") for seat, card in self.reserves.items())
        return (*piles, *reserves, *(Holding(card, seat, "hand") for seat, cards in self.known.items() for card in cards))


def deck_size(seats: int) -> int:
    """Cards left to draw when everyone has a hand (TP-2)."""
    return DECK.size - HAND * seats


def fits(card: Card, top: Card | None, wrap: bool) -> bool:
    """Whether a card may go onto a pile with that top card (TP-10, TP-11, TP-A4)."""
    if top is None or abs(int(card) - int(top)) <= 1:
        return True
    return wrap and {int(card), int(top)} == ENDS


def dealt(seats: tuple[SeatId, ...], options: Mapping[str, Value]) -> State:
    """The table after the deal (TP-2)."""
    start = str(options["start"])
    return State(seats, options, start, str(options["depth"]), dict.fromkeys(seats, HAND), deck_size(len(seats)), Turn(start))


def places_for(state: State, card: Card) -> tuple[str, ...]:
    """The piles a card may go onto (TP-10, TP-11, TP-13)."""
    wrap = state.options["wrap"] == "yes"
    return tuple(name for name, top in zip(PILES, state.tops, strict=True) if fits(card, top, wrap))


def _unseen(state: State) -> Counter[Card]:
    unseen = Counter(dict(DECK.counts))
    unseen.subtract(held.card for held in state.holdings)
    return +unseen


def reason_to_play(state: State, seat: SeatId) -> str | None:
    """Why a seat certainly can play, as far as the table knows: a word code, or None if only its hand tells (TP-17)."""
    known = state.known.get(seat, ())
    if seat not in state.reserves:
        return "reserve_free" if state.hands[seat] else None
    if places_for(state, state.reserves[seat]):
        return "reserve_fits"
    if any(places_for(state, card) for card in known):
        return "known_fits"
    useless = sum(copies for card, copies in _unseen(state).items() if not places_for(state, card))
    return "some_fits" if useless < state.hands[seat] - len(known) else None


def certainly_stuck(state: State, seat: SeatId) -> bool:
    """Whether no card the seat can have may be played: its reserve lies there, and nothing it may hold fits (TP-17)."""
    if seat not in state.reserves or places_for(state, state.reserves[seat]):
        return False
    known = state.known.get(seat, ())
    hidden = tuple(_unseen(state)) if state.hands[seat] > len(known) else ()
    return not any(places_for(state, card) for card in (*known, *hidden))
