"""People's signs: a shape that tells one person from another, stamped in an ink that helps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from .errors import Unstorable

Who = TypeVar("Who", bound=Hashable)

SHAPES = ("sun", "moon", "leaf", "wave", "hill", "star", "drop", "bell", "fish", "key")
INKS = ("teal", "plum", "olive", "slate", "cocoa", "ink")


@dataclass(frozen=True, slots=True)
class Sign:
    """One of ten shapes in one of six inks; stored and sent as "leaf-teal"."""

    shape: str
    ink: str

    def __str__(self) -> str:
        return f"{self.shape}-{self.ink}"


def read_sign(text: str) -> Sign:
    """Return the sign written as "leaf-teal"; Unstorable if there is none such."""
    shape, _dash, ink = text.partition("-")
    if shape not in SHAPES or ink not in INKS:
        raise Unstorable("sign", "there is no such sign")
    return Sign(shape, ink)


def free_sign(taken: Iterable[Sign]) -> Sign:
    """Return the sign of somebody new: the shape and the ink that fewest of the others have, the
    first of them.
    """
    others = tuple(taken)
    return Sign(
        _rarest(SHAPES, (sign.shape for sign in others)),
        _rarest(INKS, (sign.ink for sign in others)),
    )


def told_apart(wanted: Mapping[Who, Sign]) -> dict[Who, Sign]:
    """Return everybody's sign at one table: their own, unless somebody named earlier has its shape
    or its ink.

    No shape comes twice among ten people, and no ink among six.
    """
    shapes = _apart(SHAPES, {who: sign.shape for who, sign in wanted.items()})
    inks = _apart(INKS, {who: sign.ink for who, sign in wanted.items()})
    return {who: Sign(shapes[who], inks[who]) for who in wanted}


def _rarest(kinds: tuple[str, ...], used: Iterable[str]) -> str:
    count = Counter(used)
    return min(kinds, key=lambda kind: count[kind])


def _apart(kinds: tuple[str, ...], wanted: Mapping[Who, str]) -> dict[Who, str]:
    """Whoever asks first for a kind has it; the others get what fewest have."""
    given: dict[Who, str] = {}
    for who, kind in wanted.items():
        if kind not in given.values():
            given[who] = kind
    for who in wanted:
        given.setdefault(who, _rarest(kinds, given.values()))
    return {who: given[who] for who in wanted}
