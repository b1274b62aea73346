"""Routes of rulings on a number, shared rulings, and the group's rulings.

A shared address has number, revision and a seal keyed with the table's watch link. It cannot be
forged for another number, and shows this ruling only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for

from referee.store.errors import Stale
from referee.store.values import MAX_REASON
from referee.web.http import context, rendering
from referee.web.http.edition import has_server, server_only
from referee.web.http.parts import Actions, Form, Go, Header, Page
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.view.access import open_view
from referee.web.view.page_header import page_header, short_name
from referee.web.view.view import View

from .group_rulings import (
    GroupRuling,
    find_group_rulings,
    read_ruling,
    save_ruling,
    says_nothing,
    when,
)
from .number import find_cell, number_ruling
from .pause import pause_form
from .ruling import render_ruling, show_ruling
from .signed_links import opened, share_address

rulings = Blueprint("rulings", __name__)
shared = Blueprint("shared", __name__)
group_ruling_pages = Blueprint("precedents", __name__)
SHARED = "/ruling/<code>/<int:number>/<seat>/<int:revision>/<token>"


@rulings.get("/t/<code>/ruling/<int:number>/<seat>", endpoint="ruling")
@needs("watch")
def number_page(code: str, number: int, seat: str) -> Response:
    """The ruling on a number of the score sheet; 404 if nothing is scored."""
    _table, view = open_view()
    cell = find_cell(view, number, seat)
    back = view.url("tables.table")
    header = page_header(view, _("Ruling"), view.ask_url())
    entered = view.history.entered(number, seat)
    pause = pause_form(view, entered[-1].seq if entered else 0)
    ruling = number_ruling(cell, view.translator)
    if has_server():
        share, paper = share_address(cell.view, number, seat), ""
    else:
        share, paper = "", share_address(cell.view, number, seat, "shared.picture", fmt="pdf")
    return show_ruling(header, view, ruling, share, back=back, pause=pause, paper=paper)


# Shared rulings


@shared.get(SHARED, endpoint="ruling")
@needs("link")
@server_only
def shared_page(code: str, number: int, seat: str, revision: int, token: str) -> Response:
    """The ruling as it was when shared."""
    view = _found(code, number, seat, revision, token)
    header = Header(title=_("Ruling"), where=short_name(view.table.game), back=url_for("home.home"))
    share = share_address(view, number, seat)
    picture, pdf = (
        share_address(view, number, seat, "shared.picture", fmt=fmt) for fmt in ("png", "pdf")
    )
    ruling = number_ruling(find_cell(view, number, seat), view.translator)
    return show_ruling(header, view, ruling, share, picture=picture, paper=pdf)


@shared.get(f"{SHARED}/ruling.<fmt>")
@needs("link")
def picture(code: str, number: int, seat: str, revision: int, token: str, fmt: str) -> Response:
    """The shared ruling as a picture or a page to print."""
    view = _found(code, number, seat, revision, token)
    return render_ruling(
        view.table.game,
        number_ruling(find_cell(view, number, seat), view.plain),
        fmt,
        f"{code}-{number}",
    )


def _found(code: str, number: int, seat: str, revision: int, token: str) -> View:
    """The table at a revision; 404 without the right seal."""
    view = opened(code, revision, token, "ruling", number, seat)
    if view is None:
        abort(404)
    return view


# Group rulings


@dataclass(frozen=True, kw_only=True)
class GroupRulingsPage(Page):
    """The group's rulings with their dates."""

    held: Sequence[tuple[GroupRuling, str]]
    error: str


@group_ruling_pages.get("/t/<code>/precedents", endpoint="rulings")
@needs("player")
def group_rulings(code: str) -> Any:
    """List the group's rulings."""
    _table, view = open_view()
    return _group_page(view)


@group_ruling_pages.post("/t/<code>/precedents")
@needs("player")
def rule(code: str) -> Any:
    """Keep or withdraw a ruling of the group: 303 to the list."""
    _table, view = open_view()
    words = request.form.get("words", "").strip()[:MAX_REASON]
    told = read_ruling(view, request.form, bool(request.form.get("withdraw")))
    if told is None:
        abort(422)
    if says_nothing(told, words):
        return _group_page(view, _("Enter what you decided."), 422)
    try:
        save_ruling(view, told, words, context.sent_key())
    except Stale:
        return _group_page(view, _("The game has changed since. Try again."), 409)
    return redirect(url_for("precedents.rulings", code=code), 303)


def _group_page(view: View, error: str = "", status: int = 200) -> Any:
    held = find_group_rulings(view.table.group_id, view.table.game)
    model = GroupRulingsPage(
        header=page_header(view, _("Our decisions"), view.ask_url()),
        view=view,
        held=[(known, when(view, known)) for known in reversed(held.values())],
        error=error,
        form=Form(view.url("precedents.rule"), {"key": context.new_key()}),
        actions=Actions(go=Go(_("Back to the game"), view.url("tables.table"))),
    )
    return rendering.page("rulings/group_rulings.html", model, status)
