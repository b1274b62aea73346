"""Calling the referee, as pages and as JSON: any phone at the table may ask, the phones that enter settle it, all see what was ruled.

Whoever may correct an entry may say how a question was settled; a host may let entering go on meanwhile, the caller may withdraw.
"""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, redirect, request

from referee.table_events.calls import Call
from referee.web.http import context, rendering
from referee.web.http.parts import Header, Page, RefusalBox
from referee.web.view.access import open_view
from referee.web.view.view import View

from .question import call_page, held_box, question_page
from .settling import TOO_MANY, Settled, Unclear, find_call, make_call, make_settlement

calls_pages = Blueprint("calls", __name__)


# Calling


@calls_pages.get("/t/<code>/call")
def ask(code: str) -> Any:
    """The form of a call; ``?of=``, ``?clause=`` and ``?option=`` say what it is about."""
    _table, view = open_view()
    return rendering.page("calls/call.html", call_page(view, request.args))


@calls_pages.post("/t/<code>/call")
def call(code: str) -> Any:
    """Call the referee: 303 to the question; 422 if the clause is unknown, 409 if too many questions are open."""
    _table, view = open_view()
    try:
        seq = make_call(view, request.form, context.sent_key())
    except Unclear as unclear:
        return rendering.page("calls/call.html", call_page(view, request.form, unclear), TOO_MANY.get(unclear.code, 422))
    return redirect(view.url("calls.question", seq=seq), 303)


# The question


@calls_pages.get("/t/<code>/call/<int:seq>")
def question(code: str, seq: int) -> Any:
    """A call: who, when, about what, what the referee says to it, and the ways to settle it.

    ``?part=1`` gives the box over an entry, ``held`` the same while entering waits, ``state`` what of the page may change while it is open.
    """
    _table, view = open_view()
    found = find_call(view, seq)
    part = request.args.get("part")
    if part == "state":
        return _state(view, found)
    if part:
        shown = found.open and (part != "held" or found.waits)
        return _box(view, found if shown else None)
    return rendering.page("calls/question.html", question_page(view, found))


def _state(view: View, found: Call) -> Response:
    """The upper part of the page, so that news disturb nothing that is being written below; once it is settled, the whole page."""
    response = rendering.page("calls/question_part.html" if found.open else "calls/question.html", question_page(view, found))
    if not found.open:
        response.headers["HX-Retarget"] = "#page"
        response.headers["HX-Reswap"] = "outerHTML"
    return response


@dataclass(frozen=True, kw_only=True)
class BoxPart(Page):
    """The box over an entry alone, or its empty place."""

    refusal: RefusalBox | None


def _box(view: View, found: Call | None) -> Response:
    return rendering.page("calls/call_part.html", BoxPart(header=Header(), refusal=held_box(view, found) if found else None))


# Settling


@calls_pages.post("/t/<code>/call/<int:seq>")
def settle(code: str, seq: int) -> Any:
    """Settle a question, or let entering go on: 303 to it; 422 if the ruling says nothing, 409 if it was settled meanwhile."""
    _table, view = open_view()
    found = find_call(view, seq)
    try:
        make_settlement(view, found, request.form, context.sent_key())
    except Unclear as unclear:
        return rendering.page("calls/question.html", question_page(view, found, request.form, unclear), 422)
    except Settled:
        return rendering.page("calls/question.html", question_page(open_view()[1], found), 409)
    if rendering.is_fragment() and request.form.get("part"):
        return _box(view, None)
    return redirect(view.url("calls.question", seq=seq), 303)
