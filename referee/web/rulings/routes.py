"""The dispute desk at a table, as pages and as JSON: what other options would have made of it, and the ruling about one number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request
from flask_babel import gettext as _

from referee.kernel.contract import Illegal
from referee.web.forms.fields import FieldView
from referee.web.forms.options import Fold
from referee.web.http import rendering
from referee.web.http.page import Page
from referee.web.http.parts import Actions, Form, Go, Link, Sentence
from referee.web.http.rights import allowed
from referee.web.view.access import open_view
from referee.web.view.page_header import page_header
from referee.words import ruling_sentence

from .address import asked_options, find_dispute, share_address
from .number import Dispute, number_ruling
from .one_screen import open_parts
from .recount import Reading, known, open_options, otherwise
from .ruling import NumberPage
from .what_if import PREFIX, Outcome, form_of, outcome

rulings = Blueprint("rulings", __name__)


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
    view = known(whole)
    asked = asked_options(view, request.args)
    try:
        found = otherwise(view, asked) if asked else None
        wrong = {}
    except Illegal as illegal:
        found = None
        wrong = {ruling.field or "": Sentence(ruling_sentence(view.speaker, ruling), ruling.clause) for ruling in illegal.rulings}
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
        preview_url=request.full_path,
        actions=Actions(go=Go(_("Count it this way"), form="what-if")),
    )
    return rendering.page("rulings/what_if.html", model, 422 if wrong else 200)


@rulings.get("/t/<code>/ruling/<int:number>/<seat>", endpoint="ruling")
def number_page(code: str, number: int, seat: str) -> Any:
    """The ruling about one number of the sheet; 404 where nothing is scored."""
    _table, view = open_view()
    dispute = find_dispute(view, number, seat)
    reading = next(iter(dispute.mattering), None)
    otherwise_href = view.url("rulings.what_if", **({PREFIX + reading.option: reading.value} if reading else {}))
    ruling = number_ruling(dispute)
    keep = [_keep(dispute, reading)] if view.may_enter and allowed(view.standing, "precedents.rulings") else []
    share = Go(_("Share ruling"), share_address(dispute.view, number, seat), share=_("Link copied"))
    model = NumberPage(
        header=page_header(view, _("Ruling"), view.url("sheets.sheet", open=f"{number}-{seat}", _anchor=f"cell-{number}-{seat}")),
        view=view,
        actions=Actions(go=share, plain=keep),
        ruling=ruling,
        links=[Link(_("What if"), otherwise_href)],
        open_parts=open_parts(ruling, 1),
    )
    return rendering.page("rulings/number.html", model)


def _keep(dispute: Dispute, reading: Reading | None) -> Link:
    """Where this table makes its reading a ruling of its group."""
    names = {option.field.name: option.clause for option in open_options(dispute.view)}
    point = {"option": reading.option, "clause": names[reading.option]} if reading else {"clause": dispute.clauses[0]}
    return Link(_("Keep for this group"), dispute.view.url("precedents.rulings", **point))
