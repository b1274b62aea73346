"""What the entry page shows of what is asked now, as its template takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.web.forms.fields import Choice, FieldView
from referee.web.forms.pad import Pad
from referee.web.forms.verdict import Verdict
from referee.web.http.parts import Go
from referee.web.sheet.score_sheet import ScoreSheet
from referee.web.view.board import Block, Effects


@dataclass(frozen=True)
class Slot:
    """A thing a seat makes once: its size and name, the points it was ``used`` for, and whether it is what is tapped now."""

    n: int
    name: str
    used: int | None
    lit: bool
    refused: bool
    href: str


@dataclass(frozen=True)
class Turn:
    """Who acts, what helps them, and what they have still to make."""

    name: str
    hint: str
    slots: Sequence[Slot] = ()


@dataclass(frozen=True)
class SplitCard:
    """A tapped card, and whether it is in the declared part."""

    card: str
    on: bool


@dataclass(frozen=True)
class Split:
    """The cards among which a part is declared, in the field ``name``."""

    name: str
    cards: Sequence[SplitCard]


@dataclass(frozen=True)
class Tap:
    """A field each of whose choices is one tap: a pad, or buttons so many abreast."""

    name: str
    label: str
    pad: Pad | None = None
    options: Sequence[Choice] = ()
    columns: int = 0


@dataclass(frozen=True)
class Other:
    """A further answer: sent as it is, or a form of its own at ``href``."""

    text: str
    kind: str
    seat: str
    href: str
    clause: str


@dataclass(frozen=True)
class Place:
    """A place of a row: a card, a seat or a flag, under the field's name and the seat's."""

    field: str
    kind: str
    value: Any
    label: str
    title: str
    lit: bool
    fixed: bool


@dataclass(frozen=True)
class GridRow:
    """A seat's row: what it has laid, its total, and what that is worth."""

    id: str
    name: str
    slots: Sequence[Place]
    total: int
    plus: int | None
    verdict: str
    clause: str
    leads: bool


@dataclass(frozen=True)
class Extra:
    """A line under the rows: points of nobody's row, or what is wrong."""

    text: str
    clause: str
    suit: str | None = None
    wrong: bool = False


@dataclass(frozen=True)
class TargetSeat:
    """A seat to be chosen above the pad."""

    id: str
    name: str
    note: str | None
    on: bool


@dataclass(frozen=True)
class Target:
    """The bar of seats above the pad."""

    text: str
    seats: Sequence[TargetSeat]


@dataclass(frozen=True)
class Grid:
    """A round entered in rows, one for each seat."""

    heads: Sequence[str]
    rows: Sequence[GridRow]
    extra: Extra | None
    target: Target | None


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is asked now, entered by a pad, in rows, or in plain fields (None where there is no form); what else is on the page then."""

    turn_view: Turn | None = None
    pad: Pad | None = None
    grid: Grid | None = None
    fields: Sequence[FieldView] | None = None
    tap: Tap | None = None
    verdict: Verdict | None = None
    split: Split | None = None
    typed: str = ""
    go: Go | None = None
    hidden: Mapping[str, Any] = field(default_factory=dict)
    others: Sequence[Other] = ()
    board: Sequence[Block] = ()
    effects: Effects | None = None
    sheet: ScoreSheet | None = None

    @property
    def is_form(self) -> bool:
        """Whether something can be entered."""
        return not (self.pad is None and self.grid is None and self.fields is None)
