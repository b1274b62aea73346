"""Whose phone this is: asked of every phone that comes, and again whenever it likes."""

from typing import Any

from flask import Blueprint, abort, request

from referee.web.http import context
from referee.web.view.access import open_view

from .asking import enters_at_once
from .joining import answered, to, who_page

own_seat = Blueprint("own_seat", __name__)


@own_seat.get("/t/<code>/seat")
def who(code: str) -> Any:
    """The question whose phone this is; the table itself where that is over, or where the host lets
    this phone only watch.
    """
    _table, view = open_view()
    if view.over or (view.held and not view.is_player):
        return to(view.url("tables.table"))
    return who_page(view, view.url("own_seat.claim"), enters_at_once(view))


@own_seat.post("/t/<code>/seat")
def claim(code: str) -> Any:
    """Make this phone one seat's own, everybody's, or one that watches: 303 to the table; to the
    page that waits where it takes a yes.
    """
    _table, view = open_view()
    device = context.device()
    if device is None or not view.number:
        abort(422)
    return answered(view, device, request.form, view.url("own_seat.claim"), enters_at_once(view))
