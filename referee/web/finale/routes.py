"""The end of a table, as a page and as a picture."""

from typing import Any

from flask import Blueprint, redirect

from referee.web.http import rendering
from referee.web.http.edition import server_only
from referee.web.http.permissions import needs
from referee.web.paper.response import inline
from referee.web.view.access import open_view

from .page import finale_page
from .picture import render_picture as drawn

finale = Blueprint("finale", __name__)


@finale.get("/t/<code>/result")
@needs("watch", cases={"group": "member", "again": "member"})
def result(code: str) -> Any:
    """Who won and how it went; 303 to the table unless it is over."""
    _table, view = open_view()
    if not view.over:
        return redirect(view.url("tables.table"), 303)
    return rendering.page("finale/page.html", finale_page(view))


@finale.get("/t/<code>/result.png")
@needs("watch")
@server_only
def picture(code: str) -> Any:
    """The result as a picture; 303 to the table unless it is over."""
    table, view = open_view()
    if not view.over:
        return redirect(view.url("tables.table"), 303)
    return inline(drawn(view), "png", f"{table.game}-{view.history.revision}")
