"""The state of a table: the round being played, what was written down of it, and the lines of finished rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.kernel.board import Say
from referee.kernel.cards import Card, pairs
from referee.kernel.contract import Holding, Line, Move, SeatId
from referee.kernel.game import Options, Seats
from referee.kernel.turns import left_of

DECK = pairs()
HAND = 6
TO_WIN = 3


@dataclass(frozen=True)
class Order:
    """The order on the table: whose it is (CO-14) and its card."""

    owner: SeatId
    card: Card


@dataclass(frozen=True)
class Act:
    """Something done in full view of the table.

    ``kind`` is order, new_order, pass, ask, obey, discard, dropped (an own order that came round) or challenge; ``whom`` is
    the other player it concerns, ``card`` the card if it was seen.
    """

    kind: str
    seat: SeatId
    whom: SeatId = ""
    card: Card = ""


@dataclass(frozen=True)
class Ending:
    """How a round ends: ``kind`` accusation, empty or named.

    ``seat`` accused ``whom``, or emptied the hand; the last card went by ``how`` (order, pass, ask, obey; gone: passed and
    openly discarded) to ``whom`` and is ``card`` where it was seen. ``declared`` is None until the player has declared or
    kept silent.
    """

    kind: str
    seat: SeatId = ""
    whom: SeatId = ""
    how: str = ""
    card: Card = ""
    declared: bool | None = None


@dataclass(frozen=True)
class Round:
    """A round as far as it is known.

    ``counts`` are the cards in each hand, ``least`` how many of them must be of each rank or higher, ``out`` the cards seen
    and gone. ``discarder`` has an open discard to show. ``before`` is the round before the newest act, if that was an obey
    that may be challenged. ``winners`` are named by the table, ``hands`` shown at the end.
    """

    turn: SeatId
    counts: Mapping[SeatId, int]
    least: Mapping[SeatId, tuple[int, ...]]
    order: Order | None = None
    out: tuple[Card, ...] = ()
    log: tuple[Act, ...] = ()
    discarder: SeatId | None = None
    ending: Ending | None = None
    hands: Mapping[SeatId, tuple[Card, ...]] = field(default_factory=dict)
    before: Round | None = None
    winners: tuple[SeatId, ...] = ()


@dataclass(frozen=True)
class Past:
    """A finished round as it is shown and printed; ``hands`` are empty where only the winners were named."""

    hands: Mapping[SeatId, tuple[Card, ...]]
    captains: tuple[SeatId, ...]
    winners: tuple[SeatId, ...]
    wins: Mapping[SeatId, int]


@dataclass(frozen=True)
class State:
    """A table: ``now`` the round being played, ``past`` and ``done`` the finished rounds and their lines, ``effects`` the newest news."""

    seats: Seats
    options: Options
    depth: str
    dealer: SeatId
    now: Round
    wins: Mapping[SeatId, int]
    past: tuple[Past, ...] = ()
    finished: tuple[Line, ...] = ()
    effects: tuple[Say, ...] = ()

    @property
    def round(self) -> int:
        """The round being played; once the game is over, the last one."""
        return len(self.past) + (not self.over)

    @property
    def over(self) -> bool:
        """Whether somebody has won the game (CO-41); a house may wait for a sole leader (CO-A11)."""
        most = max(self.wins.values())
        shared = list(self.wins.values()).count(most) > 1
        return most >= TO_WIN and not (shared and self.options["double_three"] == "play_on")

    @property
    def fresh(self) -> bool:
        """Whether nothing of the running round has been entered."""
        return not self.now.log and self.now.ending is None


def dealt(seats: tuple[SeatId, ...], dealer: SeatId) -> Round:
    """A new round: six cards each (CO-9), the dealer's left neighbour begins (CO-10)."""
    return Round(left_of(seats, dealer), dict.fromkeys(seats, HAND), dict.fromkeys(seats, (0,) * 10))


def phase(state: State) -> str:
    """What the table must tell next: ``over``, ``ending`` (quick), ``turn`` (full), ``declare``, ``discard`` or ``show``."""
    ending = state.now.ending
    if state.over:
        return "over"
    if ending is not None and ending.declared is None and ending.kind == "empty":
        return "declare"
    if state.now.discarder is not None:
        return "discard"
    if ending is not None:
        return "show"
    return "turn" if state.depth == "full" else "ending"


def card_of(move: Move, name: str = "card") -> Card:
    """The one card of a move's field, or no card."""
    value = move.data.get(name)
    return value[0] if isinstance(value, tuple) and value else ""


def emptied(now: Round) -> SeatId | None:
    """Who got rid of all cards, if that is how the round ends."""
    return now.ending.seat if now.ending and now.ending.kind == "empty" else None


def to_show(state: State) -> tuple[SeatId, ...]:
    """The seats whose hand has not been shown yet (CO-20); the player without cards has none to show."""
    return tuple(seat for seat in state.seats if seat not in state.now.hands and seat != emptied(state.now))


def holdings(state: State) -> tuple[Holding, ...]:
    """Every card known to lie somewhere: gone, on the table as an order, shown, or passed as a last card."""
    now = state.now
    found = [Holding(card, None, "out") for card in now.out]
    if now.order:
        found.append(Holding(now.order.card, now.order.owner, "order"))
    passed = last_card(now)
    if passed and now.ending and now.ending.whom not in now.hands:
        found.append(Holding(passed, now.ending.whom, "hand"))
    return (*found, *(Holding(card, seat, "hand") for seat, cards in now.hands.items() for card in cards))


def last_card(now: Round) -> Card:
    """The last card of an emptied hand where it was shown and lies in another hand (CO-36)."""
    ending = now.ending
    return ending.card if ending and ending.kind == "empty" and ending.how not in ("order", "gone") else ""
