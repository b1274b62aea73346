"""Join a table by its short code or one of three links, and the page that shows them."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, current_app, redirect, request, url_for

from referee.store.codes import SHORTEST, code_of_others, read_code
from referee.store.errors import PhoneRemoved, StoreError
from referee.web.http import context, rendering
from referee.web.http.authorize import role_for_link
from referee.web.http.edition import has_server, server_only
from referee.web.http.errors import Fault, error_sentence
from referee.web.http.limits import guessers
from referee.web.http.parts import Actions, Form, Go, Header, Page
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.view.access import open_view, view_of, watched

from .alone_page import alone_page
from .join_page import join_page, joined_part
from .join_requests import enters_at_once
from .joining import CodeForm, handle_answer, let_in, who_page

join = Blueprint("join", __name__)
MOST_TYPED = 400


@dataclass(frozen=True, kw_only=True)
class CodePage(Page):
    """The form for a code."""

    join: CodeForm


@dataclass(frozen=True, kw_only=True)
class LinkPage(Page):
    """The players at a link's table; ``host`` if it makes this phone a host, not a watcher."""

    names: str
    host: bool


@join.get("/join")
@needs("anyone")
@server_only
def ask_code() -> Any:
    """The form for a code; addresses of unknown tables redirect here."""
    return _ask(request.args.get("code", ""))


@join.post("/join")
@needs("anyone", away=403)
@server_only
def enter_code() -> Any:
    """Join by code; a pasted link is followed, another node's code is looked up only there."""
    typed = request.form.get("code", "").strip()
    if (
        (link := typed[:MOST_TYPED].partition("/join/")[2])
        and link.isprintable()
        and not set(link) & set("/?#\\ ")
    ):
        return redirect(url_for("join.by_link", link=link), 303)
    code = read_code(typed[:12])
    # Codes of the shortest length have no node letter: they predate nodes.
    if (
        (node := context.node())
        and code.isascii()
        and len(code) >= SHORTEST
        and not (len(code) > SHORTEST and code[0] in node)
    ):
        return redirect(url_for("join.enter", code=code), 307)
    return _enter(typed[:12])


@join.post("/t/<code>/join")
@needs("anyone", away=403)
@server_only
def enter(code: str) -> Any:
    """The same with the code in the address, by which the proxy finds its node."""
    return _enter(code[:12])


def _enter(code: str) -> Any:
    """Join by code: to watch, or to enter if the host lets all in. Wrong codes are limited."""
    known, guesses = context.find_table(code), current_app.extensions["guesses"]
    senders = {} if known else guessers()
    if not known and not guesses.begin(senders):
        said = _("Too many wrong codes. Wait, or use the link or QR code.")
        return _ask(code, said, 429)
    try:
        table = context.store().table_to_join(code)
    except StoreError:
        if known:
            return redirect(url_for("tables.table", code=known[0].code), 303)
        if code_of_others(read_code(code), context.node()):
            return _ask(code, error_sentence(Fault(404, "other_node").problem), 404)
        return _ask(code, _("No game has the code %(code)s. Check it again.", code=code), 404)
    if not known:
        guesses.was_right(senders)
    try:
        device = let_in(table, role_for_link(table, "code"), by_code=True)
    except PhoneRemoved:
        return _ask(code, _("The host removed this phone. Only the host can let it in again."), 403)
    found = context.store().grant_of(device, table.id)
    settled = found is not None and (found.seat is not None or found.role == "host")
    return redirect(url_for("tables.table" if settled else "own_seat.who", code=table.code), 303)


@join.get("/join/<link>")
@needs("link")
@server_only
def by_link(link: str) -> Any:
    """Open a table's link: ask whose phone this is, or to confirm what the link gives."""
    table, given = _linked(link)
    view = watched(table)
    if view.over and given == "watch":
        # Watching a finished table needs no confirmation; other links ask as during the game.
        let_in(table, "watch")
        return redirect(view.url("tables.table"), 303)
    if given == "seat":
        known = context.find_table(table.code)
        if known and known[1].seat:
            return redirect(view.url("tables.table"), 303)
        return who_page(
            view, url_for("join.accept", link=link), role_for_link(table, given) == "seat"
        )
    model = LinkPage(
        header=Header(title=rendering.game_name(table.game), back=url_for("home.home")),
        names=", ".join(view.names.values()),
        host=given == "host",
        form=Form(url_for("join.accept", link=link)),
        actions=Actions(go=Go(_("Watch this game") if given == "watch" else _("Join this game"))),
    )
    return rendering.page("people/join_ask.html", model)


@join.post("/join/<link>")
@needs("link", away=403)
@server_only
def accept(link: str) -> Any:
    """Let this device in, in the answered seat; a player without an answer is asked."""
    table, given = _linked(link)
    role, only_watches = role_for_link(table, given), request.form.get("do") == "watch"
    device = let_in(table, "watch" if only_watches else role)
    found = context.store().grant_of(device, table.id)
    assert found is not None
    view = view_of(table, found)
    if given == "seat" and not only_watches and "seat" in request.form:
        return handle_answer(
            view, device, request.form, view.url("own_seat.claim"), enters_at_once(view)
        )
    asks = given != "watch" and not only_watches and view.seat is None
    return redirect(view.url("own_seat.who" if asks else "tables.table"), 303)


@join.get("/t/<code>/join")
@needs("watch", cases={"seat link": "player", "host link": "host"})
def share(code: str) -> Any:
    """The invitation; ``?way=`` shows another link's QR code, ``?joined`` only who has joined."""
    _table, view = open_view()
    if not has_server() and view.over:
        return redirect(view.url("tables.table"), 303)
    if not has_server():
        return alone_page(view)
    return (
        joined_part(view)
        if "joined" in request.args
        else join_page(view, request.args.get("way", ""))
    )


def _linked(link: str) -> Any:
    try:
        return context.store().table_by_link(link)
    except StoreError:
        abort(404)


def _ask(code: str, error: str = "", status: int = 200) -> Any:
    form = CodeForm(url_for("join.enter_code"), code[:8], error)
    return rendering.page(
        "people/join_code.html",
        CodePage(header=Header(_("Join a game"), url_for("home.home")), join=form),
        status,
    )
