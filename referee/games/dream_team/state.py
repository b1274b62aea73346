"""The state of a Dream Team match, and the facts derived from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from referee.kernel.cards import Card, pairs
from referee.kernel.contract import Holding, Line, Message, SeatId
from referee.kernel.game import GameState
from referee.kernel.ledger import left
from referee.kernel.turns import order_from

DECK = pairs()
TARGET = 100


@dataclass(frozen=True)
class Turn:
    """One turn; places in the row are counted from 0.

    ``marks`` are the markers of the running nominations, ``owners`` the seats that gained places.
    ``lots`` are the contested places, from left to right; ``draws`` is the running lottery.
    Entry by turns fills ``gains``, and ``peaks``: whether a team was full between its two cards.
    ``full`` are the seats that make this the last turn.
    """

    row: tuple[Card, ...] = ()
    nominations: int = 1
    marks: Mapping[SeatId, int] = field(default_factory=dict)
    owners: Mapping[int, SeatId] = field(default_factory=dict)
    lots: tuple[int, ...] = ()
    draws: tuple[tuple[SeatId, Card], ...] = ()
    gains: Mapping[SeatId, tuple[Card, ...]] = field(default_factory=dict)
    peaks: Mapping[SeatId, bool] = field(default_factory=dict)
    full: tuple[SeatId, ...] = ()


@dataclass(frozen=True)
class State(GameState):
    """A match. ``start`` is the start player of this turn; None if the table must name one.

    ``exact``: every card that left the deck since its last shuffle is known, also ``discards``.
    ``shuffled``: no card drawn since. A table that shuffles only when it needs one has not yet.
    ``scores`` are the totals of finished games, ``log`` the lines of this one.
    ``fresh`` and ``thrown`` are the cards the newest entry added to a team and removed from it.
    """

    start: SeatId | None
    teams: Mapping[SeatId, tuple[Card, ...]]
    scores: Mapping[SeatId, int]
    game: int = 1
    turn: int = 1
    now: Turn = field(default_factory=Turn)
    discards: tuple[Card, ...] = ()
    exact: bool = True
    log: tuple[Line, ...] = ()
    fresh: Mapping[SeatId, tuple[Card, ...]] = field(default_factory=dict)
    thrown: Mapping[SeatId, tuple[Card, ...]] = field(default_factory=dict)
    over: bool = False
    shuffled: bool = False

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """Every card known to be out of the deck."""
        now = self.now
        row = [Holding(now.row[place], None, "row") for place in self.open_places]
        teams = [Holding(card, seat, "team") for seat, team in self.teams.items() for card in team]
        gains = [Holding(card, seat, "gain") for seat, cards in now.gains.items() for card in cards]
        lottery = [Holding(card, seat, "lottery") for seat, card in now.draws]
        return (
            *row,
            *teams,
            *gains,
            *lottery,
            *(Holding(card, None, "discards") for card in self.discards),
        )

    @cached_property
    def copies(self) -> Mapping[Card, int]:
        """The copies of each card that can still come from the deck."""
        return left(DECK, self.holdings)

    @property
    def row_size(self) -> int:
        """Cards in a row: one more than there are players (DT-4)."""
        return len(self.seats) + 1

    @property
    def end_at(self) -> int:
        """Cards in a team that end the game (DT-27, DT-A3)."""
        return int(str(self.options["end_at"]))

    @property
    def order(self) -> tuple[SeatId, ...]:
        """The seats in order of play, from the start player on (DT-6, DT-A2)."""
        return order_from(
            self.seats, self.start or self.seats[0], self.options["direction"] == "clockwise"
        )

    @property
    def without_card(self) -> tuple[SeatId, ...]:
        """The seats that have not gained a card this turn, in order of play."""
        return tuple(seat for seat in self.order if seat not in self.now.owners.values())

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        """The seats whose marker is not down yet, in order of play (DT-6, DT-21)."""
        return tuple(seat for seat in self.without_card if seat not in self.now.marks)

    @property
    def open_places(self) -> tuple[int, ...]:
        return tuple(place for place in range(len(self.now.row)) if place not in self.now.owners)

    @property
    def contestants(self) -> tuple[SeatId, ...]:
        """The seats in the running lottery, in order of play (DT-14, DT-15)."""
        return tuple(seat for seat in self.order if self.now.marks.get(seat) == self.now.lots[0])

    @property
    def drawer(self) -> SeatId:
        """The seat that draws the next card of the lottery (DT-15, DT-17, DT-A6)."""
        who, drawn = self.contestants, len(self.now.draws)
        first_pass = len(who) + 1
        if drawn >= first_pass and self.options["second_pass"] == "one":
            return who[(drawn - first_pass) % len(who)]
        return who[max(0, drawn % first_pass - 1)]

    @property
    def in_deck(self) -> int | None:
        """How many cards the deck has; None if unknown."""
        return max(0, DECK.size - len(self.holdings)) if self.exact else None


def discard(state: State, cards: Sequence[Card]) -> State:
    """Add cards to the discards, if these are known (DT-A12).

    Right after a shuffle they are not: a table that shuffles late has them in its new deck (DT-19).
    """
    if state.shuffled:
        return unknown(state)
    return replace(state, discards=(*state.discards, *cards)) if state.exact else state


def unknown(state: State) -> State:
    """Forget the discards; only the cards on the table stay known."""
    return replace(state, exact=False, discards=())


def believe(state: State, cards: Sequence[Card]) -> State:
    """Accept cards that were shown; forget the discards if they contradict these cards."""
    if all(state.copies[card] >= cards.count(card) for card in cards):
        return state
    return unknown(state)


def event(
    state: State,
    seat: SeatId,
    clause: str,
    code: str,
    part: str,
    cards: Sequence[Card] = (),
    **params: object,
) -> State:
    """Record an event: a line in the log and an effect of the newest entry."""
    facts = {"turn": state.turn, **params}
    line = Line(
        seat, state.game, 0, clause, code, facts, tuple(cards), part=part, nobody=part == "deck"
    )
    return tell(
        replace(state, log=(*state.log, line)),
        clause,
        code,
        **{"seat": seat, "cards": list(cards), **facts},
    )


def tell(state: State, clause: str, code: str, **params: object) -> State:
    """Add an effect to the newest entry."""
    frozen = {
        name: tuple(value) if isinstance(value, list) else value for name, value in params.items()
    }
    return replace(state, effects=(*state.effects, Message(code, frozen, clause)))
