"""Captain's Orders by the words of the rules: one round told action by action, its winners, and the
match.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Hands = Mapping[str, Sequence[int]]
HAND = 6
TO_WIN = 3


class Wrong(Exception):
    """An action that the rules do not allow; its argument is the clause."""


def starter(seats: Sequence[str], dealer: str) -> str:
    """CO-10: the player left of the dealer begins."""
    return left_of(seats, dealer)


def left_of(seats: Sequence[str], seat: str) -> str:
    """The left neighbour."""
    return seats[(list(seats).index(seat) + 1) % len(seats)]


@dataclass
class Round:
    """A round while it is played: whose turn it is, whose order of which rank lies there, how many
    cards each holds.
    """

    seats: Sequence[str]
    dealer: str
    options: Mapping[str, Any]
    turn: str = ""
    owner: str = ""
    rank: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    returned: list[str] = field(default_factory=list)
    emptied: str = ""
    by: str = ""
    keeper: str = ""
    accused: tuple[str, str] | None = None

    def __post_init__(self) -> None:
        self.counts = dict.fromkeys(self.seats, HAND)  # CO-9
        self.turn = starter(self.seats, self.dealer)

    @property
    def over(self) -> bool:
        """CO-33: one player has no cards, or somebody tried to find the captain."""
        return bool(self.emptied or self.accused)

    def allowed(self) -> set[str]:
        """CO-12: what may be done depends on whether an order lies on the table."""
        return {"obey", "order", "accuse"} if self.owner else {"order", "pass", "ask", "accuse"}

    def order(self, rank: int) -> None:
        """CO-13, CO-14: an order; CO-28, CO-29: a lower one takes the place of the one that lies
        there.
        """
        if self.owner and rank >= self.rank:
            raise Wrong("CO-28")
        player, self.owner, self.rank = self.turn, self.turn, rank
        self.counts[player] -= 1
        self._end_of_turn(player, "order", "")

    def pass_card(self, to: str) -> None:
        """CO-15 a card to another player, CO-16 who then discards one."""
        if self.owner:
            raise Wrong("CO-12")
        if to == self.turn:
            raise Wrong("CO-15")
        player = self.turn
        self.counts[player] -= 1
        self.counts[to] += 1
        last = self.counts[player] == 0
        if not last or self.options["lastPassDiscard"] == "yes":  # CO-A17
            self.counts[to] -= 1
        self._end_of_turn(player, "pass", to)

    def ask(self, whom: str) -> None:
        """CO-17 another player gives a card, CO-18 the active player then discards one."""
        if self.owner:
            raise Wrong("CO-12")
        if whom == self.turn:
            raise Wrong("CO-17")
        self.counts[whom] -= 1
        self.counts[self.turn] += 1
        last = self.counts[whom] == 0
        if (
            not last or self.options["lastPassDiscard"] == "yes"
        ):  # CO-A6: it counts as passing, so CO-A17 holds
            self.counts[self.turn] -= 1
        self._end_of_turn(whom, "ask", self.turn)

    def obey(self, rank: int | None = None) -> None:
        """CO-25 a card to the owner, CO-26 not lower than the order, CO-27 the owner does not
        discard.
        """
        if not self.owner:
            raise Wrong("CO-12")
        if rank is not None and rank < self.rank:
            raise Wrong("CO-26")
        self.counts[self.turn] -= 1
        self.counts[self.owner] += 1
        self._end_of_turn(self.turn, "obey", self.owner)

    def accuse(self, whom: str) -> None:
        """CO-19: the round ends at once."""
        if whom == self.turn:
            raise Wrong("CO-19")
        self.accused = (self.turn, whom)

    def _end_of_turn(self, giver: str, by: str, keeper: str) -> None:
        if self.counts[giver] == 0:
            self.emptied, self.by, self.keeper = giver, by, keeper
            return
        self.turn = left_of(self.seats, self.turn)
        self.returned = []
        while (
            self.turn == self.owner
        ):  # CO-31, CO-32: discard the own order, the turn goes on to the left neighbour
            self.returned.append(self.owner)
            self.owner, self.rank = "", 0
            self.turn = left_of(self.seats, self.turn)


def captains(hands: Hands) -> set[str]:
    """CO-2, CO-4: whoever holds the lowest rank; CO-A8 only cards in hand count."""
    lowest = min(card for hand in hands.values() for card in hand)
    return {seat for seat, hand in hands.items() if lowest in hand}


def mutineers(hands: Hands) -> set[str]:
    """CO-5: everyone who is not a captain."""
    return set(hands) - captains(hands)


def points(hand: Iterable[int]) -> int:
    """CO-7."""
    return sum(hand)


def best(hands: Hands, out: Iterable[str], options: Mapping[str, Any]) -> set[str]:
    """CO-24, CO-40: the mutineers with the most points, without those who cannot win; CO-A9 where
    there is none.
    """
    left = mutineers(hands) - set(out)
    if left:
        most = max(points(hands[seat]) for seat in left)
        return {seat for seat in left if points(hands[seat]) == most}
    return captains(hands) - set(out) if options["noMutineer"] == "captainsShare" else set()


def after_accusation(
    hands: Hands, accuser: str, accused: str, options: Mapping[str, Any]
) -> set[str]:
    """Who wins a round that ended with an accusation."""
    if accuser not in captains(hands) and accused in captains(hands):  # CO-21, CO-22, CO-38
        return {accuser}
    return best(hands, {accuser}, options)  # CO-23, CO-24, CO-39, CO-A3


@dataclass(frozen=True)
class Emptied:
    """A hand that became empty: whose, by which last card, how (order, pass, ask, obey), who has
    the card now ('' nobody).
    """

    seat: str
    card: int
    by: str
    keeper: str = ""


def is_right(hands: Hands, end: Emptied, options: Mapping[str, Any]) -> bool:
    """CO-35, CO-A2: whether the shown last card is no higher than any card of the other hands
    (without it).
    """
    others = [card for hand in hands.values() for card in hand]
    if end.keeper and end.card in hands[end.keeper]:  # it may have been discarded again (CO-A17)
        others.remove(end.card)
    if not others:
        return True
    return end.card < min(others) or (end.card == min(others) and options["declareTie"] == "right")


def declares(end: Emptied, declared: bool, options: Mapping[str, Any]) -> bool:
    """CO-34 they may; CO-A5 or it is done for them; CO-A6 perhaps not after being asked."""
    if end.by == "ask" and options["askedEmpty"] == "noDeclare":
        return False
    return declared or options["undeclared"] == "autoDeclare"


def after_empty(hands: Hands, end: Emptied, declared: bool, options: Mapping[str, Any]) -> set[str]:
    """Who wins a round that ended with an empty hand; ``hands`` as they are shown (CO-36: a passed
    card is in them).
    """
    if not declares(end, declared, options):
        return best(hands, (), options)  # CO-A5: the empty hand is a mutineer's, with 0 points
    if is_right(hands, end, options):
        return {end.seat}  # CO-35, CO-37, CO-8
    return (
        set() if options["falseDeclare"] == "nobody" else best(hands, {end.seat}, options)
    )  # CO-A4


def dealers(seats: Sequence[str], first: str) -> Iterable[str]:
    """CO-11: the deal moves left each round."""
    dealer = first
    while True:
        yield dealer
        dealer = left_of(seats, dealer)


def match(
    seats: Sequence[str], rounds: Iterable[Iterable[str]], options: Mapping[str, Any]
) -> tuple[int, set[str], dict[str, int]]:
    """CO-41: rounds that were needed, who won the game (empty: not decided yet), rounds won by
    each.
    """
    won = dict.fromkeys(seats, 0)
    played = 0
    for winners in rounds:
        played += 1
        for seat in winners:
            won[seat] += 1
        most = max(won.values())
        leaders = {seat for seat in seats if won[seat] == most}
        if most >= TO_WIN and (len(leaders) == 1 or options["doubleThree"] == "shared"):
            # CO-A11: two at three in one round share, or play on until one alone leads
            reached = {seat for seat in seats if won[seat] >= TO_WIN}
            return played, (reached if options["doubleThree"] == "shared" else leaders), won
    return played, set(), won
