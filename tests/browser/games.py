"""Games to play in the browser, with points that do not come from the engine."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise

Turn = Sequence[tuple[str, str, str, str, bool]]

CHIEF = (
    # A whole game for Ann, Bo, Cy and Dee. After it, Bo's 6S of round 3 turns out to be a 9S.
    (("JS 4S 9H", "AH 2S 3S 4S 5D 6C", "9C", "4C 4D 5H 5S KC QD JH"), (14, 30, 9, 18)),
    (("KD", "AS 2C 3D 3H TC", "3S KH", "3C QH 8D"), (10, -19, 12, 0)),
    (("KH QS 4D AC", "JS 4S 6S", "2H 9C 9D 7C AD KC", "9H 4C"), (25, 20, 0, 8)),
    (("AS AD 2H 3C KS", "6C", "KC JD 4H AH", "QH"), (-17, 6, 25, 10)),
    (
        ("7S 7S 2S 9S KS 4D 5C", "TD 8C 6H AC", "AH AD 2C 3S 5H", "AH 2C 3D 4S 5C 6D"),
        (39, 25, -12, 20),
    ),
    (("9H 5C", "AD KC QH JS TD 9C 9D", "KS QS TS", "KD QC 5D 4H 2H"), (6, 33, 30, -31)),
    (("AH 2S 3S 4S 5D 6C", "AS 2D", "AH 2S 3D 4C 5H 9D KS", "KH QS 4D AC"), (30, 10, 34, 25)),
)
CHIEF_BEFORE = [107, 105, 98, 50]
CHIEF_FINAL = [107, 108, 98, 52]
VALUES = {rank: min(place, 10) for place, rank in enumerate("A23456789TJQK", 1)}
RED = "HD"
SEASONS = ("summer", "summer", "autumn", "autumn", "winter", "winter", "spring", "spring")


def meld_points(cards: Sequence[str], others: Sequence[str]) -> int:
    """The points of a meld of Indian Chief by the page's edition; of a Chief those of its best part
    by a plain search.
    """
    values = [VALUES[card[0]] for card in cards]
    match len(cards):
        case 1:
            return values[0]
        case 2:
            return 2 * sum(VALUES[card[0]] in values for card in others)
        case 3:
            return sum(VALUES[card[0]] for card in cards if card[1] == "S")
        case 4:
            return 25 if sum(values) == 25 else 0
        case 5:
            return -sum(values)
        case 6:
            return _doctor(cards, values)
    return max(_two(cards, a, b) for a in range(7) for b in range(a))


def _doctor(cards: Sequence[str], values: Sequence[int]) -> int:
    suits = [card[1] for card in cards]
    stands = len(set(values)) == 6 and "H" in suits and 1 in values
    return 10 * max(map(suits.count, suits)) if stands else 0


def _two(cards: Sequence[str], a: int, b: int) -> int:
    five = [card for at, card in enumerate(cards) if at not in (a, b)]
    return (VALUES[cards[a][0]] + VALUES[cards[b][0]]) % 10 + _five(five)


def _five(cards: Sequence[str]) -> int:
    ranks = sorted("A23456789TJQK".index(card[0]) for card in cards)
    alike = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    straight = all(b == a + 1 for a, b in pairwise(ranks)) or ranks == [0, 9, 10, 11, 12]
    points = {(5,): 50, (4, 1): 40, (3, 2): 35, (3, 1, 1): 20, (2, 2, 1): 15, (2, 1, 1, 1): 10}
    return max(
        45 if flush and straight else 30 if flush else 25 if straight else 5,
        points.get(tuple(alike), 5),
    )


def date_points(one: str, two: str) -> int:
    """The worth of a date between two cards of Blind Date, before any season."""
    numbers = [int(card[0]) for card in (one, two) if card[0] in "2345"]
    if len(numbers) == 2:
        return -sum(numbers)
    if numbers:
        return -2
    if (one[0] in "KJ") == (two[0] in "KJ"):
        return 0
    if (one[1] in RED) != (two[1] in RED):
        return -5
    same_class = (one[0] in "KQ") == (two[0] in "KQ")
    return (4 if same_class else 3) if one[1] == two[1] else (2 if same_class else 1)


def turn_points(turn: Turn, season: str) -> Mapping[str, int]:
    """What every seat gets in one turn of Blind Date, by the page's reading."""
    points = dict.fromkeys((row[0] for row in turn), 0)
    for owner, blind, _match, _target, bare in turn:
        here = [(seat, match) for seat, _blind, match, target, _bare in turn if target == owner]
        others = {seat: match for seat, match in here if seat != owner}
        points[owner] += 2 * bare + (len(others) if len(others) == len(here) else -2)
        points[owner] += 2 * len(here) if season == "summer" and blind[1] == "D" else 0
        worth = {seat: date_points(blind, match) for seat, match in others.items()}
        best, worst = max(worth.values(), default=0), min(worth.values(), default=0)
        for seat, match in others.items():
            if worth[seat] == (best if best > 0 else worst):
                points[seat] += worth[seat] * _times(season, best > 0, blind + match)
    for seat, _blind, match, _target, _bare in turn:
        points[seat] += 2 if season == "autumn" and match[1] == "C" else 0
    return points


