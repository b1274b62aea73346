"""Cracker: rounds told in full and by their losses alone, in any order, come to the same."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from referee.games.cracker.game import GAME
from referee.kernel.contract import totals
from tests.games.cracker.test_rules import Dealer, table


@pytest.mark.parametrize("count", [3, 4, 5])
def test_rounds_told_in_full_or_by_their_losses(count: int) -> None:
    """Rounds told in full and by their losses alone, in any order (CR-20)."""
    switched = 0
    for seed in range(20):
        rng = random.Random(seed)
        dealer = Dealer(rng, table("abcde"[:count], rounds=6, dealer="abcde"[seed % count]))
        expected: Counter[str] = Counter()
        for _ in range(6):
            if rng.random() < 0.4:
                switched += 1
                dealer.tell(
                    "depth", None, depth="quick" if dealer.state.depth == "full" else "full"
                )
            expected.update(
                dealer.play_round() if dealer.state.depth == "full" else _losses(dealer)
            )
        assert totals(GAME.lines(dealer.state), dealer.state.seats) == {
            seat: expected[seat] for seat in dealer.state.seats
        }
        assert GAME.result(dealer.state) is not None
    assert switched > 30


def _losses(dealer: Dealer) -> dict[str, int]:
    """A round of which only the end is told: who is out, and the highest cards of the others."""
    dealer.deal()
    winner = dealer.rng.choice(dealer.state.seats)
    dealer.tell("won", None, who=winner)
    return dealer.told(winner)
