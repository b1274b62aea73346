"""The state of a game: the public log and what it proves. Hands stay unknown until shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from referee.kernel import ledger
from referee.kernel.board import Message
from referee.kernel.cards import Card, Deck
from referee.kernel.contract import Holding, Line, SeatId
from referee.kernel.game import GameState, Options, Seats
from referee.kernel.turns import left_of, order_from

from .fights import FIRST_THING, HAND, RED, Fight, deck, extra_red

HUMAN, THING = "human", "thing"


@dataclass(frozen=True)
class Call:
    """A call (``rescue`` or ``departure``) and the hands shown since."""

    kind: str
    caller: SeatId
    hands: Mapping[SeatId, tuple[Card, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class State(GameState):
    """A game. ``hands`` counts cards; ``draw`` counts the draw pile (None: no longer known).

    All other cards are discards: ``seen`` by everyone since the last reshuffle, ``up`` face up.
    ``sides`` are proved or entered at the end, never guessed.
    ``ranks`` were named in a swap and must still be in that hand.
    ``untouched``: nobody has drawn yet. ``shuffled``: the discards have become the draw pile.
    ``searching``: nobody was willing to swap; the face-up discard comes next (TT-63, TT-66).
    """

    active: SeatId
    hands: Mapping[SeatId, int]
    draw: int | None
    turn: int = 1
    dead: Seats = ()
    seen: tuple[Card, ...] = ()
    up: tuple[Card, ...] = ()
    sides: Mapping[SeatId, str] = field(default_factory=dict)
    ranks: Mapping[SeatId, tuple[str, ...]] = field(default_factory=dict)
    untouched: bool = True
    shuffled: bool = False
    searching: bool = False
    fight: Fight | None = None
    refilling: bool = False
    call: Call | None = None
    over: bool = False

    @cached_property
    def alive(self) -> Seats:
        """The survivors in seat order."""
        return tuple(seat for seat in self.seats if seat not in self.dead)

    @cached_property
    def deck(self) -> Deck:
        return deck(len(self.seats), self.options)

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """Every card whose place is known: in a fight, in the discards, in a shown hand."""
        fought = (
            [Holding(card, play.seat, "fight") for play in self.fight.plays for card in play.cards]
            if self.fight
            else []
        )
        discards = [Holding(card, None, "discards") for card in (*self.seen, *self.up)]
        shown = (
            [
                Holding(card, seat, "shown")
                for seat, hand in self.call.hands.items()
                for card in hand
            ]
            if self.call
            else []
        )
        return (*fought, *discards, *shown)

    @cached_property
    def left(self) -> Mapping[Card, int]:
        """Copies of each card a hand may still show; before any draw, Q♥ is the only red (TT-7)."""
        first = {**dict.fromkeys(RED, 0), FIRST_THING: min(1, self.unseen[FIRST_THING])}
        return {**self.unseen, **first} if self.only_first_red else self.unseen

    @cached_property
    def unseen(self) -> Mapping[Card, int]:
        """Copies of each card that nobody has seen since the last reshuffle."""
        return ledger.left(self.deck, self.holdings)

    @cached_property
    def to_draw(self) -> Mapping[Card, int]:
        """Copies that the draw pile may have; the dealt Q♥ only after a shuffle (TT-7)."""
        unknown = (
            self.shuffled
            or self.draw is None
            or extra_red(len(self.seats), self.options) == "hidden"
        )
        most = self.deck.counts[FIRST_THING] - (not unknown)
        return {**self.unseen, FIRST_THING: min(most, self.unseen[FIRST_THING])}

    @property
    def only_first_red(self) -> bool:
        """Whether Q♥ is the only red card in hands: nobody drew, no other red was dealt."""
        return self.untouched and extra_red(len(self.seats), self.options) == "one"

    @property
    def full(self) -> bool:
        """Whether every card shown is entered."""
        return self.depth == "full"

    @property
    def running(self) -> Fight:
        assert self.fight is not None
        return self.fight

    @property
    def pool(self) -> int:
        """Cards in the draw and discard piles: all outside hands and the fight."""
        fought = sum(len(play.cards) for play in self.fight.plays) if self.fight else 0
        return self.deck.size - sum(self.hands.values()) - fought

    @property
    def due(self) -> Seats:
        """The seats that still draw in the refill, in order (TT-54)."""
        if self.refilling:
            return tuple(seat for seat in self.from_seat(self.active) if self.hands[seat] < HAND)
        return ()

    @property
    def phase(self) -> str:
        """over, show, fate, fight, refill, last (one survivor must call) or turn."""
        if self.over or self.call:
            return "over" if self.over else "show"
        if self.fight:
            return "fate" if self.fight.loser else "fight"
        if self.refilling:
            return "refill"
        return "last" if len(self.alive) == 1 and self.options["auto_end"] == "ask" else "turn"

    def from_seat(self, seat: SeatId) -> Seats:
        """The survivors clockwise from this seat, which may itself be dead."""
        return tuple(each for each in order_from(self.seats, seat) if each not in self.dead)

    def logged(self, *lines: Line, effects: tuple[Message, ...] = ()) -> State:
        """The state with more log lines and effects."""
        return replace(self, finished=(*self.finished, *lines), effects=(*self.effects, *effects))


def begin(seats: Seats, options: Options) -> State:
    """A game just dealt; the player left of the dealer begins (TT-14…TT-16)."""
    rest = deck(len(seats), options).size - HAND * len(seats)
    return State(
        seats,
        options,
        str(options["depth"]),
        left_of(seats, str(options["start"])),
        dict.fromkeys(seats, HAND),
        rest,
    )


def drawable(state: State) -> State:
    """The state ready for a draw: an empty draw pile takes the discards (TT-57, TT-A17)."""
    return (
        replace(state, draw=state.pool, seen=(), up=(), shuffled=True) if state.draw == 0 else state
    )
