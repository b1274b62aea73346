"""Precedents: what a table rules stays in its log, and what its group has ruled is the group's own edition of a game.

A ruling is an event of the log: ``{"option", "value", "clause"}`` for a reading of an open point, ``{"clause"}`` with the words in
its reason where no option decides it, ``{"clause", "option"?, "withdrawn": true}`` for one that no longer holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from flask_babel import gettext as _

from referee.kernel.question import choices
from referee.store import MAX_REASON, Stale, TableRow
from referee.web.http import context, rendering
from referee.web.http.page import Page
from referee.web.http.parts import Actions, Form, Go
from referee.web.view.access import open_view
from referee.web.view.log_words import clock
from referee.web.view.page_header import page_header
from referee.web.view.view import View

from .group_rulings import Precedent, find_option, has_entry, keep, precedents_of, read_ruling, says_nothing, sentence

precedents = Blueprint("precedents", __name__)


@dataclass(frozen=True)
class HeldRuling:
    """What the group holds to, with why and since when."""

    clause: str
    option: str
    text: str
    words: str
    when: str


@dataclass(frozen=True)
class ReadingChoice:
    """A reading that may be chosen."""

    value: str
    label: str
    on: bool


@dataclass(frozen=True)
class AskedPoint:
    """The point to be ruled on, with its readings; without them it is ruled on in words."""

    title: str
    text: str
    clause: str
    option: str = ""
    choices: Sequence[ReadingChoice] = ()


@dataclass(frozen=True, kw_only=True)
class GroupRulingsPage(Page):
    """What the group holds to, and the point to be ruled on."""

    held: Sequence[HeldRuling]
    asked: AskedPoint | None
    error: str
    words: str
    form: Form
    actions: Actions


@precedents.get("/t/<code>/precedents")
def rulings(code: str) -> Any:
    """What the group holds to; ``?option=`` or ``?clause=`` opens one point to be ruled on."""
    table, view = open_view()
    return _page(table, view)


@precedents.post("/t/<code>/precedents")
def rule(code: str) -> Any:
    """Keep a reading for the group, or give one up: 303 to the list."""
    table, view = open_view()
    words = request.form.get("words", "").strip()[:MAX_REASON]
    told = read_ruling(view, request.form, bool(request.form.get("withdraw")))
    if told is None:
        abort(422)
    if says_nothing(told, words):
        return _page(table, view, _("Say what you ruled."), 422)
    try:
        keep(view, told, words, request.form.get("key", "")[:60] or context.new_key())
    except Stale:
        return _page(table, view, _("Something was recorded meanwhile. Look, and keep it again."), 409)
    return redirect(url_for("precedents.rulings", code=code), 303)


def _page(table: TableRow, view: View, error: str = "", status: int = 200) -> Any:
    held = precedents_of(table.group_id, table.game)
    asked = _asked(view, held)
    back = Go(_("Back to the table"), view.url("tables.table"))
    model = GroupRulingsPage(
        header=page_header(view, _("Group rulings"), view.url("tables.table")),
        view=view,
        held=[_row(view, known) for known in reversed(held.values())],
        asked=asked,
        error=error,
        words=request.form.get("words", ""),
        form=Form(view.url("precedents.rule"), {"key": context.new_key()}),
        actions=Actions(go=Go(_("Keep for this group")) if asked and view.may_enter else back),
    )
    return rendering.page("rulings/group_rulings.html", model, status)


def _row(view: View, known: Precedent) -> HeldRuling:
    same = known.table_id == view.table.id
    when = _("at this table, %(time)s", time=clock(known.at)) if same else rendering.day(known.at)
    return HeldRuling(known.clause, known.option, sentence(view.table.game, known), known.words if known.option else "", when)


def _asked(view: View, held: Mapping[str, Precedent]) -> AskedPoint | None:
    """The point to be ruled on; the group's own reading is chosen, else this table's."""
    book, lang = rendering.book(view.table.game), context.language()
    name, clause = request.values.get("option", ""), request.values.get("clause", "")[:20]
    option = find_option(view, name) if name else None
    if option is not None:
        about, now = book.about(name), held[name].value if name in held else view.history.options[name]
        texts: dict[Any, str] = {choice.value: choice.text[lang] for choice in book.choices(name)}
        rows = [ReadingChoice(str(value), texts.get(value, str(value)), value == now) for value in choices(option)]
        return AskedPoint(about.title[lang], about.text[lang], option.clause, name, rows)
    return AskedPoint(clause, book.entry(clause).text[lang], clause) if clause and has_entry(book, clause) else None
