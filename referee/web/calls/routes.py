"""Calling the referee, as pages and as JSON: any phone at the table may ask, the phones that enter settle it, all see what was ruled.

Whoever may correct an entry may say how a question was settled; a host may let entering go on meanwhile, the caller may withdraw.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, abort, redirect, request
from flask_babel import gettext as _

from referee.kernel.history import History
from referee.store import MAX_REASON, NewEvent
from referee.table_events.calls import ANSWERS, CALL, GO_ON, SETTLED, Call, calls, open_calls, too_many, too_often
from referee.table_events.settings import table_settings
from referee.web.api.routes import api, recorded
from referee.web.api.routes import open_view as open_api_view
from referee.web.entry.routes import entered_by, open_view
from referee.web.http import context, rights
from referee.web.http.errors import Fault
from referee.web.http.json_body import Part, body, read_key
from referee.web.http.security import number
from referee.web.rulings.group_routes import RULING, read_ruling
from referee.web.view.view import View, frame

from .question import (
    clause_field,
    clauses_of,
    correct_href,
    held_box,
    newest_entries,
    offered,
    question_model,
    reading_fields,
    stands_text,
    ways_to_look,
    words_field,
)

calls_pages = Blueprint("calls", __name__)
Given = Mapping[str, Any]
TOO_MANY = {"too_many_calls": 409, "too_many_calls_hour": 429}


@dataclass(frozen=True)
class Answer:
    """How a question is to be settled: the outcome, the ruling it makes, if any, and words."""

    outcome: str
    words: str = ""
    told: Mapping[str, Any] = field(default_factory=dict)


class Unclear(Exception):
    """What a form or a body lacks: a word code, and the field it belongs to."""

    def __init__(self, code: str, where: str) -> None:
        super().__init__(code)
        self.code, self.where = code, where


class Settled(Exception):
    """A question that somebody has settled already."""


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


def make_call(view: View, given: Given, key: str) -> int:
    """Write a call into the log: its number. Raises Unclear."""
    mark = phone_mark(view)
    data = read_call(view, given) | ({"phone": mark} if mark else {})
    words = str(given.get("words", "")).strip()[:MAX_REASON]

    def decide(history: History) -> list[NewEvent]:
        if too_many(open_calls(history.table_events), mark):
            raise Unclear("too_many_calls", "words")
        if too_often(history.table_events, entered_by(view), mark, time.time()):
            raise Unclear("too_many_calls_hour", "words")
        waits = {"waits": table_settings(history.table_events).calls == "wait"}
        return [NewEvent(CALL, data=data | waits, reason=words or None, by=entered_by(view))]

    return context.desk().write(view.table, key, decide).revision


def read_call(view: View, given: Given) -> dict[str, Any]:
    """What a call is about, from a form or a body. Raises Unclear."""
    of = str(given.get("of") or "")
    played = view.history.find(number({"of": of}, "of"))
    if of and played is None:
        raise Unclear("no_such_entry", "of")
    newest = next(iter(newest_entries(view)), None)
    about = played or newest
    point = read_point(view, given)
    return {"round": about.round if about else view.scene.round} | ({"of": played.seq} if played else {}) | point


def read_point(view: View, given: Given) -> dict[str, Any]:
    """The clause, and the open point with it, that a form or a body names; nothing if it names none. Raises Unclear."""
    option = next((one for one in view.history.game.info.options if one.field.name == given.get("option")), None)
    named = {"option": option.field.name} if option else {}
    clause = str(given.get("clause", "")).strip().upper()[:20] or (option.clause if option else "")
    if clause.isascii() and clause.isdecimal():
        clause = f"{view.history.game.info.prefix}-{clause}"
    if clause and read_ruling(view, {"clause": clause}, False) is None:
        raise Unclear("unknown_clause", "clause")
    return ({"clause": clause} if clause else {}) | named


def phone_mark(view: View) -> str:
    """What tells the calls of this phone from others at its table, and tells nothing else."""
    device = context.device()
    return hashlib.sha256(f"{view.table.id} {device}".encode()).hexdigest()[:12] if device else ""


def _form(view: View, given: Given, wrong: Unclear | None = None, status: int = 200) -> Response:
    waits = table_settings(view.history.table_events).calls == "wait"
    clause, told = str(given.get("clause", ""))[:20], _wrong(wrong)
    of = number({"of": str(given.get("of"))}, "of")
    asked = {"type": "choice", "name": "of", "label": _("What is it about?"), "options": offered(view, of)}
    fields = [
        asked | {"lines": True, "error": {"text": told, "clause": ""} if wrong and wrong.where == "of" else None},
        clause_field(clause, _("Such as %(clause)s.", clause=f"{view.history.game.info.prefix}-12"), _at(wrong, "clause")),
        words_field(_("In your words, if you like"), str(given.get("words", ""))[:MAX_REASON], _at(wrong, "words")),
    ]
    return context.page(
        "call.html",
        status,
        page=frame(view, _("Call the referee"), view.url("tables.table")),
        view=view,
        fields=fields,
        links=ways_to_look(view),
        note=_("Every phone shows it, and entering waits until it is settled.")
        if waits
        else _("Every phone shows it; entering goes on meanwhile."),
        form={"action": view.url("calls.call"), "hidden": {"key": context.new_key(), "option": str(given.get("option", ""))[:40]}},
        # What is being chosen here is not to be replaced by news.
        preview_url=request.full_path,
        actions={"go": {"text": _("Call the referee")}},
    )


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
        return context.page("call_part.html", refusal=held_box(view, found) if shown else None)
    return _page(view, found, {})


def _state(view: View, found: Call) -> Response:
    """The upper part of the page, so that news disturb nothing that is being written below; once it is settled, the whole page."""
    response = _page(view, found, {}, template="question_part.html" if found.open else "question.html")
    if not found.open:
        response.headers["HX-Retarget"] = "#page"
        response.headers["HX-Reswap"] = "outerHTML"
    return response


def find_call(view: View, seq: int) -> Call:
    """The call with this number, or 404."""
    found = view.calls.get(seq)
    if found is None:
        abort(404)
    return found


def _page(
    view: View, found: Call, given: Given, wrong: Unclear | None = None, status: int = 200, template: str = "question.html"
) -> Response:
    settles = found.open and view.may_enter
    correct = correct_href(view, found) if settles else None
    back = {"text": _("Back to the table"), "href": view.url("tables.table")}
    return context.page(
        template,
        status,
        page=frame(view, _("Question"), view.url("tables.table")),
        view=view,
        question=question_model(view, found),
        state_url=view.url("calls.question", seq=found.seq, part="state") if found.open else None,
        ruling={"fields": _ruling_fields(view, found, given, wrong), "open": bool(wrong)} if settles else None,
        ways={"go": view.hosts and found.waits, "withdrawn": found.open and is_own(view, found)},
        note=_who_settles(view) if found.open else "",
        form={"action": view.url("calls.settle", seq=found.seq), "hidden": {"key": context.new_key()}},
        # What is being written here is not to be replaced by news.
        preview_url=request.path,
        actions={
            "plain": [{"text": _("Correct it"), "href": correct}] if correct else [],
            "go": {"text": stands_text(found), "name": "outcome", "value": "stands"} if settles else back,
        },
    )


def _ruling_fields(view: View, found: Call, given: Given, wrong: Unclear | None) -> list[dict[str, Any]]:
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


def is_own(view: View, found: Call) -> bool:
    """Whether this phone made the call."""
    return bool(found.phone) and found.phone == phone_mark(view)


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
    if context.is_fragment() and request.form.get("part"):
        return context.page("call_part.html", refusal=None)
    return redirect(view.url("calls.question", seq=seq), 303)


def make_settlement(view: View, found: Call, given: Given, key: str) -> History:
    """Write into the log how a call was settled. Raises Unclear or Settled; 403 for what this phone may not do."""
    outcome = str(given.get("outcome", ""))
    if outcome not in ANSWERS:
        raise Unclear("unknown_outcome", "outcome")
    if not may(view, found, outcome):
        abort(403)
    answer = read_answer(view, outcome, given)

    def decide(history: History) -> list[NewEvent]:
        standing = calls(history.table_events)[found.seq]
        if not standing.open:
            raise Settled
        return settlement(history, standing, answer, entered_by(view), rights.may(view.standing, "calls.settle", "keep for the group"))

    return context.desk().write(view.table, key, decide)


def may(view: View, found: Call, outcome: str) -> bool:
    """Who may do what: the caller withdraws, a host lets entering go on, whoever may enter says how it was settled."""
    if outcome == "withdrawn":
        return is_own(view, found)
    if outcome == "go":
        return rights.may(view.standing, "calls.settle", "go on")
    return rights.may(view.standing, "calls.settle", "settle") and view.may_enter


def read_answer(view: View, outcome: str, given: Given) -> Answer:
    """How a question is to be settled, from a form or a body. Raises Unclear."""
    words = str(given.get("words", "")).strip()[:MAX_REASON]
    if outcome != "ruled":
        return Answer(outcome, words)
    option, _is, value = str(given.get("reading") or f"{given.get('option') or ''}={given.get('value') or ''}").partition("=")
    if option:
        named = next((one.clause for one in view.history.game.info.options if one.field.name == option), "")
        told = read_ruling(view, {"clause": named, "option": option, "value": value}, False)
        if told is None:
            raise Unclear("unknown_reading", "reading")
        return Answer(outcome, words, told)
    if not words:
        raise Unclear("no_words", "words")
    return Answer(outcome, words, read_point(view, {"clause": given.get("clause") or ""}))


def settlement(history: History, found: Call, answer: Answer, by: str, keeps: bool) -> list[NewEvent]:
    """The events that settle a call: a ruling with a clause is kept for the group, as any other, where this phone may do so."""
    words = answer.words or None
    if answer.outcome == "go":
        return [NewEvent(GO_ON, data={"of": found.seq}, reason=words, by=by)] if found.waits else []
    kept = [NewEvent(RULING, data=dict(answer.told), reason=words, by=by)] if answer.told and keeps else []
    data = {"of": found.seq, "outcome": answer.outcome, **answer.told} | ({"ruling": history.revision + 1} if kept else {})
    return [*kept, NewEvent(SETTLED, data=data, reason=words, by=by)]


# For programs


@api.post("/t/<code>/call", endpoint="call")
def call_api(code: str) -> Response:
    """Call the referee: 201 with the new revision, which is the number of the call."""
    view = open_api_view()
    given, key = body(_read_call)
    try:
        return recorded(make_call(view, given, key))
    except Unclear as unclear:
        raise Fault(TOO_MANY.get(unclear.code, 422), unclear.code, where=unclear.where) from unclear


@api.post("/t/<code>/call/<int:seq>", endpoint="settle")
def settle_api(code: str, seq: int) -> Response:
    """Settle a call, or let entering go on: 201 with the new revision; 409 if it was settled already."""
    view = open_api_view()
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

