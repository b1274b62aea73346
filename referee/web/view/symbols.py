"""The shapes and inks to choose from, with the people who have a shape already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.store.symbols import INKS, SHAPES, Sign
from referee.web.http.words import gettext as _


@dataclass(frozen=True)
class Choosable:
    """A symbol to choose, and who has its shape."""

    sign: Sign
    label: str
    whose: str
    on: bool


def shape_choices(own: Sign, taken: Mapping[str, str]) -> Sequence[Choosable]:
    """Return every shape in a person's ink; `taken` gives others' names by shape."""
    return [
        Choosable(Sign(shape, own.ink), shape_name(shape), taken.get(shape, ""), shape == own.shape)
        for shape in SHAPES
    ]


def ink_choices(own: Sign) -> Sequence[Choosable]:
    """Return a person's shape in every ink."""
    return [Choosable(Sign(own.shape, ink), ink_name(ink), "", ink == own.ink) for ink in INKS]


def shape_name(shape: str) -> str:
    """Return a shape's name in the reader's language."""
    names = {
        "sun": _("sun"),
        "moon": _("moon"),
        "leaf": _("leaf"),
        "wave": _("wave"),
        "hill": _("hill"),
        "star": _("star"),
        "drop": _("drop"),
        "bell": _("bell"),
        "fish": _("fish"),
        "key": _("key"),
    }
    return names[shape]


def ink_name(ink: str) -> str:
    """Return an ink's name in the reader's language."""
    names = {
        "teal": _("teal"),
        "plum": _("plum"),
        "olive": _("olive"),
        "slate": _("slate"),
        "cocoa": _("cocoa"),
        "ink": _("black"),
    }
    return names[ink]
