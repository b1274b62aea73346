"""A game comes from a phone without a server: a page shows a code, and the phone sends the game.

The second address is the only one that pages of other sites may ask.
"""

import re
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request, url_for
from markupsafe import Markup

from referee.exchange.import_record import ImportRefused, missing_here, read_record
from referee.games import GAMES
from referee.kernel.strict_json import NotJson, read_json
from referee.store.values import NewRecord, TableRow
from referee.web.http import context, rendering
from referee.web.http.cross_origin import is_reachable, open_to_other_sites
from referee.web.http.edition import server_only
from referee.web.http.errors import Fault
from referee.web.http.limits import guessers, may_open_table, may_read_record
from referee.web.http.parts import Actions, Form, Go, Header, Page
from referee.web.http.permissions import needs
from referee.web.http.rendering import address, qr_svg
from referee.web.http.words import gettext as _

from .codes import LIFE, MoveCodes

arriving = Blueprint("arriving", __name__)
KEY = re.compile(r"[\w.-]{20,80}", re.ASCII)


@dataclass(frozen=True, kw_only=True)
class BringPage(Page):
    """How a game comes from a phone; with a code, its link and QR code once that was asked for.

    Not ``reachable``: browsers let no page by https reach an address by http.
    """

    code: str
    where: str
    url: str
    square: Markup
    minutes: int
    reachable: bool


@arriving.get("/bring")
@needs("anyone")
@server_only
def about() -> Any:
    """What a code is for; a code's link leads here, too."""
    return _page("")


@arriving.post("/bring")
@needs("anyone")
@server_only
def show() -> Any:
    """Show a new code to somebody who may start a game here: it lets one game come."""
    may_open_table()
    return _page(_codes().make(context.node()[:1]))


@arriving.post("/bring/<where>")
@needs("anyone")
@server_only
@open_to_other_sites
def receive(where: str) -> Response:
    """Take a game that comes with a code: the link of its host. The same game again is answered
    alike, without a code; ``where`` leads to the node that made it.
    """
    sent, store = _sent(), context.store()
    key, code = sent.get("key"), sent.get("code")
    if not isinstance(key, str) or not KEY.fullmatch(key):
        raise Fault(422, "no_key", where="key")
    known = store.arrived(key)
    if known and not store.away([known.id]):
        return _told(known, _read(sent))
    guesses, senders = current_app.extensions["guesses"], guessers()
    if not guesses.begin(senders):
        raise Fault(429, "too_many")
    with _codes().use(code if isinstance(code, str) else "") as valid:
        if not valid:
            raise Fault(403, "move_code")
        guesses.was_right(senders)
        new = _read(sent)
        may_open_table()
        table = store.arrive(new, key)
        if table is None:
            raise Fault(409, "already_here")
    return _told(table, new)


def _sent() -> dict[str, Any]:
    """What was sent; only JSON, as a page of another site must ask beforehand to send that."""
    if not request.is_json:
        raise Fault(415, "unsupported_type")
    try:
        sent = read_json(request.get_data())
    except NotJson as unreadable:
        raise Fault(400, "not_json") from unreadable
    if not isinstance(sent, dict):
        raise Fault(422, "not_an_object", where="body")
    return sent


def _read(sent: dict[str, Any]) -> NewRecord:
    may_read_record()
    try:
        return read_record(sent.get("record"), GAMES)
    except ImportRefused as bad:
        raise Fault(422, "bad_record", bad.rulings, where=bad.pointer) from bad


def _told(table: TableRow, new: NewRecord) -> Response:
    """The link of the host, without the address, and how many entries are not in the game here."""
    response = jsonify(join=table.host_link, missing=missing_here(context.store(), new, table))
    response.headers["Cache-Control"] = "no-store"
    return response


def _codes() -> MoveCodes:
    found: MoveCodes = current_app.extensions["move_codes"]
    return found


def _page(code: str) -> Response:
    base = address("arriving.about")
    url = f"{base}#{code}"
    model = BringPage(
        header=Header(_("Move a game here"), url_for("home.home")),
        form=Form(url_for("arriving.show")),
        code=code,
        where=base.partition("://")[2].removesuffix("/bring"),
        url=url,
        square=qr_svg(url, 4),
        minutes=int(LIFE // 60),
        reachable=is_reachable(base),
        actions=Actions(go=Go(_("New code") if code else _("Show a code"), form="show")),
    )
    response = rendering.page("move/bring.html", model)
    response.headers["Cache-Control"] = "no-store"
    return response
