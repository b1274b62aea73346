"""Does it matter? Totals of the same table side by side, and one sentence about who would lead or win instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import gettext as _

from referee.web.view.view import View

from .recount import ahead, standing


@dataclass(frozen=True)
class Column:
    """One way to count the table: what it is called, and the points of the disputed cell by it."""

    label: str
    view: View
    cell: int | None = None
    totals: dict[str, int] | None = None
    """Totals that were worked out another way than by counting the table."""


@dataclass(frozen=True)
class ComparedNumber:
    """A number of one column, and whether it differs from this table's; of a total also its rank, of the first what its crown says."""

    points: int | None
    changed: bool
    crown: str = ""
    rank: str = ""


@dataclass(frozen=True)
class ComparedRow:
    """The numbers of a seat, or of the disputed cell, by each way to count."""

    name: str
    cells: Sequence[ComparedNumber]
    total: bool = False


@dataclass(frozen=True)
class Comparison:
    """Whether it matters, and the totals side by side: the first column is this table. Without columns nothing differs."""

    title: str
    text: str = ""
    columns: Sequence[str] = ()
    rows: Sequence[ComparedRow] = ()


def compared(title: str, text: str, here: Column, others: Sequence[Column], cell: str = "") -> Comparison:
    """This table beside the others, the disputed cell above the totals if it has a name."""
    columns = [here, *others]
    rows = [ComparedRow(cell, [ComparedNumber(column.cell, column.cell != here.cell) for column in columns])] if cell else []
    for seat in here.view.history.seats:
        rows.append(ComparedRow(here.view.names[seat], [_total(column, seat, here.view.totals[seat]) for column in columns], True))
    return Comparison(title, text, [column.label for column in columns], rows)


def _total(column: Column, seat: str, base: int) -> ComparedNumber:
    if column.totals is not None:
        return ComparedNumber(column.totals[seat], column.totals[seat] != base)
    place = standing(column.view)[seat]
    crown = (_("has won") if _over(column.view) else _("leads")) if place.first else ""
    return ComparedNumber(place.total, place.total != base, crown, "" if crown else place.rank)


def instead(here: View, other: View) -> str:
    """Who would lead or win instead, in one sentence."""
    if here.result is not None and other.result is None:
        return _("The game would not be over.")
    old, new = ahead(here), ahead(other)
    now, then = _names(here, old), _names(here, new)
    if old == new:
        return _same(here, other)
    if not new:
        return _("%(now)s would not be ahead.", now=now)
    if _over(other):
        alone = _("%(then)s would win.", then=then)
        return _("%(then)s would win instead of %(now)s.", then=then, now=now) if old and _over(here) else alone
    return _("%(then)s would lead instead of %(now)s.", then=then, now=now) if old else _("%(then)s would lead.", then=then)


def _same(here: View, other: View) -> str:
    if here.totals == other.totals:
        if any(line.told for line in here.lines):
            return _("Every total stays the same: points told without their cards count as told.")
        return _("Every total stays the same.")
    return _("Points change, the winner does not.") if _over(here) else _("Points change, the lead does not.")


def _over(view: View) -> bool:
    return view.result is not None and not view.history.game.info.tally


def _names(view: View, seats: Sequence[str]) -> str:
    return view.plain.format_field(seats, "seats")
