"""The walk as a state machine of Hypothesis: any act may follow any other. After each, the log is
sound and every address is opened; the shortest way to what breaks is found and told.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from . import acts, groups, properties
from .walk import Walk, alike

SEEDS = st.integers(0, 2**32 - 1)
TABLES = SEEDS.filter(bool)
"""Seeds of tables, but for 0: the first walk of all does nothing but one act from that seed."""
CHANCE = SEEDS.map(Random)
"""What an act draws, from a seed of its own: it means the same whatever was left out before it."""
ENTRIES = 30
"""As many entries at most were made before a walk begins."""


def _rule(act: acts.Act) -> Any:
    def done(self: Acts, rng: Random) -> None:
        self.do(act, rng)

    done.__name__ = act.__name__
    return rule(rng=CHANCE)(done)


class Acts(RuleBasedStateMachine):
    """What may be done again at a table like it; ``do`` says at which tables it is done."""

    game: str

    def do(self, act: acts.Act, rng: Random) -> None:
        """Do an act."""
        raise NotImplementedError

    # Entering comes up more often than anything else.
    enter, enter_next, enter_then, enter_last = (_rule(acts.enter) for _ in range(4))
    play_on = _rule(acts.play_on)
    enter_illegal = _rule(acts.enter_illegal)
    enter_at_random = _rule(acts.enter_at_random)
    let_stand = _rule(acts.let_stand)
    enter_again = _rule(acts.enter_again)
    look_before_entering = _rule(acts.look_before_entering)
    undo = _rule(acts.undo)
    redo = _rule(acts.redo)
    undo_any = _rule(acts.undo_any)
    correct = _rule(acts.correct)
    correct_newest = _rule(acts.correct_newest)
    change_settings = _rule(acts.change_settings)
    dispute = _rule(acts.dispute)
    settle_all = _rule(acts.settle_all)
    keep_a_ruling = _rule(acts.keep_a_ruling)
    submit = _rule(acts.submit)
    join = _rule(acts.join)
    put_in_order = _rule(acts.put_in_order)
    rename = _rule(acts.rename)
    next_table = _rule(acts.next_table)
    merge = _rule(groups.merge)
    part = _rule(groups.part)
    forget = _rule(groups.forget)


class Evening(Acts):
    """A walk around a table of one game; other phones, servers, files and clocks come in."""

    @initialize(seed=TABLES, entries=st.integers(0, ENTRIES))
    def begin(self, seed: int, entries: int) -> None:
        """Open a table and play on it for a while."""
        self.rng = Random(seed)
        self.walk = Walk(self.game, self.rng)
        self.walk.kept.enter_context(alike(seed))
        for _ in range(entries):
            acts.enter(self.walk, self.rng)

    def do(self, act: acts.Act, rng: Random) -> None:
        """Do an act at the table."""
        self.rng = rng
        act(self.walk, rng)

    rule_too_late = _rule(groups.rule_too_late)
    bring_in = _rule(groups.bring_in)
    come_late = _rule(groups.come_late)
    move_group = _rule(groups.move_group)

    @invariant()
    def log_is_sound(self) -> None:
        properties.table_is_sound(self.walk)

    @invariant()
    def every_address_opens(self) -> None:
        self.walk.open_all(self.rng)

    def teardown(self) -> None:
        if hasattr(self, "walk"):
            self.walk.close()
