"""API routes of joining: claim a seat, list the requests to join, and answer one."""

from typing import Any

from flask import Response, jsonify

from referee.service.join_requests import JoinRequest
from referee.web.http import context
from referee.web.http.errors import Fault
from referee.web.http.permissions import needs
from referee.web.people.join_requests import become, decide_request, own_ask
from referee.web.view.join_request_bar import answerable

from . import bodies
from .access import api, json_answer, open_view, recorded
from .bodies import body, read_key
from .tables_json import picked


@api.get("/t/<code>/asks")
@needs("watch")
def asks(code: str) -> Response:
    """Requests this caller may answer, oldest first, and this device's latest request."""
    view = open_view()
    own = own_ask(view) if view.number else None
    return jsonify(
        asks=[_ask(ask) for ask in answerable(view)],
        own={**_ask(own), "outcome": own.outcome} if own else None,
    )


@api.post("/t/<code>/asks")
@needs("watch")
def ask_in(code: str) -> Response:
    """Claim a seat for this device, or make it everybody's: 201 if done, 202 if it needs a yes."""
    view, device = open_view(), context.device()
    sent = body(bodies.Ask)
    seat, key = sent.seat, read_key(sent)
    if not view.number or device is None:
        raise Fault(403, "may_not_ask")
    if seat is not None and seat not in view.history.seats:
        raise Fault(422, "unknown_seat", where="seat")
    if become(view, device, seat, key):
        return recorded(context.store().head(view.table.id))
    view = open_view()
    asked = own_ask(view)
    assert asked is not None
    return json_answer(202, revision=view.history.revision, ask=asked.seq)


@api.post("/t/<code>/asks/<int:seq>")
@needs("seat", cases={"any seat": "host"}, own="a seat")
def answer_ask(code: str, seq: int) -> Response:
    """Allow or decline a request: 201 with the revision; 409 if it was answered or withdrawn."""
    view = open_view()
    sent = body(bodies.Yes)
    decide_request(view, seq, sent.yes, read_key(sent))
    return recorded(context.store().head(view.table.id))


def _ask(ask: JoinRequest) -> dict[str, Any]:
    return picked(ask, "seq phone seat watches")
