"""Names short enough for a narrow column, and still told apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

LONGEST_SHARED = 5
"""So many letters of a shared beginning leave no room for the one that tells."""


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """The shortest form of every seat's name that tells it from the others."""
    return {seat: _shortest(name, [other for at, other in names.items() if at != seat]) for seat, name in names.items()}


def _shortest(name: str, others: Sequence[str]) -> str:
    """Its beginning as far as it tells; if that would be long, its first letter and what follows the beginning they share."""
    alike = [other for other in others if _shared(name, other) >= LONGEST_SHARED]
    if alike:
        stem = _shared(name, *alike)
        return f"{name[:1]}…{_beginning(name[stem:], [other[stem:] for other in alike], 2)}"
    return _beginning(name, others, 4 if name.isascii() else 3)


def _beginning(name: str, others: Sequence[str], least: int) -> str:
    shared = max((_shared(name, other) for other in others), default=0)
    return name[: max(shared + 1, least)]


def _shared(*names: str) -> int:
    """How many letters they begin with alike."""
    return len(list(takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False))))
