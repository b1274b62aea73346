"""How much a test looks at: a little in the fast tier, much in the slow one, ``make test-slow``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest
from _pytest.mark.structures import ParameterSet

T = TypeVar("T", bound=tuple[object, ...])
SLOW = os.environ.get("TIER") == "slow"
law = pytest.mark.law
"""A test that runs in both tiers and looks at more in the slow one."""


def cases(few: int, many: int, first: int = 0) -> range:
    """So many cases or seeds of a law: ``few`` in the fast tier, ``many`` in the slow one."""
    return range(first, first + (many if SLOW else few))


def in_tiers(name: str, few: int, many: int) -> pytest.MarkDecorator:
    """Run a test with ``few``, and in the slow tier with ``many``."""
    return pytest.mark.parametrize(name, [few, pytest.param(many, marks=pytest.mark.slow)])


def one_each(every: Iterable[T], kind: Callable[[T], object]) -> list[ParameterSet]:
    """The last case of every kind in the fast tier, the others in the slow one."""
    listed = [*every]
    last = {kind(one): at for at, one in enumerate(listed)}
    return [
        pytest.param(*one, marks=() if last[kind(one)] == at else pytest.mark.slow)
        for at, one in enumerate(listed)
    ]
