"""The score sheet on the screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, request, url_for

from referee.web.changes.notifications import Notifications, read_notifications
from referee.web.disputes.question import dispute_notice
from referee.web.http import context, rendering
from referee.web.http.authorize import is_member
from referee.web.http.edition import has_server
from referee.web.http.parts import Actions, Go, Link, Notice, Page
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.view.access import open_view
from referee.web.view.board import Block, board_of
from referee.web.view.page_header import (
    ScoreColumn,
    page_header,
    redo_button,
    scoreboard,
    undo_button,
)
from referee.web.view.view import View

from .score_sheet import ScoreSheet, sheet_of

sheets = Blueprint("sheets", __name__)


@dataclass(frozen=True, kw_only=True)
class SheetPage(Page):
    """The whole sheet; ``running`` is the round in play (0: none), ``board`` the final board."""

    news: Notice | None
    sheet: ScoreSheet
    running: int
    seats: Sequence[ScoreColumn]
    board: Sequence[Block] | None
    notifications: Notifications | None
    links: Sequence[Link]


@sheets.get("/t/<code>/sheet")
@needs("watch", cases={"group": "member", "again": "member"})
def sheet(code: str) -> Any:
    """The whole sheet; ``?open=3-s2`` shows the lines behind one number."""
    return sheet_page(open_view()[1], request.args.get("open", ""))


def sheet_page(view: View, opened: str = "") -> Response:
    """Draw the score sheet with the lines behind the number of the cell ``opened``."""
    fix = [Link(_("Fix a mistake"), view.url("fixes.entries"), "fix")] if view.is_player else []
    # Without a server the browser prints this very page.
    printed = view.url("print.paper") if has_server() else "#"
    plain = [Link(_("Print"), printed, "print"), *fix]
    go = _onward(view)
    undo, redo = (undo_button(view), redo_button(view)) if view.result else (None, None)
    scene = view.scene
    model = SheetPage(
        header=page_header(
            view,
            _("Score sheet"),
            view.url("finale.result") if view.over else view.url("tables.table"),
        ),
        view=view,
        news=dispute_notice(view),
        sheet=sheet_of(view, opened, placed=scene.complete > 0),
        running=scene.round if scene.round > scene.complete and not view.over else 0,
        seats=scoreboard(view, None),
        board=board_of(view) if view.over else None,
        notifications=read_notifications(view, view.url("sheets.sheet")),
        actions=Actions(undo, go, plain if not go else (), redo),
        links=[*(plain if go else ()), *_after_the_end(view)],
    )
    return rendering.page("sheet/page.html", model)


def _onward(view: View) -> Go | None:
    """The main button: the series' next game, the next table, or back to the game."""
    if view.result and view.may_enter and any(prompt.kind == "again" for prompt in view.prompts):
        return Go(view.kind_name("again"), view.url("tables.table", do="again", seat=""))
    if view.over and view.seats.next_code:
        return Go(_("Go to the next game"), url_for("tables.table", code=view.seats.next_code))
    if view.over and not is_member(view.table.group_id):
        return Go(_("Start a game"), url_for("start.games"))
    if view.over:
        return Go(
            _("Same players again"),
            url_for("start.people", game=view.table.game, again=view.table.code),
        )
    return Go(_("Back to the game"), view.url("tables.table")) if view.may_enter else None


def _after_the_end(view: View) -> list[Link]:
    """Links after the end for members: another game, and the group's page."""
    if not view.over or not is_member(view.table.group_id):
        return []
    another = Link(_("Another game"), url_for("start.games", again=view.table.code))
    link = context.store().group(view.table.group_id).link
    return [another, Link(_("This group’s page"), url_for("groups.group", link=link))]
