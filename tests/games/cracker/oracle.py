"""Cracker by the words of the rules: the round trip of a number, who may go out, and the score of a
round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

HAND = 10
DECK = 55


def draw_deck(players: int) -> int:
    """CR-3, CR-4: cards left when everybody has ten."""
    return DECK - HAND * players


@dataclass
class Trip:
    """CR-17, CR-19, CR-A3, CR-A6: how far one number has gone round, told pass by pass."""

    players: int
    options: Mapping[str, Any]
    number: int = 0
    passes: int = 0

    def passed(self, number: int, same_card: bool = True) -> None:
        """A card was shown and passed on; ``same_card``: it is the very card just received."""
        goes_on = number == self.number and self.passes > 0
        if self.options["changeCount"] == "sameCard":
            goes_on = goes_on and same_card
        self.passes = self.passes + 1 if goes_on else 1
        self.number = number

    def paired(self) -> None:
        """CR-19: counting starts again."""
        self.number, self.passes = 0, 0

    @property
    def complete(self) -> bool:
        """CR-A6: as many passes with one number as there are players, and no pair."""
        return self.passes >= self.players

    def changed(self) -> None:
        """CR-17: the card has left the round; a new count begins."""
        self.number, self.passes = 0, 0


def may_go_out(hand: Sequence[int], options: Mapping[str, Any]) -> bool:
    """CR-13: all one number, or consecutive numbers; CR-A2 the least number of cards; CR-A15 a run
    does not wrap.
    """
    if len(hand) < int(options["minOut"]) and int(options["minOut"]) == 2:
        return False
    if len(hand) <= 1 or len(set(hand)) == 1:  # CR-15
        return True
    return sorted(hand) == list(range(min(hand), min(hand) + len(hand)))  # CR-16


def loss(hand: Iterable[int]) -> int:
    """CR-20, CR-A16: the highest card, or nothing where no card is left."""
    return max(hand, default=0)


def score(highest: Mapping[str, int], out: Iterable[str]) -> dict[str, int]:
    """CR-20 each other player loses the highest card, CR-21 who went out gains the sum; CR-18
    nobody went out: all lose.
    """
    gone = set(out)
    lost = sum(number for seat, number in highest.items() if seat not in gone)
    return {seat: lost if seat in gone else -number for seat, number in highest.items()}


def next_dealer(seats: Sequence[str], dealer: str) -> str:
    """CR-A7: the left neighbour."""
    return seats[(list(seats).index(dealer) + 1) % len(seats)]
