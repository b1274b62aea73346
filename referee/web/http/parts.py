"""What every page has, and the parts that pages of every kind are made of; the fields of a page are
the names that its template uses.
"""

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
class Row:
    """A row of a list, which leads somewhere if it has an ``href``: name, state, and below a line
    with a detail.

    ``running`` if it goes on now; a ``game`` stands with its drawing.
    """

    href: str
    name: str
    state: str = ""
    line: str = ""
    detail: str = ""
    running: bool = False
    game: str = ""


@dataclass(frozen=True)
class Way:
    """A row that leads on: words with a second line, an icon or a symbol, a note at its right.

    ``save`` if it leads to a file.
    """

    text: str
    href: str
    icon: str = ""
    state: str = ""
    sign: Any = None
    note: str = ""
    save: bool = False


@dataclass(frozen=True)
class Notice:
    """One line that announces something, and where it leads; ``part`` is shown over the entry
    instead.
    """

    text: str
    href: str = ""
    link: str = ""
    part: str = ""


@dataclass(frozen=True)
class Choice:
    """One value that can be chosen, with what helps to choose it; one that is ``refused`` is shown
    so and can be tapped to hear why.
    """

    value: str
    label: str
    on: bool = False
    help: str | None = None
    clause: str = ""
    note: str | None = None
    refused: bool = False


@dataclass(frozen=True)
class Form:
    """Where a form is sent, and what goes with it unseen."""

    action: str
    hidden: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Go:
    """The big button: a link, or it sends a form; ``kind`` is record, quiet, or open where
    something is missing.

    What is missing is known to a script alone; ``plain`` says what a tap does where there is none.
    """

    text: str
    href: str = ""
    kind: str = ""
    form: str = "entry"
    name: str = ""
    value: str = "1"
    share: str = ""
    plain: str = ""


@dataclass(frozen=True)
class Actions:
    """The buttons at the foot: undo, redo, links, and the big one."""

    undo: Any = None
    go: Go | None = None
    plain: Sequence[Link] = ()
    redo: Any = None


@dataclass(frozen=True)
class Fact:
    """Cards that count or collide: whose, what they were entered as or make, where that is changed
    and by what words, and their number.
    """

    name: str
    kind: str
    cards: Sequence[Any]
    change_href: str | None = None
    change: str = ""
    value: int | None = None


@dataclass(frozen=True)
class CalledBox:
    """The way from the box over an entry to where people decide, and where the box is asked for
    anew.
    """

    refresh: str
    text: str
    href: str


@dataclass(frozen=True)
class RefusalBox:
    """What rises over an entry: what is wrong and why, the cards side by side, and the ways out.

    ``earlier`` leads to an entry that may be the wrong one; ``never`` says that it cannot be
    allowed.
    """

    title: str
    why: str
    clause: str
    facts: Sequence[Fact]
    others: Sequence[Sentence]
    go: Go | None
    overrule: bool = False
    earlier: str = ""
    accept: Sequence[str] = ()
    usual: Sequence[Choice] = ()
    reason: str = ""
    unreasoned: bool = False
    never: str = ""
    call: CalledBox | None = None


@dataclass(frozen=True)
class Banner:
    """What holds for the whole round, with its clause and perhaps a suit."""

    title: str
    text: str
    clause: str
    icon_suit: str | None


@dataclass(frozen=True)
class AskBar:
    """Somebody who wants to join: what they want, a note, how many wait behind, where it is
    answered.
    """

    says: str
    sign: Any
    note: str
    more: int
    action: str
    key: str


@dataclass(frozen=True)
class Header:
    """The bar: its title or else the game's name, where one is, the way back, the menu; ``live``
    where a light tells of the line.

    ``ruler`` is (rounds done, rounds in all), ``half`` that one is under way; ``code`` lets in who
    reads it on a screen with room for it; ``asks`` is the bar of a phone that waits for this one's
    yes.
    """

    title: str = ""
    back: str | None = None
    where: str = ""
    game_name: str = ""
    live: bool = False
    ruler: tuple[int, int] | None = None
    half: bool = False
    banner: Banner | None = None
    menu: str = ""
    notes: tuple[Notice, ...] = ()
    code: str = ""
    asks: AskBar | None = None


@dataclass(frozen=True, kw_only=True)
class Page:
    """What a template is given: the fields of a page are the names its template uses."""

    header: Header
    form: Form | None = None
    actions: Actions | None = None
    view: Any = None
    preview_url: str = ""
