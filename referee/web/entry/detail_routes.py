"""Change the detail: how much is entered from now on, by everybody."""

from typing import Any

from flask import Blueprint, redirect, request

from referee.event import new_move
from referee.kernel.detail import DEPTH
from referee.service.errors import Refused
from referee.store.errors import Stale
from referee.web.http import context
from referee.web.http.errors import Fault
from referee.web.http.permissions import needs
from referee.web.view.access import entered_by, note_own, open_view
from referee.web.view.detail import detail_of

details = Blueprint("detail", __name__)


@details.post("/t/<code>/detail")
@needs("seat")
def switch(code: str) -> Any:
    """Enter less or more from now on: 303 to the game, even if unchanged; 409 if impossible."""
    table, view = open_view()
    detail, wanted = detail_of(view), request.form.get("value", "")
    known = {value.value: value.on for value in detail.values} if detail else {}
    if wanted not in known or (detail and detail.later and not known[wanted]):
        raise Fault(409, "detail_stays")
    if not known[wanted]:
        key = context.sent_key()
        entry = new_move(DEPTH, None, {DEPTH: wanted})
        try:
            context.service().enter(table, view.history.revision, [entry], key, entered_by(view))
        except (Refused, Stale):
            raise Fault(409, "detail_stays") from None
        note_own(table, key)
    return redirect(view.url("tables.table", go=1), 303)
