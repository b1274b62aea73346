"""What is remembered of a match of Dream Team, and what can be read off it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from referee.kernel.cards import Card, pairs
from referee.kernel.contract import Holding, Line, Say, SeatId
from referee.kernel.game import GameState
from referee.kernel.ledger import left
from referee.kernel.turns import order_from

DECK = pairs()
TARGET = 100


@dataclass(frozen=True)
class Turn:
    """What was told of one turn; places in the row are counted from 0.

    ``marks`` are the markers of the running nominations, ``owners`` who gained which place,
    ``lots`` the contested places still to be decided from left to right, ``draws`` the running
    lottery. ``gains`` and ``peaks`` are told in entry by turns: the cards gained, and whether a
    team was full between two of them. ``full`` are the seats that make this the last turn.
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
    """A match. ``start`` is the start player of this turn, None where the table has to name one.

    ``exact``: every card that left the deck since it was last shuffled is known, the ``discards``
    among them. ``shuffled``: no card has come from the deck since; a table that shuffles only when
    it needs a card has not shuffled yet. ``scores`` are the totals of finished games, ``log`` the
    lines of this one. ``fresh`` and ``thrown`` are cards that the newest entry brought into a team
    and out of it.
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
        """The seats from the start player on to the left (DT-6, DT-A2)."""
        return order_from(
            self.seats, self.start or self.seats[0], self.options["direction"] == "clockwise"
        )

    @property
    def without_card(self) -> tuple[SeatId, ...]:
        """The seats that have not gained a card this turn, in order of play."""
        return tuple(seat for seat in self.order if seat not in self.now.owners.values())

    @property
    def waiting(self) -> tuple[SeatId, ...]:
        """The seats whose marker is still to be put down, in order of play (DT-6, DT-21)."""
        return tuple(seat for seat in self.without_card if seat not in self.now.marks)

    @property
    def open_places(self) -> tuple[int, ...]:
        """The places of the row whose card nobody has gained."""
        return tuple(place for place in range(len(self.now.row)) if place not in self.now.owners)

    @property
    def contestants(self) -> tuple[SeatId, ...]:
        """The seats in the running lottery, in order of play (DT-14, DT-15)."""
        return tuple(seat for seat in self.order if self.now.marks.get(seat) == self.now.lots[0])

    @property
    def drawer(self) -> SeatId:
        """Whose card of the running lottery comes next (DT-15, DT-17, DT-A6)."""
        who, drawn = self.contestants, len(self.now.draws)
        first_pass = len(who) + 1
        if drawn >= first_pass and self.options["second_pass"] == "one":
            return who[(drawn - first_pass) % len(who)]
        return who[max(0, drawn % first_pass - 1)]

    @property
    def in_deck(self) -> int | None:
        """How many cards the deck has, where that is known."""
        return max(0, DECK.size - len(self.holdings)) if self.exact else None


def discard(state: State, cards: Sequence[Card]) -> State:
    """The state with cards added to the discards, as long as these are known (DT-A12).

    Right after a shuffle they are not: at a table that shuffles only when it needs a card these are
    in the new deck (DT-19).
    """
    if state.shuffled:
        return unknown(state)
    return replace(state, discards=(*state.discards, *cards)) if state.exact else state


def unknown(state: State) -> State:
    """The state in which nobody can say any more what was discarded; only the cards that lie on the
    table are.
    """
    return replace(state, exact=False, discards=())


def believe(state: State, cards: Sequence[Card]) -> State:
    """The state ready for cards that were shown: what was thought of the discards is given up if it
    contradicts them.
    """
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
    """The state with something that happened: a line in the log, and a sentence about the newest
    entry.
    """
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
    """The state with one more sentence about the newest entry."""
    frozen = {
        name: tuple(value) if isinstance(value, list) else value for name, value in params.items()
    }
    return replace(state, effects=(*state.effects, Say(code, frozen, clause)))
