"""The menu of a table: a page of its own, which a phone with script lays over the one it is on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request

from referee.web.http import rendering
from referee.web.http.parts import Link, Page
from referee.web.view.access import open_view
from referee.web.view.page_header import page_header

from .links import Entry, asks, home, most_used, parts

menu_pages = Blueprint("menu", __name__)


@dataclass(frozen=True, kw_only=True)
class MenuPage(Page):
    """Every way from the table, with all that can be asked about it; ``here`` is the path of the page it is laid over."""

    top: Sequence[Entry]
    asks: Sequence[Link]
    parts: Mapping[str, Sequence[Entry]]
    home: Entry
    here: str


@menu_pages.get("/t/<code>/menu")
def menu(code: str) -> Any:
    """Every way from the table, or just those to be laid over another page."""
    _table, view = open_view()
    model = MenuPage(
        header=page_header(view),
        view=view,
        top=most_used(view),
        asks=asks(view),
        parts=parts(view),
        home=home(),
        here=request.args.get("at", "")[:200],
    )
    return rendering.page("menu/part.html" if rendering.is_fragment() else "menu/page.html", model)
