"""Which sums teams can have together, for a table that tells nothing else (DT-1, DT-10, DT-27)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations


def highest(end_at: int) -> int:
    """The highest sum of a team: one card more than ends a game, since two may be gained at once."""
    return sum(range(10, 10 - most_cards(end_at), -1))


def most_cards(end_at: int) -> int:
    """The most cards a team can have."""
    return end_at + 1


def fewest_to_end(end_at: int, at_once: bool) -> int:
    """The lowest sum of the team that ended a game; ``at_once`` if it may have thrown a pair away since."""
    cards = end_at - 1 if at_once else end_at
    return sum(range(1, cards + 1))


def possible(sums: Sequence[int], end_at: int) -> bool:
    """Whether teams without equal numbers can have these sums, with r copies of each rank r."""
    scarce = range(1, len(sums))
    used = {(0,) * len(scarce)}
    for total in sums:
        taken = _scarce_ranks(total, most_cards(end_at), len(scarce))
        added = {tuple(had + (rank in ranks) for rank, had in zip(scarce, before, strict=True)) for before in used for ranks in taken}
        used = {counts for counts in added if all(count <= rank for rank, count in zip(scarce, counts, strict=True))}
    return bool(used)


@lru_cache(maxsize=512)
def _scarce_ranks(total: int, most: int, scarce: int) -> frozenset[frozenset[int]]:
    """The least sets of ranks up to ``scarce`` that a team with that sum needs: fewer would not do."""
    sets = {
        frozenset(rank for rank in team if rank <= scarce)
        for size in range(most + 1)
        for team in combinations(range(1, 11), size)
        if sum(team) == total
    }
    return frozenset(ranks for ranks in sets if not any(other < ranks for other in sets))
