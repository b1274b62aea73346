"""A player at the dispute desk who knows the facts of a record and tells only what is asked: which facts and how many taps that takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.kernel.asking import Standing, standing
from referee.kernel.fields import Cards, Field, Int
from referee.kernel.question import Question

MOST = 60
FROM_HOME = 2
"""Ask, and the question; at a table the menu comes before them."""


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


def taps(question: Question, options: Mapping[str, Any], asked: Asked) -> int:
    """The taps by which these facts are told, cards not counted: keys, and the rows that do not light by themselves."""
    fields = question.fields(options, asked.told)
    told = [field for field in fields if field.name in asked.told]
    return sum(_taps(field, asked.told[field.name]) for field in told) - _first_row(fields, asked.told)


def _taps(field: Field, told: str) -> int:
    if isinstance(field, Cards):
        # A row that is full lights the next.
        return int(field.most > field.least or field.optional)
    return len(told) if isinstance(field, Int) and field.high > 14 else len(told.split())


def _first_row(fields: tuple[Field, ...], told: Mapping[str, str]) -> int:
    """The row that is lit from the start."""
    rows = [field for field in fields if isinstance(field, Cards)]
    return int(bool(rows) and rows[0].name in told and _taps(rows[0], told[rows[0].name]) == 1)
