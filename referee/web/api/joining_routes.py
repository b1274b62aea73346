"""API routes of joining: claim a seat, list the requests to join, and answer one."""

from typing import Any

from flask import Response, jsonify

from referee.table_events.asks import Ask
from referee.web.http import context
from referee.web.http.errors import Fault
from referee.web.http.json_body import body, read_key
from referee.web.people.asking import answer, become, own_ask
from referee.web.view.ask_bar import answerable

from .access import answered, api, open_view, recorded
from .tables_json import picked


@api.get("/t/<code>/asks")
def asks(code: str) -> Response:
    """Requests this caller may answer, oldest first, and this device's latest request."""
    view = open_view()
    own = own_ask(view) if view.number else None
    return jsonify(
        asks=[_ask(ask) for ask in answerable(view)],
        own={**_ask(own), "outcome": own.outcome} if own else None,
    )


@api.post("/t/<code>/asks")
def ask_in(code: str) -> Response:
    """Claim a seat for this device, or make it everybody's: 201 if done, 202 if it needs a yes."""
    view, device = open_view(), context.device()
    seat, key = body(lambda part: (part.text_or_none("seat"), read_key(part)))
    if not view.number or device is None:
        raise Fault(403, "may_not_ask")
    if seat is not None and seat not in view.history.seats:
        raise Fault(422, "unknown_seat", where="seat")
    if become(view, device, seat, key):
        return recorded(context.store().head(view.table.id))
    view = open_view()
    asked = own_ask(view)
    assert asked is not None
    return answered(202, revision=view.history.revision, ask=asked.seq)


@api.post("/t/<code>/asks/<int:seq>")
def answer_ask(code: str, seq: int) -> Response:
    """Allow or decline a request: 201 with the revision; 409 if it was answered or withdrawn."""
    view = open_view()
    yes, key = body(lambda part: (part.flag("yes"), read_key(part)))
    answer(view, seq, yes, key)
    return recorded(context.store().head(view.table.id))


def _ask(ask: Ask) -> dict[str, Any]:
    return picked(ask, "seq phone seat watches")
