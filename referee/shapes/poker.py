"""Poker hands of five cards, and the best split of seven cards into a hand and two more.

Ranks are one integer with a 3-bit counter per rank, so removing cards is a subtraction. A lazy
table gives the category of any five ranks (6,188 rows). The best split of seven ranks is cached
(at most 50,388). Flushes are checked only if a suit has five of the seven cards.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from referee.kernel.cards import RANKS, SUITS, Card

CATEGORIES = (
    "five_of_a_kind",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pairs",
    "one_pair",
    "nothing",
)
ACES = ("both", "low", "high", "wrap")

_SHAPES = {
    (5,): "five_of_a_kind",
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pairs",
    (2, 1, 1, 1): "one_pair",
    (1, 1, 1, 1, 1): "nothing",
}
_CODES = {r: 1 << 3 * place for place, r in enumerate(RANKS)}
_RANKS = {code: r for r, code in _CODES.items()}
_RANK_CODES = {r + s: code for r, code in _CODES.items() for s in SUITS}
_PAIRS = tuple(combinations(range(7), 2))


def straights(ace: str) -> frozenset[frozenset[str]]:
    """Every five ranks that form a straight; ``ace`` is ``both``, ``low``, ``high`` or ``wrap``."""
    ring = {
        "both": "A23456789TJQKA",
        "low": "A23456789TJQK",
        "high": "23456789TJQKA",
        "wrap": "A23456789TJQKA234",
    }[ace]
    return frozenset(frozenset(ring[start : start + 5]) for start in range(len(ring) - 4))


@lru_cache(maxsize=len(ACES))
def _categories(ace: str) -> Mapping[int, str]:
    """The category of any five ranks, ignoring suits."""
    known = straights(ace)
    table = {}
    for five in combinations_with_replacement(RANKS, 5):
        different = frozenset(five)
        shape = tuple(sorted((five.count(r) for r in different), reverse=True))
        table[sum(_CODES[r] for r in five)] = "straight" if different in known else _SHAPES[shape]
    return table


def category(cards: Sequence[Card], ace: str = "both", packs: int = 2) -> str:
    """The highest category of five cards; five of a kind needs two packs."""
    name = _categories(ace)[sum([_RANK_CODES[card] for card in cards])]
    if name == "five_of_a_kind":
        return name if packs > 1 else "four_of_a_kind"
    if len({card[1] for card in cards}) > 1 or name in ("four_of_a_kind", "full_house"):
        return name
    return "straight_flush" if name == "straight" else "flush"


class Split(NamedTuple):
    """Seven cards as a poker hand and two more, with the points of each part."""

    five: tuple[Card, ...]
    two: tuple[Card, ...]
    category: str
    poker: int
    rest: int

    @property
    def total(self) -> int:
        return self.poker + self.rest


class Splitter:
    """Splits seven cards 5 + 2: hand ``points``, plus the last digit of the sum of two ``values``.

    Of equally good splits the better poker hand wins, so the order of the cards never matters.
    """

    def __init__(
        self,
        points: Mapping[str, int],
        values: Mapping[str, int],
        ace: str = "both",
        packs: int = 2,
    ) -> None:
        self._points, self._values, self._ace, self._packs = points, values, ace, packs
        self._known: dict[int, tuple[int, int]] = {}

    def best(self, cards: Sequence[Card]) -> Split:
        codes = [_RANK_CODES[card] for card in cards]
        first, second = self._aside(codes)
        i = codes.index(first)
        j = codes.index(second, i + 1 if first == second else 0)
        by_rank = self._at(cards, (i, j) if i < j else (j, i))
        suits = [card[1] for card in cards]
        flush = sorted(suits)[3]  # five of seven always cover the middle
        if suits.count(flush) < 5:
            return by_rank
        others = {place for place, suit in enumerate(suits) if suit != flush}
        flushes = (self._at(cards, pair) for pair in _PAIRS if others.issubset(pair))
        return max(by_rank, *flushes, key=lambda split: (split.total, split.poker))

    def _aside(self, codes: Sequence[int]) -> tuple[int, int]:
        """The two ranks of seven to set aside, ignoring suits."""
        seven = sum(codes)
        found = self._known.get(seven)
        if found is None:
            found = self._known[seven] = max(
                combinations(sorted(codes), 2), key=lambda two: self._worth(seven, two)
            )
        return found

    def _worth(self, seven: int, two: tuple[int, int]) -> tuple[int, int, tuple[int, int]]:
        """Total points with these two ranks aside, then poker points; ties keep the lower cards."""
        name = _categories(self._ace)[seven - sum(two)]
        poker = self._points[
            "four_of_a_kind" if name == "five_of_a_kind" and self._packs == 1 else name
        ]
        return poker + sum(self._values[_RANKS[code]] for code in two) % 10, poker, two

    def declared(self, cards: Sequence[Card], two: Sequence[Card]) -> Split:
        """The split with these two cards set aside; ValueError if they are not among the seven."""
        five = list(cards)
        for card in two:
            five.remove(card)
        return self._of(tuple(five), tuple(two))

    def _at(self, cards: Sequence[Card], pair: tuple[int, int]) -> Split:
        i, j = pair
        return self._of((*cards[:i], *cards[i + 1 : j], *cards[j + 1 :]), (cards[i], cards[j]))

    def _of(self, five: tuple[Card, ...], two: tuple[Card, ...]) -> Split:
        name = category(five, self._ace, self._packs)
        rest = self._values[two[0][0]] + self._values[two[1][0]]
        return Split(five, two, name, self._points[name], rest % 10)
