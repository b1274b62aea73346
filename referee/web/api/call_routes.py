"""Calling the referee and settling a call, for programs."""

from __future__ import annotations

from typing import Any

from flask import Response

from referee.web.calls.settling import TOO_MANY, Settled, Unclear, find_call, make_call, make_settlement
from referee.web.http.errors import Fault
from referee.web.http.json_body import Part, body, read_key

from .access import api, open_view, recorded


@api.post("/t/<code>/call", endpoint="call")
def call_api(code: str) -> Response:
    """Call the referee: 201 with the new revision, which is the number of the call."""
    view = open_view()
    given, key = body(_read_call)
    try:
        return recorded(make_call(view, given, key))
    except Unclear as unclear:
        raise Fault(TOO_MANY.get(unclear.code, 422), unclear.code, where=unclear.where) from unclear


@api.post("/t/<code>/call/<int:seq>", endpoint="settle")
def settle_api(code: str, seq: int) -> Response:
    """Settle a call, or let entering go on: 201 with the new revision; 409 if it was settled already."""
    view = open_view()
    given, key = body(_read_settlement)
    try:
        return recorded(make_settlement(view, find_call(view, seq), given, key).revision)
    except Unclear as unclear:
        raise Fault(422, unclear.code, where=unclear.where) from unclear
    except Settled as settled:
        raise Fault(409, "call_settled") from settled


def _read_call(part: Part) -> tuple[dict[str, Any], str]:
    given: dict[str, Any] = {name: part.text(name, "") for name in ("clause", "option", "words")}
    return given | {"of": part.number("of", 0)}, read_key(part)


def _read_settlement(part: Part) -> tuple[dict[str, Any], str]:
    return {name: part.text(name, "") for name in ("outcome", "clause", "option", "value", "words")}, read_key(part)
