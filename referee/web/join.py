"""Joining a table: by its short code, by one of its three links, and the page that shows them."""

from __future__ import annotations

from typing import Any

import segno
from flask import Blueprint, Flask, Response, abort, current_app, redirect, request, url_for
from flask_babel import gettext as _
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from markupsafe import Markup

from referee.rules.meanwhile import still_hidden
from referee.store import StoreError

from . import context
from .present.view import View, frame
from .tables import open_view

join = Blueprint("join", __name__)
limiter = Limiter(get_remote_address, storage_uri="memory://", headers_enabled=False)
GUESSES = "20 per minute; 120 per hour"


def _is_wrong(response: Response) -> bool:
    """Only wrong guesses count, so that a table full of phones behind one address can join."""
    return response.status_code == 404


def limit_guesses(app: Flask) -> None:
    """Let Flask-Limiter look at the pages of this blueprint alone; it would ask before and after every request."""
    limiter.init_app(app)
    for hooks in (app.before_request_funcs, app.after_request_funcs, app.teardown_request_funcs):
        hooks.setdefault(join.name, []).append(hooks[None].pop())  # type: ignore[attr-defined]


def _unlimited() -> bool:
    return not current_app.config["RATE_LIMITS"]


@join.get("/join")
def ask_code() -> Any:
    """The form for a code; a table this device does not know leads here."""
    return _ask(request.args.get("code", ""))


@join.post("/join")
@limiter.limit(GUESSES, exempt_when=_unlimited, deduct_when=_is_wrong)
def enter_code() -> Any:
    """Let this device in to watch; entering takes the table's link or its QR code. Wrong codes are rate-limited."""
    code = request.form.get("code", "").strip()[:12]
    found = context.find_table(code)
    if found is None:
        try:
            table = context.store().table_by_code(code)
        except StoreError:
            return _ask(code, _("There is no table with this code. Look once more at the menu of another phone."), 404)
        device = context.device(make=True)
        assert device is not None
        context.store().grant(device, table.id, "watch")
        return redirect(url_for("tables.table", code=table.code), 303)
    return redirect(url_for("tables.table", code=found[0].code), 303)


@join.get("/join/<link>")
@limiter.limit(GUESSES, exempt_when=_unlimited, deduct_when=_is_wrong)
def by_link(link: str) -> Any:
    """A table's link, as its QR code has it: shows whose table it is and lets this device in with one tap."""
    table, role = _linked(link)
    names = ", ".join(row.name for row in context.store().seats(table.id))
    return context.page(
        "join_ask.html",
        page={"title": context.game_name(table.game), "back": url_for("start.home")},
        names=names,
        watch=role == "watch",
        form={"action": url_for("join.accept", link=link), "hidden": {}},
        actions={"go": {"text": _("Watch this table") if role == "watch" else _("Join this table")}},
    )


@join.post("/join/<link>")
@limiter.limit(GUESSES, exempt_when=_unlimited, deduct_when=_is_wrong)
def accept(link: str) -> Any:
    """Let this device in as the link says."""
    table, role = _linked(link)
    device = context.device(make=True)
    assert device is not None
    context.store().grant(device, table.id, role)
    secret = context.desk().history(table).options.get("entry") == "secret"
    return redirect(url_for("join.share" if secret and role != "watch" else "tables.table", code=table.code), 303)


@join.get("/t/<code>/join")
def share(code: str) -> Any:
    """The code and the QR codes of a table, as long as it is played; each device sees the links it may give away."""
    table, view = open_view(code)
    links = [(_("Join"), _("Enter cards on this phone too."), table.seat_link)] if view.may_enter else []
    links += [(_("Watch only"), _("Sees everything, enters nothing."), table.watch_link)]
    if view.hosts:
        links += [(_("Another host"), _("May also let refused entries stand. Do not share it widely."), table.host_link)]
    ways = [
        {"title": title, "text": text, "url": address("join.by_link", link=link), "qr": qr_svg(address("join.by_link", link=link))}
        for title, text, link in links
    ]
    return context.page(
        "join.html",
        page=frame(view, _("Join"), view.url("tables.table")),
        code=table.code,
        claim=_claim(view) if view.may_enter else None,
        ways=ways,
        screen=view.url("tv.screen"),
    )


def _claim(view: View) -> dict[str, Any]:
    """The question whose phone this is: one seat's, or everybody's."""
    seats = [{"id": seat, "name": view.names[seat], "on": seat == view.seat, "note": ""} for seat in view.history.seats]
    seats.append({"id": "", "name": _("I enter for everyone"), "on": view.seat is None, "note": ""})
    note = _("Your seat then opens first. In secret entry only you see your cards.")
    return {"action": view.url("join.claim"), "hidden": {}, "seats": seats, "note": note}


@join.post("/t/<code>/seat")
def claim(code: str) -> Any:
    """Make this device one seat's own, or everybody's again; then the table."""
    table, view = open_view(code, "seat")
    device, seat = context.device(), request.form.get("seat", "")
    if device is None or (seat and seat not in view.history.seats):
        abort(422)
    taken = seat in context.store().claimed_seats(table.id)
    if view.secret and seat and seat != view.seat and (_has_hidden(view, seat) or (taken and not view.hosts)):
        abort(409)
    if seat:
        context.store().grant(device, table.id, view.role, seat)
    else:
        context.store().leave_seat(device, table.id)
    return redirect(view.url("tables.table"), 303)


def _has_hidden(view: View, seat: str) -> bool:
    """Whether cards lie face down that nobody but this seat may see yet."""
    newer = (played for played in view.history.played if played.seq > view.revealed)
    return any(played.move.seat == seat and still_hidden(view.history, played.seq) for played in newer)


def address(endpoint: str, **values: Any) -> str:
    """An address that other phones can open: with the address on the local network where the host's own browser says localhost."""
    base = current_app.config["ADDRESS"]
    local = request.host.partition(":")[0] in ("localhost", "127.0.0.1", "[::1]")
    return base.rstrip("/") + url_for(endpoint, **values) if base and local else url_for(endpoint, _external=True, **values)


def qr_svg(text: str) -> Markup:
    """A QR code as inline SVG without style attributes."""
    code = segno.make(text, error="m", micro=False)
    return Markup(code.svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None))


def qr_rows(text: str) -> list[str]:
    """A QR code as rows of 0 and 1, without border, for the printed sheets."""
    return ["".join("1" if dark else "0" for dark in row) for row in segno.make(text, error="m", micro=False).matrix]


def _linked(link: str) -> Any:
    try:
        return context.store().table_by_link(link)
    except StoreError:
        abort(404)


def _ask(code: str, error: str = "", status: int = 200) -> Any:
    return context.page(
        "join_code.html",
        status,
        page={"title": _("Join a table"), "back": url_for("start.home")},
        join={"action": url_for("join.enter_code"), "code": code[:8], "error": error or None, "scan_href": None},
    )
