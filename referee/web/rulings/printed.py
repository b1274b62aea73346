"""A ruling as paper and picture show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext as _

from referee.kernel.board import Spot
from referee.web.http import context, rendering
from referee.words import plain_number

from .comparison import ComparedNumber, Comparison
from .ruling import FactRow, RulingView


def paper_of(game: str, ruling: RulingView) -> dict[str, Any]:
    """Any ruling in plain words as its printed page reads it."""
    book, lang = rendering.book(game), context.language()
    return {
        "asks": ruling.asks,
        "said": ruling.told,
        "verdict": ruling.say,
        "why": [why.text for why in (*ruling.why, *ruling.also)],
        "facts": list(map(_fact_on_paper, ruling.facts)),
        "board": [{"shift": row.shift, "cards": _cards_on_paper(row.spots)} for row in ruling.board],
        "clauses": [{"id": cited.id, "text": cited.text} for cited in ruling.clauses],
        "matters": list(map(_comparison_on_paper, ruling.comparisons)),
        "readings": [{"id": other.clause, "text": other.choice, "say": other.say} for other in ruling.readings],
        "otherwise": _("Read otherwise"),
        "foot": _("%(game)s, rules %(version)s", game=book.name[lang], version=book.version),
    }


def _fact_on_paper(row: FactRow) -> dict[str, Any]:
    value = None if row.value is None else plain_number(row.value)
    return {"name": row.name, "kind": row.kind, "cards": _cards_on_paper(row.cards), "value": value}


def _cards_on_paper(spots: Sequence[Spot]) -> list[dict[str, str]]:
    return [{"card": spot.card, "state": spot.state} for spot in spots]


def _comparison_on_paper(matter: Comparison) -> dict[str, Any]:
    columns = [{"label": label, "note": "" if at else _("this table"), "here": not at} for at, label in enumerate(matter.columns)]
    rows = [{"name": row.name, "cells": list(map(_number_on_paper, row.cells))} for row in matter.rows]
    return {"title": matter.title, "text": matter.text, "columns": columns, "rows": rows}


def _number_on_paper(cell: ComparedNumber) -> dict[str, Any]:
    return {"text": "–" if cell.points is None else plain_number(cell.points), "first": bool(cell.crown), "rank": cell.rank}
