"""The walk: random acts of ten phones at one table, every address opened after each, in every
game.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from referee.games import GAMES
from tests.support.tiers import SLOW, law
from tests.walk.all_acts import ACTS
from tests.walk.twins import secret_games, twins
from tests.walk.walker import Step, report, shrunk, steps_of, walk

FEW, MANY = 3, 12
WALKS = 8
"""Walks that are tried for the last address; two are enough as a rule."""
STATES = (
    "play_on",
    "next_table",
    "merge",
    "come_late",
    "bring_in",
    "part",
    "merge",
    "rule_too_late",
    "forget",
    "move_group",
    "forget",
    "bring_in",
)
"""What brings people, groups and tables into every state there is."""
ELSEWHERE = {
    "home.at": "only where there are several nodes",
    "offline.certificate": "only where https is served",
    "files.bg_stats": (
        "linked once a game is over; opened by its own law at finished tables of every game"
    ),
    "groups.watch": "opened by the tests of the group’s page, as it lets a phone in",
    "groups.again": "opened by the tests of the group’s page, as it lets a phone in",
}


def walked(game: str, seed: int, count: int) -> Counter[str]:
    """Walk; what broke is told by the shortest way to it."""
    return broke(game, seed, steps_of(game, seed, count))


def broke(game: str, seed: int, steps: list[Step]) -> Counter[str]:
    """The same with these steps."""
    opened = Counter[str]()
    if found := walk(game, seed, steps, opened=opened):
        done, broken = found
        pytest.fail(
            report(game, seed, shrunk(game, seed, steps[:done], broken), broken), pytrace=False
        )
    return opened


@pytest.mark.parametrize("game", GAMES)
def test_nothing_breaks_on_a_short_walk(game: str) -> None:
    """A random walk over the site with this game breaks nothing."""
    walked(game, 0, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_nothing_breaks_on_a_long_walk(game: str) -> None:
    walked(game, 1, MANY)


@law
@pytest.mark.parametrize("game", [*GAMES][:: 4 if SLOW else len(GAMES)])
def test_people_and_groups_come_into_every_state(game: str) -> None:
    """Forgotten, made one and parted, moved to another server, brought in unsound, of times to
    come, joined once all is over.
    """
    rng = random.Random(f"{game} states")
    broke(game, 1, [Step(act, rng.randrange(2**32)) for act in STATES])


def every_act(game: str, seed: int) -> list[Step]:
    """Every act of a walk once, in the order of a seed."""
    rng = random.Random(f"{game} {seed} acts")
    return [Step(act, rng.randrange(2**32)) for act in rng.sample([*ACTS], len(ACTS))]


@pytest.mark.slow
def test_walks_open_every_address(tmp_path: Path) -> None:
    """A page that no walk reaches is a page that no law holds.

    Some pages are there only for a while, as a question until it is settled: a few walks may miss
    one, all may not.
    """
    from app import create_app

    rules = create_app({"DATABASE": str(tmp_path / "referee.db")}).url_map.iter_rules()
    missing = {rule.endpoint for rule in rules if "GET" in (rule.methods or ())} - set(ELSEWHERE)
    for seed in range(WALKS):
        missing -= set(broke("indian-chief", seed, every_act("indian-chief", seed)))
        if not missing:
            break
    assert sorted(missing) == []


@pytest.mark.parametrize("game", secret_games())
def test_twin_tables_tell_nothing_of_what_is_hidden(game: str) -> None:
    """Two tables that differ in what is hidden look alike to everybody else."""
    assert any(twins(game, seed, 2, 3) for seed in range(4))


@pytest.mark.slow
@pytest.mark.parametrize("game", secret_games())
def test_twin_tables_tell_nothing_on_long_walks(game: str) -> None:
    """A walk in which a moment for a secret came."""
    compared = (twins(game, seed) for seed in range(4, 100))
    assert any(compared)
