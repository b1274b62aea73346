"""The best Chief split is the one that a published evaluator finds among all 21."""

from __future__ import annotations

import random
from itertools import combinations

from treys import Card, Evaluator

from referee.kernel.cards import french
from referee.shapes.poker import Splitter
from tests.shapes.naive_poker import NUMBERS, POINTS
from tests.support.tiers import cases

VALUES = {rank: min(value, 10) for rank, value in NUMBERS.items()}
PUBLISHED = (45, 45, 40, 35, 30, 25, 20, 15, 10, 5)
"""Points by the published class of a hand, from the royal flush to the high card."""


def published_best(hand: list[str], evaluator: Evaluator) -> int:
    """Poker hand of five and the last digit of the other two, at its best."""
    cards = {card: Card.new(card[0] + card[1].lower()) for card in hand}
    totals = []
    for five in combinations(hand, 5):
        rank = evaluator.evaluate([], [cards[card] for card in five])
        two = sum(VALUES[card[0]] for card in hand if card not in five) % 10
        totals.append(PUBLISHED[evaluator.get_rank_class(rank)] + two)
    return max(totals)


def test_splits_of_one_pack_agree_with_a_published_evaluator() -> None:
    rng, evaluator = random.Random(5), Evaluator()
    splitter, pack = Splitter(POINTS, VALUES, packs=1), [*french().counts]
    for _ in cases(1_000, 100_000):
        hand = rng.sample(pack, 7)
        assert splitter.best(hand).total == published_best(hand, evaluator), hand
