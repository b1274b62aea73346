"""A player at the dispute desk who knows the facts of a record and tells only what is asked: how many facts that takes, and which."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.kernel.asking import Standing, standing
from referee.kernel.question import Question

MOST = 60


@dataclass(frozen=True)
class Asked:
    """How a question stands in the end, the facts that had to be known, those that were told, and those that one could have told."""

    end: Standing
    needed: frozenset[str]
    told: Mapping[str, str]
    offered: frozenset[str]


def tell(question: Question, options: Mapping[str, Any], facts: Mapping[str, Any]) -> Asked:
    """Every fact of these that the desk asks for, one after the other."""
    known = {name: ("yes" if value else "no") if isinstance(value, bool) else str(value) for name, value in facts.items()}
    told, needed, offered = dict[str, str](), set[str](), set[str]()
    for _fact in range(MOST):
        now = standing(question, options, told)
        needed |= set(now.needed)
        offered |= {*now.needed, *now.matter}
        new = next((name for name in (*now.needed, *now.matter) if name in known and name not in told), None)
        if new is None:
            break
        told[new] = known[new]
    return Asked(now, frozenset(needed), told, frozenset(offered))
