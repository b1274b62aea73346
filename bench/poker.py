"""The best Chief split: how long it takes, beside a published evaluator asked for all 21 splits,
and whether it is right.

``python -m bench.poker --check`` compares a million random sevens of one and of two packs with a
plain evaluation, and many of one pack with the published evaluator too.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence
from itertools import combinations

from treys import Card as TreysCard
from treys import Evaluator

from bench.report import Row, against
from referee.kernel.cards import french
from referee.shapes.poker import ACES, Split, Splitter
from tests.shapes.naive_poker import NUMBERS, POINTS, best_split

VALUES = {rank: min(value, 10) for rank, value in NUMBERS.items()}
TREYS_POINTS = (45, 45, 40, 35, 30, 25, 20, 15, 10, 5)
"""Points by treys' class of a hand, from the royal flush to the high card."""
SPLITS = [
    (five, tuple(at for at in range(7) if at not in five)) for five in combinations(range(7), 5)
]
HANDS = 1_000
ROUNDS = 20
CHECKED = 1_000_000
CHECK_WITH_TREYS = 100_000

Hand = Sequence[str]


def deal(packs: int, hands: int, rng: random.Random) -> list[list[str]]:
    """Random sevens; every other one of two packs comes from few ranks or few suits, where the rare
    hands are.
    """
    pack = [*french().counts] * packs
    narrow = [
        [card for card in pack if card[0] in "AKQJT"],
        [card for card in pack if card[1] in "SH"],
        [card for card in pack if card[0] in "A23"],
    ]
    return [
        rng.sample(pack if at % 2 or packs == 1 else narrow[at // 2 % 3], 7) for at in range(hands)
    ]


def treys_split() -> Callable[[Hand], int]:
    """The best split by a published evaluator: 21 hands of five, each looked up."""
    evaluator = Evaluator()
    cards = {card: TreysCard.new(card[0] + card[1].lower()) for card in french().counts}

    def best(hand: Hand) -> int:
        ints, values = [cards[card] for card in hand], [VALUES[card[0]] for card in hand]
        return max(
            TREYS_POINTS[
                evaluator.get_rank_class(evaluator.evaluate([], [ints[at] for at in five]))
            ]
            + (values[two[0]] + values[two[1]]) % 10
            for five, two in SPLITS
        )

    return best


def microseconds(best: Callable[[Hand], object], hands: Sequence[Hand]) -> float:
    """How long one hand takes."""
    began = time.perf_counter()
    for hand in hands:
        best(hand)
    return (time.perf_counter() - began) / len(hands) * 1e6


def rows(quick: bool = False) -> list[Row]:
    """The report's rows: the time itself for one and two packs, and the ratio to the evaluator."""
    rng = random.Random(7)
    rounds, count = (1, 50) if quick else (ROUNDS, HANDS)
    published = treys_split()
    found = []
    for packs in (1, 2):
        # Plain random hands: what is dealt at a table.
        hands = [rng.sample([*french().counts] * packs, 7) for _ in range(count)]
        splitter = Splitter(POINTS, VALUES, packs=packs)
        ours = [microseconds(splitter.best, hands) for _ in range(rounds + 1)]
        # What a splitter was asked it remembers, so each round of those that are new to it has a
        # new one.
        fresh = [
            microseconds(Splitter(POINTS, VALUES, packs=packs).best, hands) for _ in range(rounds)
        ]
        # The quickest round: what disturbs a round only ever makes it longer.
        found.append(
            Row(
                "T7",
                f"best Chief split, {packs} pack{'s' * (packs > 1)}, ranks asked for before",
                min(ours),
                "us",
                most=5,
            )
        )
        found.append(Row("T7", "… ranks that are new", min(fresh), "us", most=5))
        if packs == 1:
            turns = [
                (
                    microseconds(Splitter(POINTS, VALUES, packs=1).best, hands),
                    microseconds(published, hands),
                )
                for _ in range(rounds)
            ]
            by_turns = [one for one, _ in turns], [other for _, other in turns]
            found.append(
                against(
                    "T7", "best Chief split, new, beside 21 hands by treys", *by_turns, "us", most=1
                )
            )
    return found


def worth(split: Split) -> tuple[int, int]:
    """What counts in a split: the total, then the poker hand."""
    return split.total, split.poker


def wrong(packs: int, ace: str, hands: Sequence[Hand]) -> list[Hand]:
    """The hands whose best split differs from the plain evaluation's."""
    splitter = Splitter(POINTS, VALUES, ace, packs)
    return [hand for hand in hands if worth(splitter.best(hand)) != best_split(hand, ace, packs)]


def wrong_by_treys(hands: Sequence[Hand]) -> list[Hand]:
    """The hands of one pack whose best split differs from the published evaluator's."""
    splitter, published = Splitter(POINTS, VALUES, packs=1), treys_split()
    return [hand for hand in hands if splitter.best(hand).total != published(hand)]


def check(hands: int, seed: int = 1) -> int:
    """Compare, and say how many differ; the number of differences."""
    rng = random.Random(seed)
    bad = 0
    for packs in (1, 2):
        for ace in ACES:
            share = hands // len(ACES)
            found = wrong(packs, ace, deal(packs, share, rng))
            bad += len(found)
            print(
                f"{packs} pack{'s' * (packs > 1)}, ace {ace}: {share:,} hands, {len(found)} differ"
                f" {found[:3] or ''}",
                flush=True,
            )
    found = wrong_by_treys(deal(1, min(hands, CHECK_WITH_TREYS), rng))
    print(
        f"treys, 1 pack: {min(hands, CHECK_WITH_TREYS):,} hands, {len(found)} differ"
        f" {found[:3] or ''}"
    )
    return bad + len(found)


def main() -> int:
    """Measure, or check."""
    parser = argparse.ArgumentParser(prog="python -m bench.poker", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="compare with a plain and with a published evaluation"
    )
    parser.add_argument(
        "--hands",
        type=int,
        default=CHECKED,
        help="how many of one and of two packs each (%(default)s)",
    )
    options = parser.parse_args()
    if options.check:
        return min(1, check(options.hands))
    for row in rows():
        print(*row.cells())
    return 0


if __name__ == "__main__":
    sys.exit(main())
