"""The dispute desk at a table, as pages and as JSON: what other options would have made of it, and the ruling about one number."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request
from flask_babel import gettext as _

from referee.kernel.contract import Illegal
from referee.web.http import rendering
from referee.web.http.parts import Link
from referee.web.http.rights import allowed
from referee.web.view.access import open_view
from referee.web.view.page_header import page_header
from referee.words import ruling_sentence

from .address import asked_options, find_dispute, share_address
from .number import Dispute, number_ruling
from .one_screen import open_parts
from .recount import Reading, known, open_options, otherwise
from .what_if import PREFIX, form_of, outcome

rulings = Blueprint("rulings", __name__)


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
        wrong = {
            ruling.field or "": {"text": ruling_sentence(view.speaker, ruling), "clause": ruling.clause} for ruling in illegal.rulings
        }
    fields = form_of(view, {**view.history.options, **asked}, wrong)
    return rendering.page(
        "rulings/what_if.html",
        422 if wrong else 200,
        header=page_header(whole, _("What if"), view.url("sheets.sheet")),
        view=whole,
        outcome=outcome(view, found, asked) if found else None,
        wrong=[error for name, error in wrong.items() if name not in fields["names"]],
        form={"action": view.url("rulings.what_if"), **fields},
        preview_url=request.full_path,
        actions={"go": {"text": _("Count it this way"), "form": "what-if"}},
    )


@rulings.get("/t/<code>/ruling/<int:number>/<seat>", endpoint="ruling")
def number_page(code: str, number: int, seat: str) -> Any:
    """The ruling about one number of the sheet; 404 where nothing is scored."""
    _table, view = open_view()
    dispute = find_dispute(view, number, seat)
    reading = next(iter(dispute.mattering), None)
    otherwise_href = view.url("rulings.what_if", **({PREFIX + reading.option: reading.value} if reading else {}))
    ruling = number_ruling(dispute)
    return rendering.page(
        "rulings/number.html",
        header=page_header(view, _("Ruling"), view.url("sheets.sheet", open=f"{number}-{seat}", _anchor=f"cell-{number}-{seat}")),
        view=view,
        actions={
            "plain": [_keep(dispute, reading)] if view.may_enter and allowed(view.standing, "precedents.rulings") else [],
            "go": {"text": _("Share ruling"), "href": share_address(dispute.view, number, seat), "share": _("Link copied")},
        },
        ruling=ruling,
        links=[Link(_("What if"), otherwise_href)],
        open_parts=open_parts(ruling, 1),
    )


def _keep(dispute: Dispute, reading: Reading | None) -> dict[str, str]:
    """Where this table makes its reading a ruling of its group."""
    names = {option.field.name: option.clause for option in open_options(dispute.view)}
    point = {"option": reading.option, "clause": names[reading.option]} if reading else {"clause": dispute.clauses[0]}
    return {"text": _("Keep for this group"), "href": dispute.view.url("precedents.rulings", **point)}


