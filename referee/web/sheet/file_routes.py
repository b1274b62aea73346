"""A table as files: a picture of its sheet, its record, CSV, and a text for a message."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, redirect, request, url_for

from referee.exchange.export_csv import MARK
from referee.own.packed import packed
from referee.web.http import context, rendering
from referee.web.http.edition import has_server
from referee.web.http.parts import NavRow, Page
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.view.access import open_view
from referee.web.view.page_header import page_header
from referee.web.view.record import record_of
from referee.web.view.view import View

from .bg_stats import play_file
from .files import lines_csv, result_message, rounds_csv

files = Blueprint("files", __name__)
JSON, CSV, TEXT = "application/json", "text/csv", "text/plain"


@dataclass(frozen=True, kw_only=True)
class SharePage(Page):
    """The ways to print, share and save a game, and its short text to copy."""

    printing: Sequence[NavRow]
    picture: NavRow | None
    game: NavRow | None
    text: str
    text_href: str
    saving: Sequence[NavRow]
    typing: NavRow | None
    covered: bool


@files.get("/t/<code>/share")
@needs("watch")
def share(code: str) -> Any:
    """Print and share: paper, picture, text, files, and typing in a paper sheet."""
    _table, view = open_view()
    typing = NavRow(_("Enter a paper sheet"), view.url("typed.rows"), "lines")
    model = SharePage(
        header=page_header(view, _("Print and share"), view.url("tables.table")),
        view=view,
        printing=_printing(view),
        picture=_picture(view),
        game=_game(view),
        text=result_message(view.watched),
        text_href=view.url("files.file", name="message.txt"),
        saving=list(_saving(view)),
        typing=typing if view.may_enter and not view.over else None,
        covered=view.secret and view.result is None,
    )
    return rendering.page("sheet/share.html", model)


def _picture(view: View) -> NavRow | None:
    """The sheet as a picture, which only a server draws."""
    if not has_server():
        return None
    return NavRow(_("A picture"), view.url("print.filled", fmt="png", link="no"), "share")


def _game(view: View) -> NavRow | None:
    """The way to give away a game that people made."""
    if (sheet := view.history.game.sheet) is None:
        return None
    href = context.path("other_games.give", sheet=packed(sheet), back=view.url("files.share"))
    return NavRow(_("Share this game"), href, "invite", _("for others to play, without scores"))


def _printing(view: View) -> list[NavRow]:
    if not has_server():
        says = _("Prints through your browser.")
        return [
            NavRow(_("This game’s score sheet"), view.url("print.paper"), "print"),
            NavRow(_("The page with the score sheet"), view.url("sheets.sheet"), "sheet", says),
            NavRow(_("A blank sheet"), url_for("blanks.sheets", _anchor=view.table.game), "sheet"),
        ]
    blank = context.path("print.blank", game=view.table.game, players=len(view.names), fmt="pdf")
    filled = NavRow(_("This game’s score sheet"), view.url("print.paper"), "print")
    return [filled, NavRow(_("A blank sheet"), blank, "sheet")]


def _saving(view: View) -> Iterator[NavRow]:
    yield NavRow(
        _("For a spreadsheet"),
        view.url("files.file", name="rounds.csv", bom=1),
        "save",
        "CSV",
    )
    whole = _("the whole game")
    yield NavRow(
        _("For another Referee"),
        view.url("files.file", name="record.json"),
        "save",
        whole,
    )
    if view.hosts and has_server() and not view.over:
        goes_on = view.url("departing.move")
        yield NavRow(_("Continue on one phone"), goes_on, "phone", _("without a server"))
    if finished(view):
        yield NavRow(_("For BG Stats"), view.url("files.bg_stats"), "save")


@files.get("/t/<code>/<any('record.json', 'rounds.csv', 'lines.csv', 'message.txt'):name>")
@needs("watch")
def file(code: str, name: str) -> Response:
    """A file: the record (``referee-record/1``), CSV (``?bom=1`` for Excel), or a message."""
    _table, view = open_view()
    match name:
        case "record.json":
            return attached(
                view, json.dumps(record_of(view), ensure_ascii=False, indent=1) + "\n", JSON, name
            )
        case "message.txt":
            return attached(view, result_message(view.watched), TEXT, name)
        case "rounds.csv":
            return attached(view, _marked(rounds_csv(view.watched)), CSV, name)
        case _:
            return attached(view, _marked(lines_csv(view.watched)), CSV, name)


@files.get("/t/<code>/bgstats.bgsplay")
@needs("watch")
def bg_stats(code: str) -> Any:
    """The finished table as a BG Stats play; 303 to the other files before the end."""
    _table, view = open_view()
    if not finished(view):
        return redirect(view.url("files.share"), 303)
    return attached(view, play_file(view.watched), JSON, "bgstats.bgsplay")


def finished(view: View) -> bool:
    """Whether the table has a result to export."""
    return view.result is not None and bool(view.scene.complete or not view.history.game.info.tally)


def attached(view: View, text: str, mimetype: str, name: str) -> Response:
    """A text as a download named by game and day; it is not cached."""
    response = Response(text, mimetype=mimetype)
    response.headers["Content-Disposition"] = (
        f'attachment; filename="{view.table.game}-{view.table.day}-{name}"'
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def _marked(text: str) -> str:
    return MARK + text if request.args.get("bom") == "1" else text
