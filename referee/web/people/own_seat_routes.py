"""Whose phone this is: asked when a phone joins, and again on request."""

from typing import Any

from flask import Blueprint, abort, request

from referee.web.http import context
from referee.web.view.access import open_view

from .asking import enters_at_once
from .joining import answered, to, who_page

own_seat = Blueprint("own_seat", __name__)


@own_seat.get("/t/<code>/seat")
def who(code: str) -> Any:
    """Ask whose phone this is; 303 to the table if it is over or the host set this to watch."""
    _table, view = open_view()
    if view.over or (view.held and not view.is_player):
        return to(view.url("tables.table"))
    return who_page(view, view.url("own_seat.claim"), enters_at_once(view))


@own_seat.post("/t/<code>/seat")
def claim(code: str) -> Any:
    """Claim a seat, enter for everybody, or watch: 303 to the table, or to the waiting page."""
    _table, view = open_view()
    device = context.device()
    if device is None or not view.number:
        abort(422)
    return answered(view, device, request.form, view.url("own_seat.claim"), enters_at_once(view))
