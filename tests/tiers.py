"""How much a law looks at: a few in the fast tier, as many as are wanted in the slow one."""

from __future__ import annotations

import pytest


def in_tiers(name: str, few: int, many: int) -> pytest.MarkDecorator:
    """Run a test with ``few``, and in the slow tier with ``many``."""
    return pytest.mark.parametrize(name, [few, pytest.param(many, marks=pytest.mark.slow)])
