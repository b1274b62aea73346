"""Precedents: what a table rules stays in its log, and what its group has ruled is the group's own edition of a game.

A ruling is an event of the log: ``{"option", "value", "clause"}`` for a reading of an open point, ``{"clause"}`` with the words in
its reason where no option decides it, ``{"clause", "option"?, "withdrawn": true}`` for one that no longer holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from flask_babel import gettext as _

from referee.games import GAMES
from referee.kernel.contract import Option
from referee.kernel.fields import Value
from referee.kernel.question import choices
from referee.rulebook import Rulebook
from referee.store import MAX_REASON, NewEvent, Stale, StoredEvent, TableRow
from referee.web.changes.log import clock
from referee.web.entry.routes import entered_by, open_view
from referee.web.forms.options import chosen_text
from referee.web.http import context
from referee.web.view.view import View, frame

precedents = Blueprint("precedents", __name__)
RULING = "ruling"


@dataclass(frozen=True)
class Precedent:
    """A reading a group holds to: of an option, or of a clause in its own words."""

    clause: str
    option: str
    value: Value
    words: str
    at: float
    table_id: int


def precedents_of(group_id: int, game: str) -> dict[str, Precedent]:
    """What a group holds to in a game, by option or clause; the newest ruling on a point counts."""
    found: dict[str, Precedent] = {}
    for event in context.store().rulings(group_id, game):
        name = event.data.get("option") or event.data.get("clause", "")
        found.pop(name, None)
        if not event.data.get("withdrawn"):
            found[name] = _precedent(event)
    return found


def _precedent(event: StoredEvent) -> Precedent:
    told = event.data
    return Precedent(
        told.get("clause", ""), told.get("option", ""), told.get("value"), event.reason or "", event.at, event.table_id
    )


def own_options(game: str, held: Mapping[str, Precedent]) -> dict[str, Value]:
    """The options a group's precedents decide, as far as the game still offers them so."""
    offered = {option.field.name: choices(option) for option in GAMES[game].info.options}
    return {name: known.value for name, known in held.items() if known.value in offered.get(name, ())}


def sentence(game: str, known: Precedent) -> str:
    """A precedent in words."""
    return chosen_text(game, known.option, known.value) if known.option else known.words


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


def keep(view: View, told: Mapping[str, Any], words: str, key: str) -> int:
    """Write a ruling into the table's log: its revision; raises Stale."""
    event = NewEvent(RULING, None, None, dict(told), (), words or None, entered_by(view))
    return context.store().append(view.table.id, view.history.revision, [event], key).last


def says_nothing(told: Mapping[str, Any], words: str) -> bool:
    """Whether a ruling neither chooses a reading nor gives one up nor says anything."""
    return not (told.get("option") or told.get("withdrawn") or words)


def read_ruling(view: View, given: Mapping[str, Any], withdrawn: bool) -> dict[str, Any] | None:
    """The ruling that a form or a body holds; None if it names nothing of this game."""
    book, clause = context.book(view.table.game), str(given.get("clause", ""))[:20]
    if not _known(book, clause):
        return None
    told: dict[str, Any] = {"clause": clause} | ({"withdrawn": True} if withdrawn else {})
    if name := given.get("option"):
        option = _option(view, str(name))
        value = _value(option, str(given.get("value", ""))) if option else None
        if option is None or (value is None and not withdrawn):
            return None
        told |= {"option": str(name)} | ({} if withdrawn else {"value": value})
    return told


def _known(book: Rulebook, clause: str) -> bool:
    try:
        book.entry(clause)
    except KeyError:
        return False
    return True


def _option(view: View, name: str) -> Option | None:
    return next((option for option in view.history.game.info.options if option.field.name == name and choices(option)), None)


def _value(option: Option, text: str) -> Value:
    return next((value for value in choices(option) if str(value) == text), None)


def _page(table: TableRow, view: View, error: str = "", status: int = 200) -> Any:
    held = precedents_of(table.group_id, table.game)
    asked = _asked(view, held)
    back = {"text": _("Back to the table"), "href": view.url("tables.table")}
    go = {"text": _("Keep for this group")} if asked and view.may_enter else back
    return context.page(
        "precedents.html",
        status,
        page=frame(view, _("Group rulings"), view.url("tables.table")),
        view=view,
        held=[_row(view, known) for known in reversed(held.values())],
        asked=asked,
        error=error,
        words=request.form.get("words", ""),
        form={"action": view.url("precedents.rule"), "key": context.new_key()},
        actions={"go": go, "plain": []},
    )


def _row(view: View, known: Precedent) -> dict[str, Any]:
    same = known.table_id == view.table.id
    day = context.day(known.at)
    return {
        "clause": known.clause,
        "option": known.option,
        "text": sentence(view.table.game, known),
        "words": known.words if known.option else "",
        "when": _("at this table, %(time)s", time=clock(known.at)) if same else day,
        "may_withdraw": view.may_enter,
    }


def _asked(view: View, held: Mapping[str, Precedent]) -> dict[str, Any] | None:
    """The point to be ruled on, with its readings; the group's own is chosen, else this table's."""
    book, lang = context.book(view.table.game), context.language()
    name, clause = request.values.get("option", ""), request.values.get("clause", "")[:20]
    option = _option(view, name) if name else None
    if option is not None:
        about, now = book.about(name), held[name].value if name in held else view.history.options[name]
        texts = {choice.value: choice.text[lang] for choice in book.choices(name)}
        rows = [{"value": str(value), "label": texts.get(value, str(value)), "on": value == now} for value in choices(option)]
        return {"title": about.title[lang], "text": about.text[lang], "clause": option.clause, "option": name, "choices": rows}
    if clause and _known(book, clause):
        return {"title": clause, "text": book.entry(clause).text[lang], "clause": clause, "option": "", "choices": []}
    return None
