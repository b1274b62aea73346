"""How much a test looks at: a little in the fast tier, more in the slow one, ``make test-slow``,
and all that there is in ``make soak``, which takes hours.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest
from _pytest.mark.structures import ParameterSet
from hypothesis import HealthCheck, Phase, settings

T = TypeVar("T", bound=tuple[object, ...])
SOAK = os.environ.get("TIER") == "soak"
SLOW = SOAK or os.environ.get("TIER") == "slow"
IN_SLOW = (pytest.mark.slow,)
IN_SOAK = (pytest.mark.slow, pytest.mark.soak)
"""Marks of a case that runs in the slow tier, or in ``make soak`` alone."""
property_test = pytest.mark.property_test
"""A test that runs in both tiers and looks at more in the slow one."""
one_in = pytest.mark.one_in
"""Of the cases of a test that are alike the slow tier takes one in so many, ``make soak`` all."""
by_turns = pytest.mark.by_turns
"""A test that takes its time with each game, and is asked of some in the fast tier."""


def cases(few: int, many: int, first: int = 0) -> range:
    """So many cases or seeds of a property: ``few`` in the fast tier, ``many`` in the slow one."""
    return range(first, first + (many if SLOW else few))


def in_tiers(name: str, few: int, many: int) -> pytest.MarkDecorator:
    """Run a test with ``few``, and in the slow tier with ``many``."""
    return pytest.mark.parametrize(name, [few, pytest.param(many, marks=pytest.mark.slow)])


def one_each(every: Iterable[T], kind: Callable[[T], object]) -> list[ParameterSet]:
    """The last case of every kind in the fast tier, every twelfth of the others in the slow one,
    and the rest in ``make soak``.
    """
    listed = [*every]
    last = {kind(one): at for at, one in enumerate(listed)}
    others = [IN_SLOW if at % 12 == 0 else IN_SOAK for at in range(len(listed))]
    return [
        pytest.param(*one, marks=() if last[kind(one)] == at else others[at])
        for at, one in enumerate(listed)
    ]


def examples(few: int, many: int, steps: int = 1) -> settings:
    """So many examples of a property, or walks of so many ``steps``: the same ones each time, but
    in ``make soak``, which looks for new ones.
    """
    return settings(
        max_examples=many if SLOW else few,
        stateful_step_count=steps,
        derandomize=not SOAK,
        phases=set(Phase) - {Phase.explain},
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
