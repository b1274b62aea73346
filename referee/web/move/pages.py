"""The pages of a game that moves: to a server, in a file, under way, and gone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Response, url_for

from referee.store.values import Departure
from referee.web.http import context, rendering
from referee.web.http.edition import has_server
from referee.web.http.parts import Actions, Form, Go, Header, NavRow, Page
from referee.web.http.words import gettext as _
from referee.web.view.access import view_of
from referee.web.view.page_header import moved_title, page_header, short_name
from referee.web.view.view import View

MOST = 12


@dataclass(frozen=True, kw_only=True)
class SeveralPhonesPage(Page):
    """The running games, each with the way to move it, and the way back."""

    games: Sequence[NavRow]
    back: NavRow


@dataclass(frozen=True, kw_only=True)
class LeavingPage(Page):
    """What moves, and what happens then: in a file as ``lead`` says, or to a server if it is empty.

    ``address`` and ``code`` are what was typed, ``wrong`` refuses them.
    """

    lead: str = ""
    address: str = ""
    code: str = ""
    wrong: str = ""
    moves: Sequence[str]
    afterwards: Sequence[str]
    by_file: NavRow | None = None


@dataclass(frozen=True, kw_only=True)
class SendingPage(Page):
    """The game is on its way to ``place``; ``to`` is the full address."""

    place: str
    to: str


@dataclass(frozen=True, kw_only=True)
class AwayPage(Page):
    """Where a game goes on; ``there`` opens it. It may be reopened here unless it is back."""

    title: str
    lines: Sequence[str]
    there: NavRow | None
    sheet: NavRow
    reopens: bool


def several_page() -> Response:
    """How several phones play where there is no server: with one, to which a game is moved."""
    device, store = context.device(), context.store()
    grants = store.tables_of_device(device, MOST) if device else ()
    views = [view_of(grant.table, grant) for grant in grants if context.is_kept(grant.table)]
    games = [
        NavRow(short_name(view.table.game), view.url("departing.move"), "cards", _names(view))
        for view in views
        if not view.over
    ]
    start = Actions(go=Go(_("Start a game"), url_for("start.games")))
    model = SeveralPhonesPage(
        header=Header(_("Play on several phones"), url_for("home.home")),
        games=games,
        actions=None if games else start,
        back=NavRow(
            _("Import a saved game"), url_for("imports.choose"), "save", _("back from a server")
        ),
    )
    return rendering.page("move/several.html", model)


def server_page(view: View, address: str, code: str, wrong: str = "", status: int = 200) -> Any:
    """The form for a server's address."""
    by_file = view.url("departing.move", by="file")
    model = LeavingPage(
        header=_header(view, _("Move to a server"), view.url("join.share")),
        view=view,
        form=Form(view.url("departing.to_server")),
        address=address,
        code=code,
        wrong=why_not(wrong) if wrong else "",
        moves=_what_moves(view),
        afterwards=[
            _("You’re the host there and can go on at once"),
            _("Others join by its QR code"),
            _("The copy on this phone closes and links to the game"),
        ],
        by_file=NavRow(_("No server? Save it as a file"), by_file, "save"),
        actions=Actions(go=Go(_("Move the game"), form="move")),
    )
    return rendering.page("move/leaving.html", model, status)


def why_not(code: str) -> str:
    """Why a game was not moved, in a sentence."""
    said = {
        "address": _("This is no address of a server."),
        "http": _("From here only https addresses can be reached. Use a file instead."),
        "no_code": _("Enter the code that the server shows."),
        "move_code": _("The code is wrong or too old. Show a new one on the server."),
        "already_here": _("The server has this game already. Its host there can import a file."),
        "bad_record": _("The server can’t read this game. Its version may be older."),
        "too_large": _("The game is too large to send. Save it as a file."),
    }
    return said.get(code) or _("The server refused the game. Try again later.")


def file_page(view: View) -> Response:
    """The game in a file, from a server or a phone."""
    if has_server():
        title, back = _("Continue on one phone"), view.url("files.share")
        lead = _("Save the game as a file. Import it on the phone.")
    else:
        title, back = _("Move as a file"), view.url("departing.move")
        lead = _("Save the game as a file. Import it on the server or another phone.")
    hidden = [_("Not the cards that aren’t revealed yet: enter them again there")]
    model = LeavingPage(
        header=_header(view, title, back),
        view=view,
        form=Form(view.url("departing.to_file")),
        lead=lead,
        moves=[*_what_moves(view), *(hidden if view.secret else ())],
        afterwards=[
            _("The person who imports it is the host there"),
            _("The game here closes; its score sheet stays"),
        ],
        actions=Actions(go=Go(_("Move the game"), form="move")),
    )
    return rendering.page("move/leaving.html", model)


def sending_page(view: View, found: Departure) -> Response:
    """The page that sends the game, or says that no answer came."""
    model = SendingPage(
        header=_header(view, _("Move to a server"), context.path("home.home")),
        view=view,
        place=found.server_name,
        to=found.place,
    )
    return rendering.page("move/sending.html", model)


def away_page(view: View, found: Departure) -> Response:
    """The page of a game that has gone elsewhere, or is back from there."""
    lines, there = _where(view, found)
    model = AwayPage(
        header=_header(view, short_name(view.table.game), context.path("home.home")),
        view=view,
        title=moved_title(found),
        lines=lines,
        there=there,
        sheet=NavRow(_("Score sheet"), view.url("sheets.sheet"), "sheet"),
        reopens=view.hosts and not found.back_id,
    )
    return rendering.page("move/away.html", model)


def _where(view: View, found: Departure) -> tuple[list[str], NavRow | None]:
    """What is said of a game that goes on elsewhere, and the way there."""
    if found.back_id:
        code = context.store().table(found.back_id).code
        there = NavRow(_("Open it"), context.path("tables.table", code=code))
        return [_("It goes on in a new game here.")], there
    lines = [_("Here it can still be read.")]
    if not view.hosts:
        return lines, None
    if not found.place:
        saved = NavRow(_("Save the file"), view.url("files.file", name="record.json"))
        return [_("Import the file there: Start a game, Import a saved game."), *lines], saved
    if found.missing:
        lines.append(_("Entries missing there: %(n)s. Enter them again.", n=found.missing))
    return lines, NavRow(_("Open it"), f"{found.server}/join/{found.link}")


def _header(view: View, title: str, back: str) -> Header:
    """The title alone: it leaves no room for the game's name, and the page says where that is."""
    return replace(page_header(view, title, back), where="", notes=())


def _names(view: View) -> str:
    return view.translator.marks.between.join(view.names.values())


def _what_moves(view: View) -> list[str]:
    """The game with its round, and the names."""
    game = [short_name(view.table.game), view.say(view.scene.where)]
    entries = _("%(game)s, all entries", game=view.translator.marks.comma.join(filter(None, game)))
    return [entries, _("The names: %(names)s", names=_names(view))]
