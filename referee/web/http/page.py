"""What every page has: the bar above it, and the names that its template may use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .parts import Link, Notice


@dataclass(frozen=True)
class Ruler:
    """How far the game has come: rounds in all and done, and whether one is under way."""

    total: int
    done: int
    half: bool


@dataclass(frozen=True)
class Banner:
    """What holds for the whole round, with its clause and perhaps a suit."""

    title: str
    text: str
    clause: str
    icon_suit: str | None


@dataclass(frozen=True)
class Header:
    """The bar: its title or else the game's name, where one is, the way back, the menu; ``live`` where a light tells of the line."""

    title: str = ""
    back: str | None = None
    where: str = ""
    game_name: str = ""
    live: bool = False
    ruler: Ruler | None = None
    banner: Banner | None = None
    menu: tuple[Link, ...] = ()
    notes: tuple[Notice, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Page:
    """What a template is given: the fields of a page are the names its template uses."""

    header: Header
    view: Any = None
    preview_url: str = ""
