"""A game goes on elsewhere: sent to a server by its address, or in a file from anywhere.

It is closed here first, and sent then. So an answer that is lost leaves no second game that takes
entries, and the same game is sent again until the answer comes.
"""

import re
from typing import Any

from flask import Blueprint, Response, abort, current_app, jsonify, redirect, request

from referee.store.values import Departure, TableRow
from referee.web.http import context
from referee.web.http.edition import browser_only, has_server
from referee.web.http.move_codes import code_form
from referee.web.http.permissions import needs
from referee.web.http.security import CSP, number, policy
from referee.web.view.access import open_view
from referee.web.view.record import whole_record
from referee.web.view.view import View

from .address import BadAddress, read_address, split_target
from .pages import Typed, away_page, file_page, sending_page, server_page

departing = Blueprint("departing", __name__)
TOKEN = re.compile(r"[\w.-]{10,80}", re.ASCII)
"""The end of a host's link, as a server answers it."""


@departing.get("/t/<code>/move")
@needs("watch", cases={"move": "host"})
def move(code: str) -> Any:
    """Where the game goes on; for a host the ways to move it while it is here. ``?by=file``: in a
    file; ``?why=``: a server refused it.
    """
    table, view = open_view()
    found = context.store().departure(table.id)
    if found is None or found.reopened:
        return _ways(view, found, request.args.get("why", ""))
    if found.place and not found.link:
        return _sending(view, found.place)
    return away_page(view, found)


@departing.post("/t/<code>/move")
@needs("host")
@browser_only
def to_server(code: str) -> Any:
    """Close the game and send it to the server at this address; 422 where that cannot be."""
    table, view = open_view()
    _refuse_moved(table)
    typed = Typed(request.form.get("address", "")[:300], request.form.get("code", "")[:40])
    try:
        there = read_address(typed.address)
    except BadAddress as bad:
        return server_page(view, typed, "http" if bad.http else "address", 422)
    by_code = there.code or code_form(typed.code)
    if not by_code:
        return server_page(view, typed, "no_code", 422)
    context.store().depart(table.id, there.target(by_code), by_code)
    return _back(view)


@departing.post("/t/<code>/move/file")
@needs("host")
def to_file(code: str) -> Any:
    """Close the game, so that the file has all of it."""
    table, view = open_view()
    _refuse_moved(table)
    context.store().depart(table.id, "")
    return _back(view)


@departing.get("/t/<code>/move/sent")
@needs("host")
@browser_only
def sent(code: str) -> Response:
    """What is sent to the server: the game with all that is entered, and the code."""
    table, view = open_view()
    found = context.store().departure(table.id)
    if found is None or found.reopened or not found.place:
        abort(404)
    response = jsonify(code=found.code, key=found.key, record=whole_record(view))
    response.headers["Cache-Control"] = "no-store"
    return response


@departing.post("/t/<code>/move/arrived")
@needs("host")
@browser_only
def arrived(code: str) -> Any:
    """Keep what the server answered: the end of the host's link, and what is missing there."""
    table, view = open_view()
    found, token = context.store().departure(table.id), request.form.get("join", "")
    if found is None or not found.place or not TOKEN.fullmatch(token):
        abort(422)
    context.store().settle_move(table.id, token, number(request.form, "missing"))
    return _back(view)


@departing.post("/t/<code>/move/reopen")
@needs("host")
def reopen(code: str) -> Any:
    """Let the game go on here: 303 to it, or to the form if the server refused it: ``why``."""
    table, view = open_view()
    found = context.store().departure(table.id)
    if found is None or found.back_id:
        return redirect(view.url("tables.table"), 303)
    context.store().reopen(table.id)
    why = request.form.get("why", "")
    there = view.url("departing.move", why=why[:40]) if why else view.url("tables.table")
    return redirect(there, 303)


def _ways(view: View, before: Departure | None, why: str) -> Any:
    """The ways to move a game that is here; a server that was tried is filled in."""
    if not view.hosts:
        return redirect(view.url("tables.table"), 303)
    if has_server() or request.args.get("by") == "file":
        return file_page(view)
    tried = split_target(before.place)[0] if before and before.place else ""
    return server_page(view, Typed(tried), why)


def _sending(view: View, place: str) -> Any:
    """The page that sends the game, the only one that reaches another site: this one address."""
    if not view.hosts:
        return redirect(view.url("sheets.sheet"), 303)
    response = sending_page(view, place)
    response.headers[CSP] = policy(current_app.config["EDITION"], place)
    return response


def _refuse_moved(table: TableRow) -> None:
    """Abort with 409 where the game goes on elsewhere already."""
    found = context.store().departure(table.id)
    if found is not None and not found.reopened:
        abort(409)


def _back(view: View) -> Any:
    return redirect(view.url("departing.move"), 303)
