"""Formulas as patterns with gaps: what is in the gaps of one, and one with other things there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from .formula import BadFormula, Part, read_formula, respelled

Gaps = Mapping[str, int | str]
"""What stands in each gap: a number, or the name of an entry."""
MOST_READ = 1024
"""Formulas of which the tree is kept: each is compared with every pattern."""
ENTRY, WHO, YES, NUMBER, AMOUNT = "entry", "who", "yes", "number", "amount"
GAPS = {
    **dict.fromkeys("ABC", ENTRY),
    "W": WHO,
    "Y": YES,
    **dict.fromkeys("NMKT", NUMBER),
    "X": AMOUNT,
}
"""What may stand in a gap of this letter: an amount is a number or a name."""


def read(text: object, names: set[str]) -> Part | None:
    """The tree of a formula that is stored; None if it cannot be read."""
    return _read(str(text), frozenset(names))


@lru_cache(MOST_READ)
def _read(text: str, names: frozenset[str]) -> Part | None:
    try:
        return read_formula(text, {}, names)
    except BadFormula:
        return None


@cache
def _pattern(text: str) -> Part:
    return read_formula(text, {}, {*GAPS, "me", "players", "round"})


def matched(pattern: str, node: Part | None) -> Gaps | None:
    """What stands in the gaps of a pattern; None if a formula is of another kind.

    A gap that the pattern has twice holds the same both times.
    """
    if node is None:
        return None
    found: dict[str, int | str] = {}
    fits = all(
        found.setdefault(gap, value) == value for gap, value in _pairs(_pattern(pattern), node)
    )
    return found if fits and "" not in found else None


def _pairs(pattern: Part, node: Part) -> Iterator[tuple[str, int | str]]:
    """Each gap with what stands there; an empty one where a formula differs from its pattern."""
    gap = str(pattern.value) if pattern.do == "name" else ""
    if gap in GAPS:
        value = _held(GAPS[gap], node)
        yield (gap, value) if value is not None else ("", "")
    elif (pattern.do, pattern.value, len(pattern.parts)) != (node.do, node.value, len(node.parts)):
        yield "", ""
    else:
        for part, other in zip(pattern.parts, node.parts, strict=True):
            yield from _pairs(part, other)


def _held(kind: str, node: Part) -> int | str | None:
    """What stands in a gap of a kind; None for what cannot stand there."""
    if kind not in (NUMBER, AMOUNT):
        return node.value if node.do == "name" else None
    if node.do == "number":
        return node.value
    if node.do == "negative" and node.parts[0].do == "number":
        return -int(node.parts[0].value)
    return node.value if node.do == "name" and kind == AMOUNT else None


def filled(pattern: str, gaps: Gaps) -> str:
    """The formula of a pattern with these in its gaps."""
    return respelled(
        pattern, {}, {gap: str(value).replace("-", "−") for gap, value in gaps.items()}
    )
