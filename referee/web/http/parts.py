"""Parts that pages of every kind are made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Sentence:
    """Something said, and the clause it rests on if there is one."""

    text: str
    clause: str = ""


@dataclass(frozen=True)
class Link:
    """Words that lead to an address, with a sign before them where they have one."""

    text: str
    href: str
    icon: str = ""
