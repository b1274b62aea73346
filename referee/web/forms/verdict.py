"""The verdict under a pad, as its macro takes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Remark:
    """The one remark that matters, and whether it is good news."""

    ok: bool
    text: str
    clause: str = ""


@dataclass(frozen=True)
class CardGroup:
    """Cards that belong together, and what they bring."""

    cards: Sequence[str]
    label: str
    clause: str


@dataclass(frozen=True)
class Verdict:
    """What is tapped is worth ``say``, by its clause; ``empty`` says instead what to tap."""

    say: str = ""
    clause: str = ""
    small: str = ""
    cards: Sequence[str] = ()
    groups: Sequence[CardGroup] = ()
    remark: Remark | None = None
    empty: str = ""