def _times(season: str, good: bool, cards: str) -> int:
    doubled = (season == "spring" and good and "H" in cards) or (
        season == "winter" and not good and "S" in cards
    )
    return 2 if doubled else 1


def blind_dates(players: int, seed: int) -> list[Turn]:
    """The eight turns of a game of Blind Date, dealt and played as at a table, each row (seat,
    blind, match, target, no cube).
    """
    rng, seats, turns = random.Random(seed), [f"s{at + 1}" for at in range(players)], []
    for _season in range(4):
        hands = _deal(rng, seats)
        for _turn in range(2):
            turns.append(_play(rng, seats, hands))
    return turns


def _deal(rng: random.Random, seats: Sequence[str]) -> dict[str, list[str]]:
    numbers, courts = ["2H", "3C", "4D", "5S"], [rank + suit for rank in "KQJA" for suit in "SHDC"]
    rng.shuffle(numbers)
    rng.shuffle(courts)
    hands = {
        seat: [numbers.pop(), *(courts.pop() for _ in range(4 if len(seats) == 4 else 5))]
        for seat in seats
    }
    if len(seats) == 3:
        for hand in hands.values():
            hand.remove(rng.choice(hand[1:]))
    return hands


def _play(rng: random.Random, seats: Sequence[str], hands: Mapping[str, list[str]]) -> Turn:
    blinds = {seat: _take(rng, hands[seat]) for seat in seats}
    given = [_take(rng, hands[seat]) for seat in seats]
    for at, seat in enumerate(seats):
        hands[seat].append(given[at - 1])
    bare = _without_cube(rng, blinds)
    return [
        (seat, blinds[seat], _take(rng, hands[seat]), rng.choice(seats), seat in bare)
        for seat in seats
    ]


def _without_cube(rng: random.Random, blinds: Mapping[str, str]) -> set[str]:
    """Who finds no fitting cube left, when everybody takes as many as may be."""
    supply = {"male": 2, "female": 2, "healthy": 2, "sick": 2, "upper": 1, "lower": 1}
    bare = set()
    for seat in rng.sample(sorted(blinds), len(blinds)):
        fitting = [name for name in _attributes(blinds[seat]) if supply[name]]
        for name in fitting[:3]:
            supply[name] -= 1
        if not fitting:
            bare.add(seat)
    return bare


def _attributes(card: str) -> list[str]:
    gender = [] if card[0] in "2345" else ["male" if card[0] in "KJ" else "female"]
    return [
        *gender,
        "healthy" if card[1] in RED else "sick",
        "upper" if card[0] in "KQ45" else "lower",
    ]


def _take(rng: random.Random, hand: list[str]) -> str:
    return hand.pop(rng.randrange(len(hand)))
