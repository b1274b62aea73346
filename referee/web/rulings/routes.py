"""The dispute desk at a table, as pages and as JSON: what other options would have made of it, and the ruling about one number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request
from flask_babel import gettext as _

from referee.kernel.contract import Illegal
from referee.web.api.routes import api
from referee.web.api.routes import open_view as open_api_view
from referee.web.api.rulings_json import ruling_json, what_if_json
from referee.web.entry.routes import open_view
from referee.web.http import context
from referee.web.http.errors import Fault
from referee.web.http.rights import allowed
from referee.web.view.view import View, frame
from referee.words import ruling_sentence

from .number import Dispute, ruling_model
from .one_screen import opened
from .recount import Reading, known, open_options, otherwise
from .shared_routes import share_address
from .what_if import PREFIX, edition_options, form_of, outcome

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
    return context.page(
        "what_if.html",
        422 if wrong else 200,
        page=frame(whole, _("What if"), view.url("sheets.sheet")),
        view=whole,
        outcome=outcome(view, found, asked) if found else None,
        wrong=[error for name, error in wrong.items() if name not in fields["names"]],
        form={"action": view.url("rulings.what_if"), **fields},
        preview_url=request.full_path,
        actions={"go": {"text": _("Count it this way"), "form": "what-if"}},
    )


def asked_options(view: View, args: Mapping[str, str]) -> dict[str, Any]:
    """The options an address asks for: those of an edition, then single ones; only what differs from the table's."""
    editions = view.history.game.info.editions
    edition = args.get("edition", "")
    base = edition_options(view, edition) if edition in editions else {}
    named = {option.field.name: args[PREFIX + option.field.name] for option in open_options(view) if PREFIX + option.field.name in args}
    return {name: value for name, value in {**base, **named}.items() if str(value) != str(view.history.options[name])}


@rulings.get("/t/<code>/ruling/<int:number>/<seat>")
def ruling(code: str, number: int, seat: str) -> Any:
    """The ruling about one number of the sheet; 404 where nothing is scored."""
    _table, view = open_view()
    dispute = find_dispute(view, number, seat)
    reading = next(iter(dispute.mattering), None)
    otherwise_href = view.url("rulings.what_if", **({PREFIX + reading.option: reading.value} if reading else {}))
    model = ruling_model(dispute) | {"links": [{"text": _("What if"), "href": otherwise_href}]}
    return context.page(
        "ruling.html",
        page=frame(view, _("Ruling"), view.url("sheets.sheet", open=f"{number}-{seat}", _anchor=f"cell-{number}-{seat}")),
        view=view,
        actions={
            "plain": [_keep(dispute, reading)] if view.may_enter and allowed(view.standing, "precedents.rulings") else [],
            "go": {"text": _("Share ruling"), "href": share_address(dispute.view, number, seat), "share": _("Link copied")},
        },
        opened=opened(model),
        **model,
    )


def _keep(dispute: Dispute, reading: Reading | None) -> dict[str, str]:
    """Where this table makes its reading a ruling of its group."""
    names = {option.field.name: option.clause for option in open_options(dispute.view)}
    point = {"option": reading.option, "clause": names[reading.option]} if reading else {"clause": dispute.clauses[0]}
    return {"text": _("Keep for this group"), "href": dispute.view.url("precedents.rulings", **point)}


@api.get("/t/<code>/what-if", endpoint="what_if")
def what_if_api(code: str) -> Response:
    """The table under other options, ``?o.match=rank`` or ``?edition=original``; 422 if one is unknown or cannot be read."""
    view = known(open_api_view())
    editions = view.history.game.info.editions
    names = {"lang", "edition", *(PREFIX + option.field.name for option in open_options(view))}
    if unknown := set(request.args) - names:
        raise Fault(422, "unknown_key", where=min(unknown)[:40])
    if request.args.get("edition", "page") not in editions:
        raise Fault(422, "unknown_edition", name=request.args["edition"][:40], where="edition")
    asked = asked_options(view, request.args)
    return jsonify(what_if_json(view, otherwise(view, asked), asked))


@api.get("/t/<code>/ruling/<int:number>/<seat>", endpoint="ruling")
def ruling_api(code: str, number: int, seat: str) -> Response:
    """The ruling about one number of the score sheet; 404 where nothing is scored."""
    return jsonify(ruling_json(find_dispute(open_api_view(), number, seat)))


def find_dispute(view: View, number: int, seat: str) -> Dispute:
    """The cell of a round and a seat; 404 where nothing is scored that this reader may see."""
    if seat not in view.names:
        abort(404)
    try:
        return Dispute.about(view, number, seat)
    except LookupError:
        abort(404)
