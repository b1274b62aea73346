"""The Things: what a truthful table tells is never refused, in full and quick entry and with
changes between them, by any house rules.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from referee.games import GAMES
from tests.games.the_things.station import Station
from tests.support.tiers import in_tiers
from tools.sample import sample_options


@in_tiers("games", 25, 60)
@pytest.mark.parametrize("depth", ["full", "quick", "switching"])
def test_nothing_a_truthful_table_tells_is_refused(depth: str, games: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(games):
        rng = random.Random(f"{depth} {seed}")
        seats = "abcdefghij"[: rng.choice((3, 3, 4, 5, 6, 10))]
        chosen = {} if seed % 3 == 0 else sample_options(GAMES["the-things"].info, seats, rng)
        chosen |= {"depth": "quick" if depth == "quick" else "full", "start": seats[-1]}
        table = Station(seats, chosen, rng, switching=depth == "switching")
        table.play(rng.choice((3, 12, 40)))
        seen.update(kind for kind, _, _ in table.effects)
        seen["shuffled"] += table.state.shuffled
    wanted = {"search", "talk", "test", "attack", "call", "sides", "shuffled"}
    full = {"play", "attack_passes", "defence_passes", "judge", "draw", "red", "hand"}
    assert (
        min(seen[what] for what in (wanted - {"shuffled"} if depth == "quick" else wanted | full))
        > games // 50
    ), seen


@pytest.mark.parametrize("count", [3, 4, 5])
def test_searches_through_the_whole_pile_are_never_refused(count: int) -> None:
    """TT-57, TT-66: the open discards are shuffled in, and may be drawn and discarded again."""
    for seed in range(12):
        table = Station(
            "abcde"[:count],
            {"depth": "full", "search_discards": "face_up"},
            random.Random(seed),
            ("search",),
        )
        table.play(60)
        assert table.state.shuffled or len(table.effects) < 60
