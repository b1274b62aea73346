"""Poker as one would explain it aloud: slow, and only here, to check the fast tables against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

POINTS = {
    "five_of_a_kind": 50,
    "straight_flush": 45,
    "four_of_a_kind": 40,
    "full_house": 35,
    "flush": 30,
    "straight": 25,
    "three_of_a_kind": 20,
    "two_pairs": 15,
    "one_pair": 10,
    "nothing": 5,
}
NUMBERS = {rank: number for number, rank in enumerate("A23456789TJQK", 1)}


def is_straight(cards: Sequence[str], ace: str) -> bool:
    numbers = {NUMBERS[card[0]] for card in cards}
    if len(numbers) < 5:
        return False
    if ace == "wrap":
        return any({(start + step) % 13 + 1 for step in range(5)} == numbers for start in range(13))
    high = {14 if number == 1 else number for number in numbers}
    readings = {"low": [numbers], "high": [high], "both": [numbers, high]}[ace]
    return any(max(reading) - min(reading) == 4 for reading in readings)


def hand(cards: Sequence[str], ace: str = "both", packs: int = 2) -> str:
    counts = sorted(Counter(card[0] for card in cards).values(), reverse=True)
    one_suit, straight = len({card[1] for card in cards}) == 1, is_straight(cards, ace)
    tests = [
        ("five_of_a_kind", counts[0] == 5 and packs > 1),
        ("straight_flush", one_suit and straight),
        ("four_of_a_kind", counts[0] >= 4),
        ("full_house", counts == [3, 2]),
        ("flush", one_suit),
        ("straight", straight),
        ("three_of_a_kind", counts[0] == 3),
        ("two_pairs", counts[:2] == [2, 2]),
        ("one_pair", counts[0] == 2),
    ]
    return next((name for name, holds in tests if holds), "nothing")


def best_split(cards: Sequence[str], ace: str = "both", packs: int = 2) -> tuple[int, int]:
    """Total and poker points of the best of all 21 splits, the better hand first among equals."""
    found = []
    for two in combinations(range(7), 2):
        five = [card for place, card in enumerate(cards) if place not in two]
        poker = POINTS[hand(five, ace, packs)]
        found.append((poker + sum(min(NUMBERS[cards[place][0]], 10) for place in two) % 10, poker))
    return max(found)
