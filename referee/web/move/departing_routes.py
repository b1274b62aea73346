"""A game goes on elsewhere: sent to a server by its address, or in a file from anywhere.

It is closed here first, and sent then. So an answer that is lost leaves no second game that takes
entries, and the same game is sent again until the answer comes.
"""

import re
from contextlib import suppress
from typing import Any
from unicodedata import normalize
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, current_app, jsonify, redirect, request

from referee.store.errors import GameMoved
from referee.store.values import Departure
from referee.web.http import context
from referee.web.http.edition import browser_only, has_server
from referee.web.http.permissions import needs
from referee.web.http.security import CSP, MAX_BODY, number, policy
from referee.web.view.access import open_view
from referee.web.view.record import whole_record
from referee.web.view.view import View

from .codes import LENGTH, code_form
from .pages import away_page, file_page, sending_page, server_page, several_page

departing = Blueprint("departing", __name__)
TOKEN = re.compile(r"[\w.-]{10,80}", re.ASCII)
"""The end of a host's link, as a server answers it."""
HOST = re.compile(r"(\[[\da-f:.]+\]|[\w-]+(\.[\w-]+)*)(:\d{1,5})?", re.ASCII)
PATH = re.compile(r"(/[\w.~-]+)*", re.ASCII)
OWN_MACHINE = re.compile(r"(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?")
KEY_AND_CODE = 200  # Bytes that are sent beside the game, and some more


@departing.get("/several")
@needs("anyone")
@browser_only
def several() -> Any:
    """Play on several phones: which game moves to a server."""
    return several_page()


@departing.get("/t/<code>/move")
@needs("watch", cases={"move": "host"})
def move(code: str) -> Any:
    """Where the game goes on; for a host the ways to move it while it is here. ``?by=file``: in a
    file; ``?why=``: a server refused it.
    """
    table, view = open_view()
    if found := context.store().away([table.id]).get(table.id):
        return _gone(view, found)
    if not view.hosts or view.over:
        return redirect(view.url("tables.table"), 303)
    if has_server() or request.args.get("by") == "file":
        return file_page(view)
    tried = context.store().departure(table.id)
    return server_page(view, tried.server if tried else "", "", request.args.get("why", ""))


def _gone(view: View, found: Departure) -> Response:
    """Where it went; until the answer came the page that sends it, which reaches that address."""
    if found.link or not (found.place and view.hosts):
        return away_page(view, found)
    response = sending_page(view, found)
    response.headers[CSP] = policy(current_app.config["EDITION"], found.place)
    return response


@departing.post("/t/<code>/move")
@needs("host")
@browser_only
def to_server(code: str) -> Any:
    """Close the game and send it to the server at this address; 422 where that cannot be."""
    _table, view = open_view()
    address, typed = request.form.get("address", "")[:300], request.form.get("code", "")[:40]
    try:
        base, linked = read_address(address)
        by_code = linked or code_form(typed)
        if not by_code:
            raise BadAddress("no_code")
        if len(jsonify(whole_record(view)).get_data()) + KEY_AND_CODE > MAX_BODY:
            raise BadAddress("too_large")
    except BadAddress as bad:
        return server_page(view, address, typed, str(bad), 422)
    return _leave(view, target(base, by_code), by_code)


@departing.post("/t/<code>/move/file")
@needs("host")
def to_file(code: str) -> Any:
    """Close the game, so that the file has all of it."""
    return _leave(open_view()[1], "")


def _leave(view: View, place: str, code: str = "") -> Any:
    """Close the game; 303 to where it goes, which a second tap does not change."""
    if not view.over:
        with suppress(GameMoved):
            context.store().depart(view.table.id, place, code)
    return redirect(view.url("departing.move"), 303)


@departing.get("/t/<code>/move/sent")
@needs("host")
@browser_only
def sent(code: str) -> Response:
    """What is sent to the server: the game with all that is entered, and the code."""
    table, view = open_view()
    found = context.store().away([table.id]).get(table.id)
    if found is None or not found.place:
        abort(404)
    response = jsonify(code=found.code, key=found.key, record=whole_record(view))
    response.headers |= {"Cache-Control": "no-store", "X-Revision": str(view.history.revision)}
    return response


@departing.post("/t/<code>/move/arrived")
@needs("host")
@browser_only
def arrived(code: str) -> Any:
    """Keep what the server answered: the end of the host's link, and what is missing there.

    So is what was entered here after revision ``seen`` was sent, in a game that was reopened.
    """
    table, view = open_view()
    found, token = context.store().departure(table.id), request.form.get("join", "")
    if found is None or not TOKEN.fullmatch(token) or found.place != request.form.get("to"):
        abort(422)
    head = view.history.revision
    later = max(0, head - number(request.form, "seen", head))
    context.store().settle_move(table.id, token, number(request.form, "missing") + later)
    return redirect(view.url("departing.move"), 303)


@departing.post("/t/<code>/move/reopen")
@needs("host")
def reopen(code: str) -> Any:
    """Let the game go on here: 303 to it, or to the form if the server refused it: ``why``."""
    table, view = open_view()
    found, why = context.store().away([table.id]).get(table.id), request.form.get("why", "")[:40]
    if found and not found.back_id:
        context.store().reopen(table.id)
        if why:
            return redirect(view.url("departing.move", why=why), 303)
    return redirect(view.url("tables.table"), 303)


def target(base: str, code: str) -> str:
    """Where a game is sent to; with several nodes a code begins with its node's letter."""
    return f"{base}/bring/{code[0] if len(code) > LENGTH else 'here'}"


class BadAddress(ValueError):
    """Not an address that this page can reach: why, as `pages.why_not` says it."""


def read_address(typed: str) -> tuple[str, str]:
    """Return a server's address, typed with or without https, and the code of its link, if any.

    A page that came by https reaches no server by http, but on the same machine.
    """
    text = normalize("NFKC", typed.strip()[:300])
    try:
        parts = urlsplit(text if "://" in text else f"https://{text}")
        host = parts.netloc.lower().encode("idna").decode()
    except ValueError as bad:
        raise BadAddress("address") from bad
    path = parts.path.rstrip("/").removesuffix("/bring")
    known = parts.scheme in ("http", "https")
    if not (known and HOST.fullmatch(host) and PATH.fullmatch(path)):
        raise BadAddress("address")
    if parts.scheme == "http" and not OWN_MACHINE.fullmatch(host):
        raise BadAddress("http")
    return f"{parts.scheme}://{host}{path}", code_form(parts.fragment)
