"""What is remembered of a game: the public log, and what it proves. Hands are never known before they are shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.kernel import ledger
from referee.kernel.board import Say
from referee.kernel.cards import Card
from referee.kernel.contract import Holding, Line, Move, SeatId
from referee.kernel.frozen import cached_property, replace
from referee.kernel.game import Options
from referee.kernel.turns import left_of, order_from

from . import deck
from .deck import HAND

HUMAN, THING = "human", "thing"
ATTACK, DEFENCE = "attack", "defence"


@dataclass(frozen=True)
class Play:
    """Cards one player laid at once on one side of a fight."""

    seat: SeatId
    side: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Fight:
    """A fight as it lies on the table; ``loser`` is set while the table must say whether flames kill (TT-A3).

    ``passed`` is how many plays lay there when the side that was to answer passed.
    """

    attacker: SeatId
    target: SeatId
    plays: tuple[Play, ...] = ()
    loser: SeatId | None = None
    passed: int = 0


@dataclass(frozen=True)
class Call:
    """A call (``rescue`` or ``departure``), the hands shown since and the sides told."""

    kind: str
    caller: SeatId
    hands: Mapping[SeatId, tuple[Card, ...]] = field(default_factory=dict)
    sides: Mapping[SeatId, str] = field(default_factory=dict)


@dataclass(frozen=True)
class State:
    """A game. ``hands`` counts cards, ``draw`` the draw pile (None: no longer known); all other cards are discarded.

    ``seen`` are cards discarded since the last reshuffle that everyone saw, ``up`` those that lie face up. ``things`` and
    ``humans`` are proved; ``ranks`` were named in a swap and must still be in that hand. ``untouched`` until anyone drew,
    ``shuffled`` once the discards have become the draw pile. ``searching`` while nobody was willing to swap and the open
    discard of the search instead is still to be told (TT-63, TT-66).
    """

    seats: tuple[SeatId, ...]
    options: Options
    depth: str
    active: SeatId
    hands: Mapping[SeatId, int]
    draw: int | None
    turn: int = 1
    dead: tuple[SeatId, ...] = ()
    seen: tuple[Card, ...] = ()
    up: tuple[Card, ...] = ()
    things: tuple[SeatId, ...] = ()
    humans: tuple[SeatId, ...] = ()
    ranks: Mapping[SeatId, tuple[str, ...]] = field(default_factory=dict)
    untouched: bool = True
    shuffled: bool = False
    searching: bool = False
    fight: Fight | None = None
    refilling: bool = False
    call: Call | None = None
    over: bool = False
    finished: tuple[Line, ...] = ()
    effects: tuple[Say, ...] = ()

    @property
    def dealer(self) -> SeatId:
        """Who dealt this game (TT-14)."""
        return str(self.options["start"])

    @cached_property
    def alive(self) -> tuple[SeatId, ...]:
        """The survivors in seat order."""
        return tuple(seat for seat in self.seats if seat not in self.dead)

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """Every card known to lie somewhere: in a fight, among the discards, in hands that are shown."""
        fought = [Holding(card, play.seat, "fight") for play in self.fight.plays for card in play.cards] if self.fight else []
        discards = [Holding(card, None, "discards") for card in (*self.seen, *self.up)]
        shown = [Holding(card, seat, "shown") for seat, hand in self.call.hands.items() for card in hand] if self.call else []
        return (*fought, *discards, *shown)

    @cached_property
    def left(self) -> Mapping[Card, int]:
        """Copies of each card that a hand may still show; before anyone drew, Q♥ is the only red one in hands (TT-7)."""
        copies = self.unseen
        if not self.only_first_red:
            return copies
        reds = dict.fromkeys(filter(deck.is_red, copies), 0)
        return {**copies, **reds, deck.FIRST_THING: min(1, copies[deck.FIRST_THING])}

    @cached_property
    def unseen(self) -> Mapping[Card, int]:
        """Copies of each card that nobody has seen since the discards were last shuffled."""
        return ledger.left(deck.deck(len(self.seats), self.options), self.holdings)

    @cached_property
    def to_draw(self) -> Mapping[Card, int]:
        """Copies of each card that may come from the draw pile: the Q♥ that was dealt only after a shuffle (TT-7)."""
        unknown = self.shuffled or self.draw is None or deck.extra_red(len(self.seats), self.options) == "hidden"
        most = deck.deck(len(self.seats), self.options).counts[deck.FIRST_THING] - (not unknown)
        return {**self.unseen, deck.FIRST_THING: min(most, self.unseen[deck.FIRST_THING])}

    @property
    def only_first_red(self) -> bool:
        """Whether Q♥ can be the only red card in hands: nobody has drawn yet, and no other red one was dealt."""
        return self.untouched and deck.extra_red(len(self.seats), self.options) == "one"

    @property
    def full(self) -> bool:
        """Whether every card shown is entered."""
        return self.depth == "full"


def begin(seats: tuple[SeatId, ...], options: Options) -> State:
    """A game that has just been dealt; the player left of the dealer begins (TT-14…TT-16)."""
    first = left_of(seats, str(options["start"]))
    hands = dict.fromkeys(seats, HAND)
    return State(seats, options, str(options["depth"]), first, hands, deck.deck(len(seats), options).size - HAND * len(seats))


def from_seat(state: State, seat: SeatId) -> tuple[SeatId, ...]:
    """The survivors clockwise, beginning with one, or where it sat."""
    return tuple(each for each in order_from(state.seats, seat) if each not in state.dead)


def pool(state: State) -> int:
    """Cards in the draw pile and the discard pile together: all that neither hands nor a fight hold."""
    fought = sum(len(play.cards) for play in state.fight.plays) if state.fight else 0
    return deck.deck(len(state.seats), state.options).size - sum(state.hands.values()) - fought


def drawable(state: State) -> State:
    """The state in which a card can be drawn: where the draw pile is empty, the discards are shuffled into a new one (TT-57, TT-A17)."""
    return replace(state, draw=pool(state), seen=(), up=(), shuffled=True) if state.draw == 0 else state


def due(state: State) -> tuple[SeatId, ...]:
    """Who draws cards in the refill, in order (TT-54)."""
    return tuple(seat for seat in from_seat(state, state.active) if state.hands[seat] < HAND) if state.refilling else ()


def phase(state: State) -> str:
    """Where the game stands: ``over``, ``show``, ``fate``, ``fight``, ``refill``, ``last`` (one survivor must call) or ``turn``."""
    if state.over:
        return "over"
    if state.call:
        return "show"
    if state.fight:
        return "fate" if state.fight.loser else "fight"
    if state.refilling:
        return "refill"
    return "last" if len(state.alive) == 1 and state.options["auto_end"] == "ask" else "turn"


def side_of(state: State, seat: SeatId) -> str | None:
    """Human or Thing, where it is proved or was shown; never a guess."""
    if state.call and seat in state.call.sides:
        return state.call.sides[seat]
    return THING if seat in state.things else HUMAN if seat in state.humans else None


def seat_of(move: Move, name: str) -> SeatId | None:
    """The seat of a field, if one was given."""
    found = move.data.get(name)
    return found if isinstance(found, str) else None


def side_name(seat: SeatId) -> str:
    """The field that says which side a seat is on."""
    return f"side_{seat}"


def told_sides(state: State, move: Move) -> Mapping[SeatId, str]:
    """The sides that a move tells."""
    return {seat: str(move.data[side_name(seat)]) for seat in state.seats if side_name(seat) in move.data}


def ranks_of(move: Move) -> tuple[str, ...]:
    """The ranks offered in a talk, each once (TT-24, TT-62)."""
    found = move.data["give"]
    return tuple(dict.fromkeys(found)) if isinstance(found, tuple) else (str(found),)


def logged(state: State, *lines: Line, effects: tuple[Say, ...] = ()) -> State:
    """The state with lines written down and sentences told."""
    return replace(state, finished=(*state.finished, *lines), effects=(*state.effects, *effects))


def line(seat: SeatId, clause: str, code: str, part: str = "turn", **params: object) -> Line:
    """A line that tells what happened and counts nothing."""
    return Line(seat, 1, 0, clause, code, params, part=part)
