"""What the parts of a formula are: numbers, yes or no, or players; and for whom they differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from .formula import COMPARISONS, BadFormula, Part

Kind = Literal["number", "yes", "who"]
TABLE, TEAM, SEAT = 0, 1, 2
OVER_ALL = ("sum", "count", "distinct")
"""Functions that always look at everybody; ``min`` and ``max`` do so with one argument."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a name or a formula before anybody plays.

    The level says for whom its value differs: not at all, by team or by player. ``step`` is the
    step of a round after which it has a value. Only what is ``kept`` has sums of earlier rounds.
    """

    kind: Kind
    level: int = SEAT
    step: int = 0
    kept: bool = False


Names = Mapping[str, Known]


def resolved(node: Part, names: Names, step: int, inside: bool = False) -> tuple[Part, Known]:
    """The tree with its functions' levels, and what it gives; raises BadFormula.

    ``step`` is the step whose entries are there. ``inside``: within a function that looks at
    everybody, where no other such one may stand.
    """
    if node.do in _LEAVES:
        return node, _LEAVES[node.do](node, names, step)
    if (over_all := _is_over_all(node)) and inside:
        raise BadFormula("nested", node.at, found=node.do)
    pairs = [resolved(part, names, step, inside or over_all) for part in node.parts]
    parts, known = tuple(part for part, _ in pairs), [one for _, one in pairs]
    if over_all or node.do == "team":
        told = _together(node, known[0], over_all)
        return replace(node, parts=parts, value=known[0].level), told
    level, last = (max(of) for of in zip(*((one.level, one.step) for one in known), strict=True))
    return replace(node, parts=parts), Known(_given(node, known), level, last)


def _is_over_all(node: Part) -> bool:
    """Whether it looks at everybody at once."""
    return node.do in OVER_ALL or (node.do in ("min", "max") and len(node.parts) == 1)


def _together(node: Part, known: Known, over_all: bool) -> Known:
    """What a function gives that looks at everybody, or at a team."""
    if over_all:
        return Known(_over_all(node, known), TABLE, known.step)
    _wants("number", node.parts, [known])
    return Known("number", min(known.level, TEAM), known.step)


def _named(node: Part, names: Names, step: int) -> Known:
    found = names[str(node.value)]
    if found.step > step:
        raise BadFormula("asked_later", node.at, found=node.value)
    return found


def _so_far(node: Part, names: Names, _step: int) -> Known:
    """The sum over earlier rounds; only entries and values by name are kept."""
    (part,) = node.parts
    found = names[str(part.value)] if part.do == "name" else None
    if not found or not found.kept or found.kind == "who":
        raise BadFormula("needs_entry", part.at)
    return Known("number", found.level)


def _over_all(node: Part, known: Known) -> Kind:
    _wants("yes" if node.do == "count" else "number", node.parts, [known])
    return "yes" if node.do == "distinct" else "number"


def _given(node: Part, known: list[Known]) -> Kind:
    """What an operation gives; raises BadFormula where it does not fit its parts."""
    if node.do == "if":
        _wants("yes", node.parts[:1], known[:1])
        return _alike(node, known[1:])
    if node.do in ("and", "or", "not"):
        _wants("yes", node.parts, known)
        return "yes"
    if node.do in ("=", "≠"):
        _alike(node, known)
        return "yes"
    # All others work with numbers; yes counts as 1 and no as 0.
    _wants("number", node.parts, known)
    return "yes" if node.do in COMPARISONS else "number"


def _wants(kind: Kind, parts: tuple[Part, ...], known: list[Known]) -> None:
    fits = ("yes", kind) if kind == "number" else (kind,)
    for part, one in zip(parts, known, strict=True):
        if one.kind not in fits:
            raise BadFormula(f"not_a_{kind}", part.at)


def _alike(node: Part, known: list[Known]) -> Kind:
    """The one kind of both parts."""
    first, second = (one.kind for one in known)
    if first == second:
        return first
    if "who" in (first, second):
        raise BadFormula("not_alike", node.at)
    return "number"


_LEAVES: dict[str, Callable[[Part, Names, int], Known]] = {
    "number": lambda _node, _names, _step: Known("number", TABLE),
    "name": _named,
    "so_far": _so_far,
}
