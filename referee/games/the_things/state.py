"""What is remembered of a game: the public log, and what it proves. Hands are never known before
they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from referee.kernel import ledger
from referee.kernel.board import Say
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
    """A game. ``hands`` counts cards, ``draw`` the draw pile (None: no longer known); all other
    cards are discarded.

    ``seen`` are cards discarded since the last reshuffle that everyone saw, ``up`` those that lie
    face up. ``sides`` are proved or told at the end, never guessed; ``ranks`` were named in a swap
    and must still be in that hand. ``untouched`` until anyone drew, ``shuffled`` once the discards
    have become the draw pile. ``searching`` while nobody was willing to swap and the open discard
    of the search instead is still to be told (TT-63, TT-66).
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
        """Every card of the table."""
        return deck(len(self.seats), self.options)

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """Every card known to lie somewhere: in a fight, among the discards, in hands that are
        shown.
        """
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
        """Copies of each card that a hand may still show; before anyone drew, Q♥ is the only red
        one in hands (TT-7).
        """
        first = {**dict.fromkeys(RED, 0), FIRST_THING: min(1, self.unseen[FIRST_THING])}
        return {**self.unseen, **first} if self.only_first_red else self.unseen

    @cached_property
    def unseen(self) -> Mapping[Card, int]:
        """Copies of each card that nobody has seen since the discards were last shuffled."""
        return ledger.left(self.deck, self.holdings)

    @cached_property
    def to_draw(self) -> Mapping[Card, int]:
        """Copies of each card that may come from the draw pile: the Q♥ that was dealt only after a
        shuffle (TT-7).
        """
        unknown = (
            self.shuffled
            or self.draw is None
            or extra_red(len(self.seats), self.options) == "hidden"
        )
        most = self.deck.counts[FIRST_THING] - (not unknown)
        return {**self.unseen, FIRST_THING: min(most, self.unseen[FIRST_THING])}

    @property
    def only_first_red(self) -> bool:
        """Whether Q♥ can be the only red card in hands: nobody has drawn yet, and no other red one
        was dealt.
        """
        return self.untouched and extra_red(len(self.seats), self.options) == "one"

    @property
    def full(self) -> bool:
        """Whether every card shown is entered."""
        return self.depth == "full"

    @property
    def running(self) -> Fight:
        """The fight that is going on."""
        assert self.fight is not None
        return self.fight

    @property
    def pool(self) -> int:
        """Cards in the draw pile and the discard pile together: all that neither hands nor a fight
        hold.
        """
        fought = sum(len(play.cards) for play in self.fight.plays) if self.fight else 0
        return self.deck.size - sum(self.hands.values()) - fought

    @property
    def due(self) -> Seats:
        """Who draws cards in the refill, in order (TT-54)."""
        return (
            tuple(seat for seat in self.from_seat(self.active) if self.hands[seat] < HAND)
            if self.refilling
            else ()
        )

    @property
    def phase(self) -> str:
        """Where the game stands: ``over``, ``show``, ``fate``, ``fight``, ``refill``, ``last`` (one
        survivor must call) or ``turn``.
        """
        if self.over or self.call:
            return "over" if self.over else "show"
        if self.fight:
            return "fate" if self.fight.loser else "fight"
        if self.refilling:
            return "refill"
        return "last" if len(self.alive) == 1 and self.options["auto_end"] == "ask" else "turn"

    def from_seat(self, seat: SeatId) -> Seats:
        """The survivors clockwise, beginning with one, or where it sat."""
        return tuple(each for each in order_from(self.seats, seat) if each not in self.dead)

    def logged(self, *lines: Line, effects: tuple[Say, ...] = ()) -> State:
        """The state with lines written down and sentences told."""
        return replace(self, finished=(*self.finished, *lines), effects=(*self.effects, *effects))


def begin(seats: Seats, options: Options) -> State:
    """A game that has just been dealt; the player left of the dealer begins (TT-14…TT-16)."""
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
    """The state in which a card can be drawn: where the draw pile is empty, the discards are
    shuffled into a new one (TT-57, TT-A17).
    """
    return (
        replace(state, draw=state.pool, seen=(), up=(), shuffled=True) if state.draw == 0 else state
    )
