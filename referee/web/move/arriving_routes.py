"""A game comes from a phone without a server: a page shows a code, and the phone sends the game.

The second address is the only one that pages of other sites may ask.
"""

import re
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, current_app, jsonify, request, url_for
from markupsafe import Markup

from referee.exchange.import_record import ImportRefused, missing_here, read_record, received
from referee.games import GAMES
from referee.kernel.strict_json import NotJson, read_json
from referee.store.values import NewRecord, TableRow
from referee.web.http import context, rendering
from referee.web.http.cross_origin import is_reachable, open_to_other_sites
from referee.web.http.edition import server_only
from referee.web.http.errors import Fault
from referee.web.http.limits import guessers, may_open_table, may_read_record
from referee.web.http.move_codes import LIFE, MoveCodes
from referee.web.http.parts import Actions, Form, Go, Header, Page
from referee.web.http.permissions import needs
from referee.web.http.rendering import address, qr_svg
from referee.web.http.words import gettext as _

arriving = Blueprint("arriving", __name__)
KEY = re.compile(r"[\w.-]{20,80}", re.ASCII)


@dataclass(frozen=True)
class ShownCode:
    """A code, the address it belongs to, and both as a link and its QR code."""

    code: str
    where: str
    url: str
    square: Markup
    minutes: int


@dataclass(frozen=True, kw_only=True)
class BringPage(Page):
    """How a game comes from a phone; with a code once that was asked for.

    Not ``reachable``: browsers let no page by https reach an address by http.
    """

    shown: ShownCode | None
    reachable: bool
    by_file: str


@arriving.get("/bring")
@needs("anyone")
@server_only
def about() -> Any:
    """What a code is for; a code's link leads here, too."""
    return _page(None)


@arriving.post("/bring")
@needs("anyone")
@server_only
def show() -> Any:
    """Show a new code to somebody who may start a game here: it lets one game come."""
    code = _codes().make(context.node()[:1])
    base = address("arriving.about")
    url = f"{base}#{code}"
    where = base.partition("://")[2].removesuffix("/bring")
    return _page(ShownCode(code, where, url, qr_svg(url, 4), int(LIFE // 60)))


@arriving.post("/bring/<where>")
@needs("anyone")
@server_only
@open_to_other_sites
def receive(where: str) -> Response:
    """Take a game that comes with a code: the link of its host. The same game again is answered
    alike, without a code; ``where`` leads to the node that made it.
    """
    sent = _sent()
    key = sent.get("key")
    if not isinstance(key, str) or not KEY.fullmatch(key):
        raise Fault(422, "no_key", where="key")
    before = context.store().arrived(key)
    if before and not _is_away(before):
        return _told(before, _read(sent))
    taken = _take(sent.get("code"))
    try:
        new = _read(sent)
        table = _received(new, key)
    except BaseException:
        # A code is for one game that came; one that was refused leaves it as it was.
        _codes().give_back(taken)
        raise
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


def _take(typed: object) -> tuple[str, float]:
    """Use a code up; a wrong one counts as a guess, as those of games do."""
    guesses, senders = current_app.extensions["guesses"], guessers()
    if not guesses.begin(senders):
        raise Fault(429, "too_many")
    taken = _codes().take(typed) if isinstance(typed, str) else None
    if taken is None:
        raise Fault(403, "move_code")
    guesses.was_right(senders)
    return taken


def _read(sent: dict[str, Any]) -> NewRecord:
    may_read_record()
    try:
        return read_record(sent.get("record"), GAMES)
    except ImportRefused as bad:
        raise Fault(422, "bad_record", bad.rulings, where=bad.pointer) from bad


def _received(new: NewRecord, key: str) -> TableRow:
    may_open_table()
    try:
        table = received(context.store(), new, key)
    except ImportRefused as bad:
        raise Fault(422, "bad_record", bad.rulings, where=bad.pointer) from bad
    if table is None:
        raise Fault(409, "already_here")
    return table


def _is_away(table: TableRow) -> bool:
    found = context.store().departure(table.id)
    return found is not None and not found.reopened


def _told(table: TableRow, new: NewRecord) -> Response:
    """The link of the host, without the address, and how many entries came later than the game."""
    response = jsonify(join=table.host_link, missing=missing_here(context.store(), new, table))
    response.headers["Cache-Control"] = "no-store"
    return response


def _codes() -> MoveCodes:
    found: MoveCodes = current_app.extensions["move_codes"]
    return found


def _page(shown: ShownCode | None) -> Response:
    model = BringPage(
        header=Header(_("Move a game here"), url_for("home.home")),
        form=Form(url_for("arriving.show")),
        shown=shown,
        reachable=is_reachable(address("arriving.about")),
        by_file=url_for("imports.choose"),
        actions=Actions(go=Go(_("New code") if shown else _("Show a code"), form="show")),
    )
    response = rendering.page("move/bring.html", model)
    response.headers["Cache-Control"] = "no-store"
    return response
