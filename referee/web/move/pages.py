"""The pages of a game that moves: to a server, in a file, under way, and gone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Response

from referee.store.values import Departure
from referee.web.http import context, rendering
from referee.web.http.edition import has_server
from referee.web.http.parts import Actions, Form, Go, Header, NavRow, Page
from referee.web.http.words import gettext as _
from referee.web.view.page_header import page_header, short_name
from referee.web.view.view import View

from .address import split_target


@dataclass(frozen=True)
class Typed:
    """What was typed in the form, to be filled in again."""

    address: str = ""
    code: str = ""


@dataclass(frozen=True, kw_only=True)
class MoveToServerPage(Page):
    """The address of a server, what moves there, and what happens then; ``wrong`` refuses."""

    typed: Typed
    wrong: str
    moves: Sequence[str]
    afterwards: Sequence[str]
    by_file: NavRow


@dataclass(frozen=True, kw_only=True)
class MoveByFilePage(Page):
    """What moves in a file, and what happens then."""

    lead: str
    moves: Sequence[str]
    afterwards: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class SendingPage(Page):
    """The game is on its way to ``place``; ``to`` is the full address, ``sent`` what goes there."""

    place: str
    to: str
    sent: str
    arrived: str
    reopen: str


@dataclass(frozen=True, kw_only=True)
class AwayPage(Page):
    """Where a game goes on; ``there`` opens it, ``reopen`` lets it go on here after all."""

    title: str
    lines: Sequence[str]
    there: NavRow | None
    rows: Sequence[NavRow]
    reopen: Form | None
    warning: str


def _header(view: View, title: str, back: str) -> Header:
    """The title alone, as it leaves no room for the game's name on a phone."""
    return replace(page_header(view, title, back), where="")


def server_page(view: View, typed: Typed, wrong: str = "", status: int = 200) -> Response:
    """The form for a server's address."""
    by_file = NavRow(
        _("No server? Save it as a file"), view.url("departing.move", by="file"), "save"
    )
    model = MoveToServerPage(
        header=_header(view, _("Move to a server"), view.url("join.share")),
        view=view,
        form=Form(view.url("departing.to_server")),
        typed=typed,
        wrong=why_not(wrong) if wrong else "",
        moves=_what_moves(view),
        afterwards=[
            _("You’re the host there and can go on at once"),
            _("Others join by its QR code"),
            _("The copy on this phone closes and links to the game"),
        ],
        by_file=by_file,
        actions=Actions(go=Go(_("Move the game"), form="move")),
    )
    return rendering.page("move/server.html", model, status)


def why_not(code: str) -> str:
    """Why a game was not moved, in a sentence."""
    said = {
        "address": _("This is no address of a server."),
        "http": _("From here only https addresses can be reached. Use a file instead."),
        "no_code": _("Enter the code that the server shows."),
        "move_code": _("The code is wrong or too old. Show a new one on the server."),
        "already_here": _("The server has this game already. Its host there can import a file."),
        "bad_record": _("The server can’t read this game. Its version may be older."),
        "too_large": _("The game is too large to move."),
    }
    return said.get(code) or _("The server refused the game. Try again later.")


def file_page(view: View) -> Response:
    """The game in a file, from a server or a phone."""
    if has_server():
        title = _("Continue on one phone")
        lead = _("Save the game as a file. Import it on the phone.")
        back = view.url("files.share")
    else:
        title = _("Move as a file")
        lead = _("Save the game as a file. Import it on the server or another phone.")
        back = view.url("departing.move")
    model = MoveByFilePage(
        header=_header(view, title, back),
        view=view,
        form=Form(view.url("departing.to_file")),
        lead=lead,
        moves=_what_moves(view, hidden=False),
        afterwards=[
            _("The person who imports it is the host there"),
            _("The game here closes; its score sheet stays"),
        ],
        actions=Actions(go=Go(_("Move the game"), form="move")),
    )
    return rendering.page("move/file.html", model)


def sending_page(view: View, target: str) -> Response:
    """The page that sends the game, or says that no answer came."""
    model = SendingPage(
        header=_header(view, _("Move to a server"), context.path("home.home")),
        view=view,
        place=split_target(target)[1],
        to=target,
        sent=view.url("departing.sent"),
        arrived=view.url("departing.arrived"),
        reopen=view.url("departing.reopen"),
    )
    return rendering.page("move/sending.html", model)


def away_page(view: View, found: Departure) -> Response:
    """The page of a game that has gone elsewhere, or is back from there."""
    title, lines, there = _where(view, found)
    model = AwayPage(
        header=_header(view, short_name(view.table.game), context.path("home.home")),
        view=view,
        title=title,
        lines=lines,
        there=there,
        rows=[NavRow(_("Score sheet"), view.url("sheets.sheet"), "sheet")],
        reopen=(Form(view.url("departing.reopen")) if view.hosts and not found.back_id else None),
        warning=_("Reopen it only if it didn’t arrive. Otherwise there are two games."),
    )
    return rendering.page("move/away.html", model)


def _where(view: View, found: Departure) -> tuple[str, list[str], NavRow | None]:
    """Where a game goes on, in a title and lines, and the way there."""
    if found.back_id:
        code = context.store().table(found.back_id).code
        there = NavRow(_("Open it"), context.path("tables.table", code=code))
        return _("This game is back"), [_("It goes on in a new game here.")], there
    readable = _("Here it can still be read.")
    if not found.place:
        title = (
            _("This game has moved to one phone")
            if has_server()
            else _("This game has moved to a file")
        )
        lines = [_("Import the file there: Start a game, Import a saved game."), readable]
        saved = NavRow(_("Save the file"), view.url("files.file", name="record.json"))
        return title, lines if view.hosts else [readable], saved if view.hosts else None
    base, place = split_target(found.place)
    lines = [readable]
    if found.missing:
        lines.append(_("Entries missing there: %(n)s. Enter them again.", n=found.missing))
    there = NavRow(_("Open it"), f"{base}/join/{found.link}")
    return (
        _("This game has moved to %(place)s", place=place),
        lines,
        there if view.hosts else None,
    )


def _what_moves(view: View, hidden: bool = True) -> list[str]:
    """The game with its round and the names; ``hidden``: also what is not revealed yet."""
    names = view.translator.marks.between.join(view.names.values())
    where = view.say(view.scene.where)
    told = [
        _("%(game)s, %(round)s, all entries", game=short_name(view.table.game), round=where)
        if where
        else _("%(game)s, all entries", game=short_name(view.table.game)),
        _("The names: %(names)s", names=names),
    ]
    if view.secret and not hidden and view.result is None:
        told.append(_("Not the cards that aren’t revealed yet: enter them again there"))
    return told
