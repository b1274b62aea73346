"""A ruling about one number of a table, opened to anybody who was sent it: page, picture and PDF.

The address names the number and the revision it was ruled at, and carries a seal made with the table's own secret link: nobody can
make one for another number, and whoever holds it sees this ruling and nothing else of the table.
"""

from __future__ import annotations

import hmac
from typing import Any

from flask import Blueprint, Response, abort, url_for
from flask_babel import gettext as _

from referee.kernel.frozen import cached_property
from referee.kernel.history import replay
from referee.store import Unknown
from referee.web.desk.desk import as_event
from referee.web.desk.kept_games import game_of
from referee.web.http import context, rendering
from referee.web.http.page import Header
from referee.web.http.parts import Actions, Go, Link
from referee.web.paper.response import drawn_ruling
from referee.web.view.page_header import short_name
from referee.web.view.view import View
from referee.words import Speaker

from .address import seal, share_address
from .number import Dispute, number_ruling
from .one_screen import open_parts
from .printed import paper_of
from .ruling import NumberPage

shared = Blueprint("shared", __name__)


class PlainView(View):
    """A table said in plain words, for what is drawn outside a page."""

    @cached_property
    def speaker(self) -> Speaker:
        """This game's words as plain text."""
        return self.plain


@shared.get("/ruling/<code>/<int:number>/<seat>/<int:revision>/<token>", endpoint="ruling")
def number_page(code: str, number: int, seat: str, revision: int, token: str) -> Any:
    """The ruling as it stood when it was shared."""
    view = _opened(code, number, seat, revision, token)
    ruling = number_ruling(_about(view, number, seat))
    printed = share_address(view, number, seat, "shared.picture", fmt="pdf")
    model = NumberPage(
        header=Header(title=_("Ruling"), where=short_name(view.table.game), back=url_for("home.home")),
        picture=share_address(view, number, seat, "shared.picture", fmt="png"),
        actions=Actions(
            go=Go(_("Share ruling"), share_address(view, number, seat), share=_("Link copied")),
            plain=[Link(_("Print"), printed, "print")],
        ),
        ruling=ruling,
        open_parts=open_parts(ruling),
    )
    return rendering.page("rulings/number.html", model)


@shared.get("/ruling/<code>/<int:number>/<seat>/<int:revision>/<token>/ruling.<fmt>")
def picture(code: str, number: int, seat: str, revision: int, token: str, fmt: str) -> Response:
    """The same as a picture to share or a page to print."""
    view = _opened(code, number, seat, revision, token)
    plain = PlainView(view.table, view.history, view.names, view.role)
    return drawn_ruling(paper_of(view.table.game, number_ruling(_about(plain, number, seat))), fmt, f"{code}-{number}")


def _opened(code: str, number: int, seat: str, revision: int, token: str) -> View:
    """The table as it stood at a revision, as a watcher saw it; 404 without the right seal."""
    store = context.store()
    try:
        table = store.table_by_code(code)
    except Unknown:
        abort(404)
    if not hmac.compare_digest(seal(table, number, seat, revision).encode(), token.encode()):
        abort(404)
    events = [as_event(stored) for stored in store.events(table.id) if stored.seq <= revision]
    names = {row.seat: row.name for row in store.seats(table.id)}
    return View(table, replay(game_of(table), events), names, "watch")


def _about(view: View, number: int, seat: str) -> Dispute:
    try:
        return Dispute.about(view, number, seat)
    except LookupError:
        abort(404)
