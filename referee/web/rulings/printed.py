"""A ruling as paper and picture show it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _

from referee.web.http import context, rendering
from referee.words import plain_number

from .one_screen import MATTERS

Told = list[dict[str, Any]]


def paper_of(game: str, told: Mapping[str, Any], board: Told | None = None, readings: Told | None = None) -> dict[str, Any]:
    """Any ruling in plain words as its printed page reads it."""
    book, lang = rendering.book(game), context.language()
    return {
        "asks": told["verdict"]["asks"] or "",
        "said": str(told.get("told", "")),
        "verdict": str(told["verdict"]["say"]),
        "why": [str(why["text"]) for why in told["verdict"]["why"]],
        "facts": [fact | {"value": None if fact["value"] is None else plain_number(fact["value"])} for fact in told["facts"]],
        "board": board or [],
        "clauses": [{"id": cited["id"], "text": str(cited["text"])} for cited in told["clauses"]],
        "matters": [_matter_on_paper(told[name]) for name in MATTERS if told.get(name)],
        "readings": readings or [],
        "otherwise": str(_("Read otherwise")),
        "foot": str(_("%(game)s, rules %(version)s", game=book.name[lang], version=book.version)),
    }


def _matter_on_paper(matter: Mapping[str, Any]) -> dict[str, Any]:
    rows = [{"name": str(row["name"]), "cells": list(map(_cell_on_paper, row["cells"]))} for row in matter.get("rows", [])]
    columns = [
        {"label": str(column["label"]), "note": str(column["note"]), "here": bool(column["here"])} for column in matter.get("columns", [])
    ]
    return {"title": str(matter["title"]), "text": str(matter.get("text") or ""), "columns": columns, "rows": rows}


def _cell_on_paper(cell: Mapping[str, Any]) -> dict[str, Any]:
    return {"text": _figure(cell["text"]), "first": bool(cell["crown"]), "rank": cell.get("note", "")}


def _figure(text: object) -> str:
    return plain_number(text) if isinstance(text, int) else str(text)
