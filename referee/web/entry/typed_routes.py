"""Routes to type in a paper sheet: legal rows become ordinary entries, others get a reason."""

from typing import Any

from flask import Blueprint, request

from referee.web.http import context
from referee.web.http.authorize import authorize
from referee.web.http.permissions import needs
from referee.web.http.security import number
from referee.web.view.access import entered_by, open_view, view_of

from .typed_batch import enter_rows
from .typed_page import order_of, typed_page, words_of

typed = Blueprint("typed", __name__)


@typed.get("/t/<code>/rows")
@needs("seat")
def rows(code: str) -> Any:
    """The page to type rows."""
    _table, view = open_view()
    return typed_page(view, view.history.revision)


@typed.post("/t/<code>/rows")
@needs("seat")
def enter(code: str) -> Any:
    """Enter the legal rows; 422 if none was entered, 409 if others entered first."""
    table, grant = authorize()
    view = view_of(table, grant)
    lines = [
        line
        for text in (*request.form.getlist("kept"), *request.form.getlist("lines"))
        for line in text.splitlines()
        if line.strip()
    ]
    seen, since = number(request.form, "seen"), number(request.form, "since")
    key = request.form.get("key") or context.new_key()
    outcome = enter_rows(
        context.service(),
        view,
        entered_by(grant),
        lines,
        seen,
        key,
        words_of(view),
        lambda prompts: order_of(view, prompts),
    )
    after = view_of(table, grant)
    nothing = bool(outcome.kept) and after.history.revision == view.history.revision
    return typed_page(
        after, since, outcome, 409 if outcome.others or outcome.stopped else 422 if nothing else 200
    )
