"""What other options would have made of a table, the ruling about one number, at the table and sent to anybody, and rulings of a group.

The address of a ruling that is sent names the number and the revision it was ruled at, and carries a seal made with the table's own
secret link: nobody can make one for another number, and whoever holds it sees this ruling and nothing else of the table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, redirect, request, url_for

from referee.kernel.contract import Illegal
from referee.kernel.question import choices
from referee.store.errors import Stale
from referee.store.values import MAX_REASON
from referee.web.forms.fields import FieldView
from referee.web.forms.options import Fold
from referee.web.http import context, rendering
from referee.web.http.parts import Actions, Choice, Form, Go, Header, Link, Page, Sentence
from referee.web.http.rights import allowed
from referee.web.http.words import gettext as _
from referee.web.view.access import open_view
from referee.web.view.page_header import page_header, short_name
from referee.web.view.seat_words import spoken
from referee.web.view.view import View

from .group_rulings import Precedent, find_option, keep, precedents_of, read_ruling, says_nothing, when
from .number import Dispute, find_dispute, number_ruling
from .recount import Reading, open_options, otherwise, visible_part
from .ruling import printed, show_ruling
from .sealed import opened, share_address
from .what_if import PREFIX, Outcome, form_of, options_in_address, outcome

rulings = Blueprint("rulings", __name__)
shared = Blueprint("shared", __name__)
precedents = Blueprint("precedents", __name__)
SHARED = "/ruling/<code>/<int:number>/<seat>/<int:revision>/<token>"


@dataclass(frozen=True, kw_only=True)
class WhatIfPage(Page):
    """The options to choose, those shown at ``first`` and the rest folded, and what they would have made of the table."""

    outcome: Outcome | None
    wrong: Sequence[Sentence]
    form: Form
    first: Sequence[FieldView]
    folds: Sequence[Fold]
    actions: Actions


@rulings.get("/t/<code>/what-if")
def what_if(code: str) -> Any:
    """The table under other options, ``?o.match=rank`` or ``?edition=original``; 422 if one cannot be read."""
    _table, whole = open_view()
    view = visible_part(whole)
    asked = options_in_address(view, request.args)
    try:
        found = otherwise(view, asked) if asked else None
        wrong = {}
    except Illegal as illegal:
        found = None
        wrong = {ruling.field or "": spoken(view.speaker, ruling) for ruling in illegal.rulings}
    first, folds = form_of(view, {**view.history.options, **asked}, wrong)
    shown = {field.name.removeprefix(PREFIX) for field in (*first, *(field for fold in folds for field in fold.fields))}
    model = WhatIfPage(
        header=page_header(whole, _("What if"), view.url("sheets.sheet")),
        view=whole,
        outcome=outcome(view, found, asked) if found else None,
        wrong=[error for name, error in wrong.items() if name not in shown],
        form=Form(view.url("rulings.what_if")),
        first=first,
        folds=folds,
        preview_url=context.this_address(),
        actions=Actions(go=Go(_("Count it this way"), form="what-if")),
    )
    return rendering.page("rulings/what_if.html", model, 422 if wrong else 200)


@rulings.get("/t/<code>/ruling/<int:number>/<seat>", endpoint="ruling")
def number_page(code: str, number: int, seat: str) -> Response:
    """The ruling about one number of the sheet; 404 where nothing is scored."""
    _table, view = open_view()
    dispute = find_dispute(view, number, seat)
    reading = next(iter(dispute.mattering), None)
    otherwise_href = view.url("rulings.what_if", **({PREFIX + reading.option: reading.value} if reading else {}))
    keep = [_keep(dispute, reading)] if view.may_enter and allowed(view.standing, "precedents.rulings") else []
    header = page_header(view, _("Ruling"), view.url("sheets.sheet", open=f"{number}-{seat}", _anchor=f"cell-{number}-{seat}"))
    share = share_address(dispute.view, number, seat)
    return show_ruling(header, view, number_ruling(dispute, view.speaker), share, keep, [Link(_("What if"), otherwise_href)])


def _keep(dispute: Dispute, reading: Reading | None) -> Link:
    """Where this table makes its reading a ruling of its group."""
    names = {option.field.name: option.clause for option in open_options(dispute.view)}
    point = {"option": reading.option, "clause": names[reading.option]} if reading else {"clause": dispute.clauses[0]}
    return Link(_("Keep for this group"), dispute.view.url("precedents.rulings", **point))


# Rulings that were sent


@shared.get(SHARED, endpoint="ruling")
def shared_page(code: str, number: int, seat: str, revision: int, token: str) -> Response:
    """The ruling as it stood when it was shared."""
    view = _found(code, number, seat, revision, token)
    header = Header(title=_("Ruling"), where=short_name(view.table.game), back=url_for("home.home"))
    share = share_address(view, number, seat)
    picture, pdf = (share_address(view, number, seat, "shared.picture", fmt=fmt) for fmt in ("png", "pdf"))
    ruling = number_ruling(find_dispute(view, number, seat), view.speaker)
    return show_ruling(header, view, ruling, share, plain=[Link(_("Print"), pdf, "print")], picture=picture)


@shared.get(f"{SHARED}/ruling.<fmt>")
def picture(code: str, number: int, seat: str, revision: int, token: str, fmt: str) -> Response:
    """The same as a picture to share or a page to print."""
    view = _found(code, number, seat, revision, token)
    return printed(view.table.game, number_ruling(find_dispute(view, number, seat), view.plain), fmt, f"{code}-{number}")


def _found(code: str, number: int, seat: str, revision: int, token: str) -> View:
    """The table as it stood at a revision; 404 without the right seal."""
    view = opened(code, revision, token, "ruling", number, seat)
    if view is None:
        abort(404)
    return view


# Rulings of the group


@dataclass(frozen=True, kw_only=True)
class GroupRulingsPage(Page):
    """What the group holds to, with since when, and the point to be ruled on; one without options is ruled on in words."""

    held: Sequence[tuple[Precedent, str]]
    asked: FieldView | None
    error: str
    words: str
    form: Form
    actions: Actions


@precedents.get("/t/<code>/precedents", endpoint="rulings")
def group_rulings(code: str) -> Any:
    """What the group holds to; ``?option=`` or ``?clause=`` opens one point to be ruled on."""
    _table, view = open_view()
    return _group_page(view)


@precedents.post("/t/<code>/precedents")
def rule(code: str) -> Any:
    """Keep a reading for the group, or give one up: 303 to the list."""
    _table, view = open_view()
    words = request.form.get("words", "").strip()[:MAX_REASON]
    told = read_ruling(view, request.form, bool(request.form.get("withdraw")))
    if told is None:
        abort(422)
    if says_nothing(told, words):
        return _group_page(view, _("Say what you ruled."), 422)
    try:
        keep(view, told, words, context.sent_key())
    except Stale:
        return _group_page(view, _("Something was recorded meanwhile. Look, and keep it again."), 409)
    return redirect(url_for("precedents.rulings", code=code), 303)


def _group_page(view: View, error: str = "", status: int = 200) -> Any:
    held = precedents_of(view.table.group_id, view.table.game)
    asked = _asked(view, held)
    back = Go(_("Back to the table"), view.url("tables.table"))
    model = GroupRulingsPage(
        header=page_header(view, _("Group rulings"), view.url("tables.table")),
        view=view,
        held=[(known, when(view, known)) for known in reversed(held.values())],
        asked=asked,
        error=error,
        words=request.form.get("words", ""),
        form=Form(view.url("precedents.rule"), {"key": context.new_key()}),
        actions=Actions(go=Go(_("Keep for this group")) if asked and view.may_enter else back),
    )
    return rendering.page("rulings/group_rulings.html", model, status)


def _asked(view: View, held: Mapping[str, Precedent]) -> FieldView | None:
    """The point to be ruled on; the group's own reading is chosen, else this table's."""
    book, lang = rendering.book(view.table.game), context.language()
    name, clause = request.values.get("option", ""), request.values.get("clause", "")[:20]
    option = find_option(view, name) if name else None
    if option is not None:
        about, now = book.about(name), held[name].value if name in held else view.history.options[name]
        texts: dict[Any, str] = {choice.value: choice.text[lang] for choice in book.choices(name)}
        rows = [Choice(str(value), texts.get(value, str(value)), value == now) for value in choices(option)]
        return FieldView("choice", name, about.title[lang], about.text[lang], option.clause, options=rows)
    return FieldView("text", "", clause, book.entry(clause).text[lang], clause) if clause and book.has(clause) else None
