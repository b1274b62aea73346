"""Poker categories and the best split of seven, against the naive evaluation."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.kernel.cards import RANKS, french
from referee.shapes.poker import ACES, CATEGORIES, Splitter, category
from tests.shapes.naive_poker import NUMBERS, POINTS, best_split, hand

VALUES = {rank: min(number, 10) for rank, number in NUMBERS.items()}
SPLITTERS = {(ace, packs): Splitter(POINTS, VALUES, ace, packs) for ace in ACES for packs in (1, 2)}
ONE_PACK, TWO_PACKS = [*french().counts], [*french().counts] * 2
hands = st.one_of(
    st.tuples(st.just(packs), st.permutations(cards).map(lambda drawn: drawn[:7]))
    for packs, cards in (
        (1, ONE_PACK),
        (2, TWO_PACKS),
        (2, [card for card in TWO_PACKS if card[1] in "SH"]),
        (2, [card for card in TWO_PACKS if card[0] in "AQK2"]),
    )
)


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("QC QD QH QS QS", "five_of_a_kind"),
        ("4S 5S 6S 7S 8S", "straight_flush"),
        ("AH KH QH JH TH", "straight_flush"),
        ("8C 8D 8H 8S 3C", "four_of_a_kind"),
        ("8C 8D 8H 3S 3C", "full_house"),
        ("7S 7S 2S 9S KS", "flush"),
        ("AS 2D 3C 4H 5S", "straight"),
        ("TS JD QC KH AS", "straight"),
        ("8C 8D 8H 3S 4C", "three_of_a_kind"),
        ("8C 8D 3H 3S 4C", "two_pairs"),
        ("8C 8D 3H 5S 4C", "one_pair"),
        ("QS KD AH 2C 3D", "nothing"),
        ("2S 2S 3S 4S 5S", "flush"),
    ],
)
def test_every_category(cards: str, name: str) -> None:
    assert category(cards.split()) == name == hand(cards.split())


@pytest.mark.parametrize(
    ("ace", "straights"),
    [
        ("both", "A2345 TJQKA"),
        ("low", "A2345"),
        ("high", "TJQKA"),
        ("wrap", "A2345 TJQKA JQKA2 QKA23 KA234"),
    ],
)
def test_where_the_ace_may_stand(ace: str, straights: str) -> None:
    runs = ["A2345", "TJQKA", "JQKA2", "QKA23", "KA234"]
    found = {
        run
        for run in runs
        if category([rank + suit for rank, suit in zip(run, "SHDCS", strict=True)], ace)
        == "straight"
    }
    assert found == set(straights.split())


def test_five_of_a_kind_needs_two_packs() -> None:
    assert category(["QC", "QD", "QH", "QS", "QS"], packs=1) == "four_of_a_kind"


def test_frequencies_of_all_hands_of_one_pack() -> None:
    """The 2,598,960 hands, counted rank by rank: of five different ranks 4 are of one suit and
    1,020 are not.
    """
    found: Counter[str] = Counter()
    for ranks in combinations_with_replacement(RANKS, 5):
        counts = Counter(ranks)
        if len(counts) == 5:
            found[category([rank + "S" for rank in ranks])] += 4
        seen: Counter[str] = Counter()
        cards = []
        for place, rank in enumerate(ranks):
            cards.append(rank + ("SHDCS"[seen[rank]] if len(counts) < 5 else "SHSSS"[place]))
            seen[rank] += 1
        found[category(cards)] += prod(comb(4, count) for count in counts.values()) - 4 * (
            len(counts) == 5
        )
    assert found == {
        "straight_flush": 40,
        "four_of_a_kind": 624,
        "full_house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three_of_a_kind": 54_912,
        "two_pairs": 123_552,
        "one_pair": 1_098_240,
        "nothing": 1_302_540,
        "five_of_a_kind": 0,
    }


@pytest.mark.parametrize("ace", ACES)
@settings(deadline=None)
@given(drawn=hands)
def test_best_split_is_the_naive_one(ace: str, drawn: tuple[int, list[str]]) -> None:
    packs, cards = drawn
    split = SPLITTERS[ace, packs].best(cards)
    assert (split.total, split.poker) == best_split(cards, ace, packs)
    assert sorted(split.five + split.two) == sorted(cards)
    assert split.category == hand(split.five, ace, packs)


@settings(deadline=None)
@given(drawn=hands, seed=st.integers(0, 2**32))
def test_what_a_splitter_was_asked_before_never_matters(
    drawn: tuple[int, list[str]], seed: int
) -> None:
    packs, cards = drawn
    shuffled = random.Random(seed).sample(cards, len(cards))
    used, new = SPLITTERS["both", packs], Splitter(POINTS, VALUES, "both", packs)
    used.best(shuffled)
    assert used.best(cards) == new.best(cards)


def test_declared_split_takes_the_two_away() -> None:
    split = SPLITTERS["both", 1].declared(["7C", "8D", "2H", "4S", "6C", "JD", "QH"], ("7C", "8D"))
    assert (split.poker, split.rest, split.five) == (5, 5, ("2H", "4S", "6C", "JD", "QH"))
    with pytest.raises(ValueError, match="not in"):
        SPLITTERS["both", 1].declared(["7C", "8D", "2H", "4S", "6C", "JD", "QH"], ("7C", "7C"))


def test_categories_are_listed_from_best_to_worst() -> None:
    assert list(CATEGORIES) == list(POINTS) == sorted(POINTS, key=POINTS.__getitem__, reverse=True)
