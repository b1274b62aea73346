"""The menu of a table: a page, which a phone with script lays over the current one.

It has ten ways for a host, nine for a player, six for a watcher.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, request, url_for

from referee.event import Event
from referee.kernel.detail import DEPTH
from referee.web.http import context, rendering
from referee.web.http.edition import has_server
from referee.web.http.parts import NavRow, Page
from referee.web.http.permissions import needs
from referee.web.http.security import number
from referee.web.http.words import gettext as _
from referee.web.view.access import open_view
from referee.web.view.detail import Detail, detail_of
from referee.web.view.log_words import event_text, points_made
from referee.web.view.page_header import page_header
from referee.web.view.seat_words import players_title
from referee.web.view.view import View
from referee.words import plain_number

menu_pages = Blueprint("menu", __name__)
moved = Blueprint("moved", __name__)


@dataclass(frozen=True, kw_only=True)
class MenuPage(Page):
    """Every way from the table, the most used as tiles; ``here`` is the page below it."""

    tiles: Sequence[NavRow]
    detail: Detail | None
    rows: Sequence[NavRow]
    home: NavRow
    here: str


@menu_pages.get("/t/<code>/menu")
@needs("watch")
def menu(code: str) -> Any:
    """Every way from the table, as a page or as a fragment to lay over another."""
    _table, view = open_view()
    model = MenuPage(
        header=page_header(view),
        view=view,
        tiles=_tiles(view),
        detail=detail_of(view) if view.hosts and not view.over else None,
        rows=list(_rows(view)),
        home=NavRow(_("Home"), context.path("home.home"), "home"),
        here=request.args.get("at", "")[:200],
    )
    return rendering.page("menu/part.html" if rendering.is_fragment() else "menu/page.html", model)


def _tiles(view: View) -> Sequence[NavRow]:
    """The most used; after the end nobody is invited, and a picture is shared where it can be."""
    sheet = NavRow(_("Score sheet"), view.url("sheets.sheet"), "sheet")
    invite = NavRow(_("Invite"), view.url("join.share"), "invite")
    picture = NavRow(_("Share picture"), view.url("finale.picture"), "share")
    ask = NavRow(_("Ask the referee"), view.ask_url(), "ask")
    if view.over:
        return (sheet, picture, ask) if has_server() else (sheet, ask)
    return sheet, invite, ask


def _rows(view: View) -> Iterator[NavRow]:
    """The other ways, each with its current state."""
    # After the end, players need not be told apart any more.
    if view.is_player and not view.hosts and not view.over:
        yield _own_name(view)
    if view.is_player:
        yield NavRow(_("Fix a mistake"), view.url("fixes.entries"), "fix", _last_entry(view))
    if view.hosts:
        yield NavRow(players_title(), view.url("players.players"), "people", _who_is_there(view))
    if view.is_player:
        yield NavRow(
            _("How to play"), view.url("start.setup", how=1), "book", _("setup, deal, all rules")
        )
    yield NavRow(_("Print and share"), view.url("files.share"), "share", _("paper, picture, file"))
    settings = context.path("settings.settings", back=view.url("tables.table"))
    yield NavRow(_("Settings"), settings, "settings", _("dark mode, suits, language, sound"))


def _own_name(view: View) -> NavRow:
    href, name = view.url("own_seat.who"), view.names.get(view.seat or "", "")
    if not name:
        asks = _("choose your name, or only watch")
        return NavRow(_("You enter for everyone"), href, "people", asks)
    asks, sign = _("not %(name)s? only watching?", name=name), view.signs.get(view.seat or "")
    return NavRow(_("You are %(name)s", name=name), href, "people", asks, sign)


def _last_entry(view: View) -> str:
    """The newest entry that this reader may see; a player’s own, if they have one."""
    shown = [event for event in _entries(view) if not view.hides(event)]
    own = (
        [event for event in shown if event.seat == view.seat]
        if view.seat and not view.hosts
        else []
    )
    if own:
        return _("your last entry: %(what)s", what=_what_it_made(view, own[0]))
    if shown:
        return _("last entry: %(what)s", what=event_text(view, shown[0], False))
    return _("nothing entered yet")


def _what_it_made(view: View, event: Event) -> str:
    made = points_made(view, event)
    parts = [view.kind_name(event.kind), "" if made is None else plain_number(made)]
    return view.plain.marks.worth.join(filter(None, parts))


def _entries(view: View) -> Iterator[Event]:
    """The entries as they are now, newest first, without changes of the depth of entry."""
    for played in reversed(view.history.played):
        event = view.history.event(played.changed)
        if event and played.move.kind != DEPTH:
            yield event


def _who_is_there(view: View) -> str:
    if not has_server():
        return _("%(players)s players", players=len(view.names))
    phones = sum(not phone.away for phone in context.store().phones(view.table.id))
    if phones == 1:
        return _("%(players)s players, 1 phone", players=len(view.names))
    return _("%(players)s players, %(phones)s phones", players=len(view.names), phones=phones)


# Addresses of earlier versions


@moved.get("/t/<code>/<any(call, files, house, log, phones, seats, 'what-if'):old>")
@needs("watch")
def lead_on(code: str, old: str) -> Any:
    """303 to the page's successor; table settings became the host's page of players."""
    table, view = open_view()
    match old:
        case "files":
            there = view.url("files.share")
        case "log":
            there = view.url("fixes.entries")
        case "call" | "what-if":
            of = number(request.args, "of") or None
            there = url_for("ask.ask", game=table.game, table=code, entry=of)
        case _:
            there = view.url("players.players" if view.hosts else "own_seat.who")
    return redirect(there, 303)
