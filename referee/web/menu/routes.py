"""The menu of a table: a page, which a phone with script lays over the current one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request

from referee.web.http import rendering
from referee.web.http.parts import Page, Way
from referee.web.view.access import open_view
from referee.web.view.detail import Detail
from referee.web.view.page_header import page_header

from .links import detail, home, rows, tiles

menu_pages = Blueprint("menu", __name__)


@dataclass(frozen=True, kw_only=True)
class MenuPage(Page):
    """Every way from the table, the most used as tiles; ``here`` is the page below it."""

    tiles: Sequence[Way]
    detail: Detail | None
    rows: Sequence[Way]
    home: Way
    here: str


@menu_pages.get("/t/<code>/menu")
def menu(code: str) -> Any:
    """Every way from the table, as a page or as a fragment to lay over another."""
    _table, view = open_view()
    model = MenuPage(
        header=page_header(view),
        view=view,
        tiles=tiles(view),
        detail=detail(view),
        rows=list(rows(view)),
        home=home(),
        here=request.args.get("at", "")[:200],
    )
    return rendering.page("menu/part.html" if rendering.is_fragment() else "menu/page.html", model)
