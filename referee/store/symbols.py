"""People's signs: a shape in an ink, which tell people apart."""

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
    """Parse a sign such as "leaf-teal"; raises Unstorable."""
    shape, _dash, ink = text.partition("-")
    if shape not in SHAPES or ink not in INKS:
        raise Unstorable("sign", "there is no such sign")
    return Sign(shape, ink)


def free_sign(taken: Iterable[Sign]) -> Sign:
    """Return a new person's sign: the first of the least used shapes and inks."""
    others = tuple(taken)
    return Sign(
        _rarest(SHAPES, (sign.shape for sign in others)),
        _rarest(INKS, (sign.ink for sign in others)),
    )


def told_apart(wanted: Mapping[Who, Sign]) -> dict[Who, Sign]:
    """Return each person's sign; among ten people no shape repeats, among six no ink."""
    shapes = _apart(SHAPES, {who: sign.shape for who, sign in wanted.items()})
    inks = _apart(INKS, {who: sign.ink for who, sign in wanted.items()})
    return {who: Sign(shapes[who], inks[who]) for who in wanted}


def _rarest(kinds: tuple[str, ...], used: Iterable[str]) -> str:
    count = Counter(used)
    return min(kinds, key=lambda kind: count[kind])


def _apart(kinds: tuple[str, ...], wanted: Mapping[Who, str]) -> dict[Who, str]:
    """The first person to want a kind gets it; the others get the least used."""
    given: dict[Who, str] = {}
    for who, kind in wanted.items():
        if kind not in given.values():
            given[who] = kind
    for who in wanted:
        given.setdefault(who, _rarest(kinds, given.values()))
    return {who: given[who] for who in wanted}
