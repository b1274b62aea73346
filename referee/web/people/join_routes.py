"""Joining a table: by its short code, by one of its three links, and the page that shows them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, current_app, redirect, request, url_for
from flask_babel import gettext as _
from markupsafe import Markup

from referee.store.errors import SentAway, StoreError
from referee.table_events.settings import table_settings
from referee.web.http import context, rendering
from referee.web.http.admission import newcomer_role
from referee.web.http.limits import network
from referee.web.http.parts import Actions, Form, Go, Header, Link, Page
from referee.web.http.rendering import address, qr_svg
from referee.web.http.rights import may
from referee.web.view.access import open_view
from referee.web.view.page_header import page_header
from referee.web.view.view import View

from .joining import ClaimForm, CodeForm, claim_form, let_in

join = Blueprint("join", __name__)


@dataclass(frozen=True, kw_only=True)
class CodePage(Page):
    """The form for a code."""

    join: CodeForm


@dataclass(frozen=True, kw_only=True)
class LinkPage(Page):
    """Whose table a link leads to, and what it lets this phone do; ``held`` if less than it says."""

    names: str
    watch: bool
    host: bool
    held: bool


@dataclass(frozen=True)
class Way:
    """A link into the table, with its QR code."""

    title: str
    text: str
    url: str
    qr: Markup


@dataclass(frozen=True, kw_only=True)
class JoinPage(Page):
    """The code and the links of a table, what a phone may do that joins now, and what ``more`` one that watches may ask for."""

    code: str
    newcomers: str
    claim: ClaimForm | None
    more: Link | None
    ways: Sequence[Way]


@join.get("/join")
def ask_code() -> Any:
    """The form for a code; a table this device does not know leads here."""
    return _ask(request.args.get("code", ""))


@join.post("/join")
def enter_code() -> Any:
    """Let this device in by the code: to watch, or to enter where the host lets everybody. Wrong codes are limited, links are not.

    A phone that this server knows has guesses of its own, so that no stranger at the same address uses them up.
    """
    code = request.form.get("code", "").strip()[:12]
    known, guesses = context.find_table(code), current_app.extensions["guesses"]
    sender = context.device() or network(request.remote_addr or "")
    if not known and not guesses.begin(sender):
        said = _("Too many wrong codes were tried from here. Wait some seconds, or use the table’s link or QR code: those always work.")
        return _ask(code, said, 429)
    try:
        table = context.store().table_to_join(code)
    except StoreError:
        if known:
            return redirect(url_for("tables.table", code=known[0].code), 303)
        return _ask(code, _("No table has the code %(code)s. Look once more at the menu of another phone.", code=code), 404)
    if not known:
        guesses.was_right(sender)
    role = newcomer_role(table, "code")
    known = context.find_table(table.code)
    try:
        let_in(table, role, by_code=True)
    except SentAway:
        return _ask(code, _("The host has sent this phone away from the table. Only the host can let it in again."), 403)
    asks = role == "seat" and (known is None or known[1].role == "watch")
    return redirect(url_for("seats.own" if asks else "tables.table", code=table.code), 303)


@join.get("/join/<link>")
def by_link(link: str) -> Any:
    """A table's link, as its QR code has it: shows whose table it is and lets this device in with one tap."""
    table, given = _linked(link)
    role = newcomer_role(table, given)
    names = ", ".join(row.name for row in context.store().seats(table.id))
    model = LinkPage(
        header=Header(title=rendering.game_name(table.game), back=url_for("home.home")),
        names=names,
        watch=role == "watch",
        host=role == "host",
        held=role != given,
        form=Form(url_for("join.accept", link=link)),
        actions=Actions(go=Go(_("Watch this table") if role == "watch" else _("Join this table"))),
    )
    return rendering.page("people/join_ask.html", model)


@join.post("/join/<link>")
def accept(link: str) -> Any:
    """Let this device in as the link and the host say; whoever may enter is asked for their seat at once."""
    table, given = _linked(link)
    let_in(table, newcomer_role(table, given))
    found = context.store().grant_of(context.device() or "", table.id)
    asks = found is not None and found.role != "watch" and found.seat is None
    return redirect(url_for("seats.own" if asks else "tables.table", code=table.code), 303)


@join.get("/t/<code>/join")
def share(code: str) -> Any:
    """The code and the QR codes of a table, as long as it is there; each device sees the links it may give away."""
    table, view = open_view()
    links = [(_("Join"), _("Enter cards on this phone too."), table.seat_link)] if may(view.standing, "join.share", "seat link") else []
    links += [(_("Watch only"), _("Sees everything, enters nothing."), table.watch_link)]
    if may(view.standing, "join.share", "host link"):
        links += [(_("Another host"), _("May also let refused entries stand. Do not share it widely."), table.host_link)]
    ways = [
        Way(title, text, address("join.by_link", link=link), qr_svg(address("join.by_link", link=link)))
        for title, text, link in links
    ]
    model = JoinPage(
        header=page_header(view, _("Join"), view.url("tables.table")),
        view=view,
        code=table.join_code,
        newcomers=_newcomers(view),
        claim=claim_form(view) if view.is_player else None,
        more=None if view.is_player else _more(view),
        ways=ways,
    )
    return rendering.page("people/join.html", model)


def _newcomers(view: View) -> str:
    """What a phone may do that joins now."""
    return {
        "link": _("With the code a phone watches; with the Join link it enters."),
        "enter": _("New phones may enter, also with the code alone."),
        "watch": _("New phones only watch until the host lets them enter."),
    }[table_settings(view.history.table_events).newcomers]


def _more(view: View) -> Link:
    """What a phone that watches may do, and how it comes to enter."""
    found = context.find_table(view.table.code)
    number, held = (found[1].number, found[1].held) if found else (0, False)
    newcomers = table_settings(view.history.table_events).newcomers
    if held or newcomers == "watch":
        text = _("To enter, ask the host: this is phone %(n)s on the host’s list.", n=number)
    elif newcomers == "enter":
        text = _("At this table every phone may enter.")
    else:
        text = _("To enter, scan “Join” on a phone that enters, or ask the host: this is phone %(n)s on the host’s list.", n=number)
    return Link(text, url_for("join.enter_code") if newcomers == "enter" and not held else "")


def _linked(link: str) -> Any:
    try:
        return context.store().table_by_link(link)
    except StoreError:
        abort(404)


def _ask(code: str, error: str = "", status: int = 200) -> Any:
    form = CodeForm(url_for("join.enter_code"), code[:8], error)
    return rendering.page("people/join_code.html", CodePage(header=Header(_("Join a table"), url_for("home.home")), join=form), status)
