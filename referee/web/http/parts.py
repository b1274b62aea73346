"""Parts that pages of every kind are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


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


@dataclass(frozen=True)
class Notice:
    """One line that announces something, and where it leads; ``part`` is shown over the entry instead."""

    text: str
    href: str = ""
    link: str = ""
    part: str = ""


@dataclass(frozen=True)
class Form:
    """Where a form is sent, and what goes with it unseen."""

    action: str
    hidden: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Go:
    """The big button: a link, or it sends a form; ``kind`` is record, quiet, or open where something is missing."""

    text: str
    href: str = ""
    kind: str = ""
    form: str = "entry"
    name: str = ""
    value: str = "1"
    share: str = ""


@dataclass(frozen=True)
class Actions:
    """The buttons at the foot: undo, links, and the big one."""

    undo: Any = None
    go: Go | None = None
    plain: Sequence[Link] = ()


@dataclass(frozen=True)
class Fact:
    """Cards that collide: whose, what they were entered as, and where that is changed."""

    name: str
    kind: str
    cards: Sequence[Any]
    change_href: str | None = None


@dataclass(frozen=True)
class CalledBox:
    """What can be done about a call from the box over an entry: settle it, go on meanwhile, correct the entry."""

    action: str
    refresh: str
    hidden: Mapping[str, Any]
    settles: str | None
    goes_on: bool
    correct: str | None
    href: str


@dataclass(frozen=True)
class RefusalBox:
    """What rises over an entry: what is wrong and why, the cards side by side, and the ways out."""

    title: str
    why: str
    clause: str
    facts: Sequence[Fact]
    others: Sequence[Sentence]
    go: Go | None
    overrule: bool = False
    stands: str = ""
    accept: Sequence[str] = ()
    reason: str = ""
    unreasoned: bool = False
    call: CalledBox | None = None
