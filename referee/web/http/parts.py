"""Page models: a page's fields are the names that its template uses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Sentence:
    """A sentence and the clause it rests on, if any."""

    text: str
    clause: str = ""


@dataclass(frozen=True)
class Link:
    """A link with an optional icon."""

    text: str
    href: str
    icon: str = ""


@dataclass(frozen=True)
class VariantLink:
    """One of the variants of a page; ``on`` if it is shown."""

    text: str
    href: str
    on: bool


@dataclass(frozen=True)
class ListRow:
    """A list row, linked if it has `href`; `running` is active now, `game` adds its drawing."""

    href: str
    name: str
    state: str = ""
    line: str = ""
    detail: str = ""
    running: bool = False
    game: str = ""


@dataclass(frozen=True)
class NavRow:
    """A navigation row: text, second line, icon or symbol, note."""

    text: str
    href: str
    icon: str = ""
    state: str = ""
    sign: Any = None
    note: str = ""


@dataclass(frozen=True)
class Notice:
    """A one-line notice with a link; with `part`, that part shows over the entry instead."""

    text: str
    href: str = ""
    link: str = ""
    part: str = ""


@dataclass(frozen=True)
class ChoiceKey:
    """A value to choose; a `refused` choice can still be tapped to hear why."""

    value: str
    label: str
    on: bool = False
    help: str | None = None
    clause: str = ""
    note: str | None = None
    refused: bool = False


@dataclass(frozen=True)
class Form:
    """A form's target and hidden fields."""

    action: str
    hidden: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Go:
    """The big button, a link or submit; `kind` is record, quiet, or open if input is missing.

    Only scripts know what is missing; `plain` says what a tap does without scripts.
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
    """Cards that count or collide: whose, entered as what, how to change them, their value."""

    name: str
    kind: str
    cards: Sequence[Any]
    change_href: str | None = None
    change: str = ""
    value: int | None = None


@dataclass(frozen=True)
class DisputeBox:
    """The link from an entry's box to the decision, and the address that refreshes the box."""

    refresh: str
    text: str
    href: str


@dataclass(frozen=True)
class RefusalBox:
    """The box over a refused entry; `earlier` links to a suspect entry, `never` bars allowing."""

    title: str
    why: str
    clause: str
    facts: Sequence[Fact]
    others: Sequence[Sentence]
    go: Go | None
    overrule: bool = False
    earlier: str = ""
    accept: Sequence[str] = ()
    usual: Sequence[ChoiceKey] = ()
    reason: str = ""
    unreasoned: bool = False
    never: str = ""
    dispute: DisputeBox | None = None


@dataclass(frozen=True)
class Banner:
    """A rule for the whole round, with its clause and an optional suit."""

    title: str
    text: str
    clause: str
    icon_suit: str | None


@dataclass(frozen=True)
class JoinRequestBar:
    """A request to join: its text and note, how many wait behind it, where to answer."""

    says: str
    sign: Any
    note: str
    more: int
    action: str
    key: str


@dataclass(frozen=True)
class Header:
    """The page header: title or game name, place, way back, menu; `live` shows a connection light.

    `ruler` is (rounds done, all rounds), `half` adds one under way. `code` lets in people who read
    it on a wide screen; `join_request` shows a phone that waits for this one's yes.
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
    join_request: JoinRequestBar | None = None


@dataclass(frozen=True, kw_only=True)
class Page:
    """A template's model: its fields are the names that the template uses."""

    header: Header
    form: Form | None = None
    actions: Actions | None = None
    view: Any = None
    preview_url: str = ""
