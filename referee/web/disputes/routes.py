"""Pause the game: every phone that enters may; all see the decision."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, redirect, request

from referee.service.disputes import Dispute
from referee.web.http import context, rendering
from referee.web.http.parts import Header, Page, RefusalBox
from referee.web.http.permissions import needs
from referee.web.view.access import open_view
from referee.web.view.view import View

from .question import held_box, not_paused_page, paused_page
from .settling import TOO_MANY, Settled, Unclear, find_dispute, settle_dispute, start_dispute

disputes_pages = Blueprint("calls", __name__)


@disputes_pages.post("/t/<code>/call", endpoint="call")
@needs("seat")
def pause(code: str) -> Any:
    """Pause the game: 303 to the question; 422 if the entry is gone, 409 or 429 for too many."""
    _table, view = open_view()
    try:
        seq = start_dispute(view, request.form, context.sent_key())
    except Unclear as unclear:
        return rendering.page(
            "shared/error.html", not_paused_page(view, unclear), TOO_MANY.get(unclear.code, 422)
        )
    return redirect(view.url("calls.question", seq=seq), 303)


@disputes_pages.get("/t/<code>/call/<int:seq>")
@needs("watch")
def question(code: str, seq: int) -> Any:
    """A pause and the ways to decide.

    ``?part=1`` gives the box over an entry, ``held`` the same while entering waits, ``state`` the
    whole page once decided.
    """
    _table, view = open_view()
    found = find_dispute(view, seq)
    part = request.args.get("part")
    if part == "state":
        return _state(view, found)
    if part:
        shown = found.open and (part != "held" or found.waits)
        return _box(view, found if shown else None)
    return rendering.page("disputes/question.html", paused_page(view, found))


def _state(view: View, found: Dispute) -> Response:
    """204 while it is open, so that input is not disturbed; then the whole page."""
    if found.open:
        return Response(status=204)
    response = rendering.page("disputes/question.html", paused_page(view, found))
    response.headers["HX-Retarget"] = "#page"
    response.headers["HX-Reswap"] = "outerHTML"
    return response


@dataclass(frozen=True, kw_only=True)
class BoxPart(Page):
    """The box over an entry alone, or its empty place."""

    refusal: RefusalBox | None


def _box(view: View, found: Dispute | None) -> Response:
    return rendering.page(
        "disputes/dispute_part.html",
        BoxPart(header=Header(), refusal=held_box(view, found) if found else None),
    )


# Settling


@disputes_pages.post("/t/<code>/call/<int:seq>")
@needs(
    "watch",
    cases={"settle": "seat", "go on": "seat", "keep for the group": "player"},
    own="a dispute",
)
def settle(code: str, seq: int) -> Any:
    """Decide, or let the game go on: 303; 422 if unclear, 409 if it was decided meanwhile."""
    _table, view = open_view()
    found = find_dispute(view, seq)
    try:
        settle_dispute(view, found, request.form, context.sent_key())
    except Unclear as unclear:
        return rendering.page(
            "disputes/question.html", paused_page(view, found, request.form, unclear), 422
        )
    except Settled:
        return rendering.page("disputes/question.html", paused_page(open_view()[1], found), 409)
    return redirect(view.url("tables.table"), 303)
