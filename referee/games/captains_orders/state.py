"""State of a Captain's Orders table: the running round, its log and the finished rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.kernel.cards import Card, Deck, pairs
from referee.kernel.contract import Holding, SeatId
from referee.kernel.game import GameState, Seats
from referee.kernel.turns import left_of

DECK: Deck = pairs()
HAND = 6
TO_WIN = 3
Hands = Mapping[SeatId, tuple[Card, ...]]


@dataclass(frozen=True)
class Order:
    """The order on the table and its owner (CO-14)."""

    owner: SeatId
    card: Card


@dataclass(frozen=True)
class Act:
    """A public act: order, new_order, pass, ask, obey, discard, dropped or challenge.

    ``dropped`` is an own order that came round; ``whom`` is the other player; ``card`` is set if
    seen.
    """

    kind: str
    seat: SeatId
    whom: SeatId = ""
    card: Card = ""


@dataclass(frozen=True)
class Ending:
    """How a round ends; ``kind`` is accusation, empty or named.

    ``seat`` accused ``whom`` or emptied its hand. The last card went to ``whom`` by ``how``: order,
    pass, ask, obey or gone (passed, then openly discarded). ``card`` is set if seen. ``declared``
    is None until the player has declared or kept silent.
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

    ``counts``: hand sizes. ``least``: how many cards must be of each rank or higher. ``out``: cards
    seen and gone. ``discarder`` must show an open discard. ``before``: the round before an obey
    that may be challenged. ``winners`` are named by the table.
    """

    turn: SeatId
    counts: Mapping[SeatId, int]
    least: Mapping[SeatId, tuple[int, ...]]
    order: Order | None = None
    out: tuple[Card, ...] = ()
    log: tuple[Act, ...] = ()
    discarder: SeatId | None = None
    ending: Ending | None = None
    hands: Hands = field(default_factory=dict)
    before: Round | None = None
    winners: Seats = ()

    @property
    def emptied(self) -> SeatId | None:
        """The seat that emptied its hand, if that ends the round."""
        return self.ending.seat if self.ending and self.ending.kind == "empty" else None

    @property
    def last_card(self) -> Card:
        """The last card of an emptied hand, if shown and in another hand (CO-36)."""
        if self.ending and self.emptied and self.ending.how not in ("order", "gone"):
            return self.ending.card
        return ""


@dataclass(frozen=True)
class Past:
    """A finished round; ``hands`` is empty if only the winners were named."""

    hands: Hands
    captains: Seats
    winners: Seats
    wins: Mapping[SeatId, int]


@dataclass(frozen=True)
class State(GameState):
    """A table: ``now`` is the running round, ``past`` the finished ones."""

    dealer: SeatId
    now: Round
    wins: Mapping[SeatId, int]
    past: tuple[Past, ...] = ()

    @property
    def round(self) -> int:
        """The number of the running round, or of the last one once the game is over."""
        return len(self.past) + (not self.over)

    @property
    def over(self) -> bool:
        """Whether somebody has won (CO-41); a house rule waits for a sole leader (CO-A11)."""
        most = max(self.wins.values())
        shared = list(self.wins.values()).count(most) > 1
        return most >= TO_WIN and not (shared and self.options["double_three"] == "play_on")

    @property
    def fresh(self) -> bool:
        """Whether the running round has no entry yet."""
        return not self.now.log and self.now.ending is None

    @property
    def phase(self) -> str:
        """The next entry: over, ending (quick), turn (full), declare, discard or show."""
        ending = self.now.ending
        if self.over:
            return "over"
        if ending is not None and ending.declared is None and ending.kind == "empty":
            return "declare"
        if self.now.discarder is not None:
            return "discard"
        if ending is not None:
            return "show"
        return "turn" if self.depth == "full" else "ending"

    @property
    def to_show(self) -> Seats:
        """The seats still to show a hand (CO-20); an empty hand is not shown."""
        return tuple(
            seat for seat in self.seats if seat not in self.now.hands and seat != self.now.emptied
        )

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """Every known card: gone, the order, in a shown hand, or passed as a last card."""
        now = self.now
        found = [Holding(card, None, "out") for card in now.out]
        if now.order:
            found.append(Holding(now.order.card, now.order.owner, "order"))
        if now.ending and now.last_card and now.ending.whom not in now.hands:
            found.append(Holding(now.last_card, now.ending.whom, "hand"))
        return (
            *found,
            *(Holding(card, seat, "hand") for seat, cards in now.hands.items() for card in cards),
        )


def dealt(seats: Seats, dealer: SeatId) -> Round:
    """Deal six cards each (CO-9); the dealer's left neighbour begins (CO-10)."""
    return Round(
        left_of(seats, dealer), dict.fromkeys(seats, HAND), dict.fromkeys(seats, (0,) * 10)
    )
