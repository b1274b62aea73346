"""Does it matter? Totals of the same table side by side, and one sentence about who would lead or win instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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


def table_of(here: Column, others: Sequence[Column], cell: str = "") -> dict[str, Any]:
    """Columns and rows: this table first, the disputed cell above the totals if it has a name."""
    columns = [here, *others]
    rows = [_row(cell, [_number(column.cell, here.cell) for column in columns])] if cell else []
    return {
        "columns": [
            {"label": column.label, "note": _("this table") if column is here else "", "here": column is here} for column in columns
        ],
        "rows": rows + [_seat(seat, columns) for seat in here.view.history.seats],
    }


def _row(name: str, cells: list[dict[str, Any]], total: bool = False) -> dict[str, Any]:
    return {"name": name, "total": total, "cells": cells}


def _number(points: int | None, base: int | None) -> dict[str, Any]:
    return {"text": "–" if points is None else points, "crown": False, "changed": points != base}


def _seat(seat: str, columns: Sequence[Column]) -> dict[str, Any]:
    cells = [_total(column, seat, columns[0]) for column in columns]
    return _row(columns[0].view.names[seat], cells, True)


def _total(column: Column, seat: str, here: Column) -> dict[str, Any]:
    place, base = standing(column.view)[seat], standing(here.view)[seat]
    total = place.total if column.totals is None else column.totals[seat]
    crown = column.totals is None and place.first
    ended = column.view.result is not None and not column.view.history.game.info.tally
    return {
        "text": total,
        "crown": (_("has won") if ended else _("leads")) if crown else False,
        "changed": total != base.total,
        "note": "" if crown or column.totals is not None else place.rank,
    }


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
