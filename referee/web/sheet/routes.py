"""The score sheet on the screen and on paper."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request, url_for
from flask_babel import gettext as _

from referee.web.calls.notice import call_notice
from referee.web.changes.notices import notices
from referee.web.http import context, rendering
from referee.web.http.admission import is_member
from referee.web.view.access import open_view
from referee.web.view.board import board_of
from referee.web.view.page_header import page_header
from referee.web.view.undo_button import undo_button
from referee.web.view.view import View

from .score_sheet import sheet_of

sheets = Blueprint("sheets", __name__)


@sheets.get("/t/<code>/sheet")
def sheet(code: str) -> Any:
    """The whole sheet; ``?open=3-s2`` shows the lines behind one number."""
    _table, view = open_view()
    plain = [
        {"text": _("Print"), "href": view.url("print.paper"), "icon": "print"},
        {"text": _("Log"), "href": view.url("log.events"), "icon": "log"},
    ]
    go = _onward(view)
    undo = undo_button(view) if view.result else None
    return rendering.page(
        "sheet/page.html",
        header=page_header(view, _("Score sheet"), None if view.over else view.url("tables.table")),
        view=view,
        news=call_notice(view),
        sheet=sheet_of(view, request.args.get("open", "")),
        board=board_of(view) if view.over else None,
        notices=notices(view, view.url("sheets.sheet")),
        actions={"undo": undo, "plain": plain if not go else [], "go": go},
        links=[{"text": _("What if"), "href": view.url("rulings.what_if")}, *(plain if go else []), *_after_the_end(view)],
    )


def _onward(view: View) -> dict[str, Any] | None:
    """The big button: the next game of an evening, the next table, or back to the running one."""
    if view.result and view.may_enter and any(prompt.kind == "again" for prompt in view.prompts):
        return {"text": view.kind_name("again"), "href": view.url("tables.table", do="again", seat="")}
    if view.over and view.seats.next_code:
        return {"text": _("Go to the next table"), "href": url_for("tables.table", code=view.seats.next_code)}
    if view.over and not is_member(view.table.group_id):
        return {"text": _("Start a table"), "href": url_for("start.games")}
    if view.over:
        return {"text": _("Same people again"), "href": url_for("start.people", game=view.table.game, again=view.table.code)}
    return {"text": _("Back to the table"), "href": view.url("tables.table")} if view.may_enter else None


def _after_the_end(view: View) -> list[dict[str, Any]]:
    """Where these people may go on: another game, and the page of their group."""
    if not view.over or not is_member(view.table.group_id):
        return []
    another = {"text": _("Another game"), "href": url_for("start.games", again=view.table.code)}
    link = context.store().group(view.table.group_id).link
    return [another, {"text": _("Page of this group"), "href": url_for("groups.group", link=link)}]


