"""The walk: random acts of ten phones at one table, every address opened after each, in every
game.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test

from app import create_app
from referee.games import GAMES
from referee.web.http.permissions import addresses
from tests.stateful import acts, groups
from tests.stateful.machine import Evening
from tests.stateful.twins import Twins
from tests.stateful.walk import Walk
from tests.support.options import with_option
from tests.support.tiers import SLOW, examples, property_test

WALKS = int(os.environ.get("WALKS", 1))
STEPS = int(os.environ.get("STEPS", 8 if SLOW else 2))
STATES = (
    *(acts.play_on, acts.next_table, groups.merge, groups.come_late, groups.bring_in, groups.part),
    *(groups.merge, groups.rule_too_late, groups.forget, groups.move_group, groups.forget),
    groups.bring_in,
)
"""What brings people, groups and tables into every state there is."""
ELSEWHERE = {
    "home.at": "only where there are several nodes",
    "offline.certificate": "only where https is served",
    "files.bg_stats": (
        "linked once a game is over; opened by its own test at finished tables of every game"
    ),
    "groups.watch": "opened by the tests of the group’s page, as it lets a phone in",
    "groups.again": "opened by the tests of the group’s page, as it lets a phone in",
}


def walk(kind: type[RuleBasedStateMachine], game: str) -> None:
    """Walk in one game; what breaks is told by the shortest way to it."""
    machine = type(game, (kind,), {"game": game})
    run_state_machine_as_test(machine, settings=examples(WALKS, WALKS, STEPS))


@property_test
@pytest.mark.parametrize("game", GAMES)
def test_nothing_breaks_on_a_walk(game: str) -> None:
    """A random walk over the site with this game breaks nothing."""
    walk(Evening, game)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*GAMES][::4])
def test_people_and_groups_come_into_every_state(game: str) -> None:
    """Forgotten, made one and parted, moved to another server, brought in unsound, of times to
    come, joined once all is over.
    """
    one_way(game, STATES)


EVERY_ACT: tuple[acts.Act, ...] = (
    *(acts.enter, acts.play_on, acts.enter_illegal, acts.enter_at_random, acts.let_stand),
    *(acts.enter_again, acts.look_before_entering, acts.undo, acts.redo, acts.undo_any),
    *(acts.correct, acts.correct_newest, acts.change_settings, acts.dispute, acts.settle_all),
    *(acts.keep_a_ruling, acts.submit, acts.join, acts.put_in_order, acts.rename),
    *(acts.next_table, groups.merge, groups.part, groups.forget, groups.rule_too_late),
    *(groups.bring_in, groups.come_late, groups.move_group),
)


def one_way(game: str, way: Sequence[acts.Act], seed: int = 1) -> None:
    """Do these acts one after the other, and look at everything after each."""
    machine = type(game, (Evening,), {"game": game})()
    try:
        machine.begin(seed=seed, entries=0)
        for at, act in enumerate(way):
            machine.do(act, Random(seed + at))
            machine.log_is_sound()
            machine.every_address_opens()
    finally:
        machine.teardown()


@pytest.mark.slow
def test_walks_open_every_address(tmp_path: Path) -> None:
    """A page that no walk reaches is a page that no property is asked of: every act is done once
    in each of at most eight walks.
    """
    rows = addresses(create_app({"DATABASE": str(tmp_path / "referee.db")}))
    every = {row.endpoint for row in rows if row.method == "GET"} - set(ELSEWHERE)
    Walk.opened.clear()
    for seed in range(1, 9):
        if every <= set(Walk.opened):
            break
        one_way("indian-chief", Random(seed).sample(EVERY_ACT, len(EVERY_ACT)), seed)
    assert sorted(every - set(Walk.opened)) == []


@property_test
@pytest.mark.parametrize("game", with_option("entry"))
def test_twin_tables_tell_nothing_of_what_is_hidden(game: str) -> None:
    """Two tables that differ in what is hidden look alike to everybody else."""
    Twins.compared = 0
    walk(Twins, game)
    assert Twins.compared
