"""Calling the referee, as pages and as JSON: any phone at the table may ask, the phones that enter settle it, all see what was ruled.

Whoever may correct an entry may say how a question was settled; a host may let entering go on meanwhile, the caller may withdraw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, redirect, request
from flask_babel import gettext as _

from referee.store import MAX_REASON
from referee.table_events.calls import Call
from referee.table_events.settings import table_settings
from referee.web.forms.fields import FieldView
from referee.web.http import context, rendering
from referee.web.http.page import Header, Page
from referee.web.http.parts import Actions, Form, Go, Link, RefusalBox, Sentence
from referee.web.http.security import number
from referee.web.view.access import open_view
from referee.web.view.page_header import page_header
from referee.web.view.view import View

from .notice import clauses_of, correct_href, held_box, stands_text, ways_to_look
from .question import QuestionView, clause_field, offered, question_view, reading_fields, words_field
from .settling import TOO_MANY, Given, Settled, Unclear, find_call, is_own, make_call, make_settlement

calls_pages = Blueprint("calls", __name__)


# Calling


@calls_pages.get("/t/<code>/call")
def ask(code: str) -> Any:
    """The form of a call; ``?of=``, ``?clause=`` and ``?option=`` say what it is about."""
    _table, view = open_view()
    return _form(view, request.args)


@calls_pages.post("/t/<code>/call")
def call(code: str) -> Any:
    """Call the referee: 303 to the question; 422 if the clause is unknown, 409 if too many questions are open."""
    _table, view = open_view()
    key = request.form.get("key", "")[:60] or context.new_key()
    try:
        seq = make_call(view, request.form, key)
    except Unclear as unclear:
        return _form(view, request.form, unclear, TOO_MANY.get(unclear.code, 422))
    return redirect(view.url("calls.question", seq=seq), 303)


@dataclass(frozen=True, kw_only=True)
class CallPage(Page):
    """The form of a call, and where else to look."""

    fields: Sequence[FieldView]
    links: Sequence[Link]
    note: str
    form: Form
    actions: Actions


def _form(view: View, given: Given, wrong: Unclear | None = None, status: int = 200) -> Response:
    waits = table_settings(view.history.table_events).calls == "wait"
    clause, told = str(given.get("clause", ""))[:20], _wrong(wrong)
    of = number({"of": str(given.get("of"))}, "of")
    error = Sentence(told) if wrong and wrong.where == "of" else None
    fields = [
        FieldView("choice", "of", _("What is it about?"), options=offered(view, of), lines=True, error=error),
        clause_field(clause, _("Such as %(clause)s.", clause=f"{view.history.game.info.prefix}-12"), _at(wrong, "clause")),
        words_field(_("In your words, if you like"), str(given.get("words", ""))[:MAX_REASON], _at(wrong, "words")),
    ]
    held = _("Every phone shows it, and entering waits until it is settled.")
    hidden = {"key": context.new_key(), "option": str(given.get("option", ""))[:40]}
    model = CallPage(
        header=page_header(view, _("Call the referee"), view.url("tables.table")),
        view=view,
        fields=fields,
        links=ways_to_look(view),
        note=held if waits else _("Every phone shows it; entering goes on meanwhile."),
        form=Form(view.url("calls.call"), hidden),
        # What is being chosen here is not to be replaced by news.
        preview_url=request.full_path,
        actions=Actions(go=Go(_("Call the referee"))),
    )
    return rendering.page("calls/call.html", model, status)


def _at(wrong: Unclear | None, where: str) -> str:
    return _wrong(wrong) if wrong and wrong.where == where else ""


def _wrong(wrong: Unclear | None) -> str:
    """What is wrong with a form, in a sentence."""
    match wrong.code if wrong else "":
        case "unknown_clause":
            return _("There is no such clause in these rules.")
        case "no_such_entry":
            return _("This entry does not stand any more.")
        case "too_many_calls":
            return _("Too many questions are open. Settle one of them first.")
        case "too_many_calls_hour":
            return _("Phones that watch have called often enough for an hour. Ask somebody whose phone enters to call.")
        case "no_words":
            return _("Say what you ruled.")
    return ""


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
        return _box(held_box(view, found) if shown else None)
    return _page(view, found, {})


def _state(view: View, found: Call) -> Response:
    """The upper part of the page, so that news disturb nothing that is being written below; once it is settled, the whole page."""
    response = _page(view, found, {}, template="calls/question_part.html" if found.open else "calls/question.html")
    if not found.open:
        response.headers["HX-Retarget"] = "#page"
        response.headers["HX-Reswap"] = "outerHTML"
    return response


@dataclass(frozen=True)
class RulingForm:
    """What a ruling is made of; ``open`` while something in it is wrong."""

    fields: Sequence[FieldView]
    open: bool


@dataclass(frozen=True, kw_only=True)
class QuestionPage(Page):
    """A call with the ways to settle it; ``state_url`` brings anew what may change while it is open."""

    question: QuestionView
    state_url: str | None
    ruling: RulingForm | None
    goes_on: bool
    withdraws: bool
    note: str
    form: Form
    actions: Actions


@dataclass(frozen=True, kw_only=True)
class BoxPart(Page):
    """The box over an entry alone, or its empty place."""

    refusal: RefusalBox | None


def _box(shown: RefusalBox | None) -> Response:
    return rendering.page("calls/call_part.html", BoxPart(header=Header(), refusal=shown))


def _page(
    view: View, found: Call, given: Given, wrong: Unclear | None = None, status: int = 200, template: str = "calls/question.html"
) -> Response:
    settles = found.open and view.may_enter
    correct = correct_href(view, found) if settles else None
    back = Go(_("Back to the table"), view.url("tables.table"))
    model = QuestionPage(
        header=page_header(view, _("Question"), view.url("tables.table")),
        view=view,
        question=question_view(view, found),
        state_url=view.url("calls.question", seq=found.seq, part="state") if found.open else None,
        ruling=RulingForm(_ruling_fields(view, found, given, wrong), bool(wrong)) if settles else None,
        goes_on=view.hosts and found.waits,
        withdraws=found.open and is_own(view, found),
        note=_who_settles(view) if found.open else "",
        form=Form(view.url("calls.settle", seq=found.seq), {"key": context.new_key()}),
        # What is being written here is not to be replaced by news.
        preview_url=request.path,
        actions=Actions(
            go=Go(stands_text(found), name="outcome", value="stands") if settles else back,
            plain=[Link(_("Correct it"), correct)] if correct else [],
        ),
    )
    return rendering.page(template, model, status)


def _ruling_fields(view: View, found: Call, given: Given, wrong: Unclear | None) -> list[FieldView]:
    """What a ruling is made of: a reading where one is open, words, a clause."""
    clause = str(given.get("clause", next(iter(clauses_of(view, found)), "")))[:20]
    fields = [
        reading_fields(view, found, str(given.get("reading", ""))),
        words_field(_("Why, or how you ruled"), str(given.get("words", ""))[:MAX_REASON], _at(wrong, "words")),
        clause_field(clause, _("With a clause, the ruling is kept for this group."), _at(wrong, "clause")),
    ]
    return [one for one in fields if one]


def _who_settles(view: View) -> str:
    if view.may_enter:
        return _("Any phone that may enter can say how you settled it; the log shows which one did.")
    return _("The phones that enter say how it was settled. This one watches.")


# Settling


@calls_pages.post("/t/<code>/call/<int:seq>")
def settle(code: str, seq: int) -> Any:
    """Settle a question, or let entering go on: 303 to it; 422 if the ruling says nothing, 409 if it was settled meanwhile."""
    _table, view = open_view()
    found = find_call(view, seq)
    try:
        make_settlement(view, found, request.form, request.form.get("key", "")[:60] or context.new_key())
    except Unclear as unclear:
        return _page(view, found, request.form, unclear, 422)
    except Settled:
        return _page(open_view()[1], found, {}, status=409)
    if rendering.is_fragment() and request.form.get("part"):
        return _box(None)
    return redirect(view.url("calls.question", seq=seq), 303)
