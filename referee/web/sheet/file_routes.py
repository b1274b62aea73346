"""A table as files to keep or to send: its sheet as a picture, its record, its rounds and lines as CSV, and a text for a message."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, redirect, request

from referee.web.http import rendering
from referee.web.http.parts import Page
from referee.web.http.words import gettext as _
from referee.web.view.access import open_view
from referee.web.view.page_header import page_header
from referee.web.view.record import record_of
from referee.web.view.view import View

from .bg_stats import play_file, play_link
from .files import MARK, lines_csv, message, rounds_csv

files = Blueprint("files", __name__)
JSON, CSV, TEXT = "application/json", "text/csv", "text/plain"


@dataclass(frozen=True)
class FileRow:
    """One file: what it is, what it holds, its form and address, and the one that Excel opens, if it has one."""

    name: str
    about: str
    form: str
    href: str
    excel: str = ""


@dataclass(frozen=True, kw_only=True)
class FilesPage(Page):
    """Every file of a table, and the text for a message to copy at once; ``covered`` where something may lie face down."""

    files: Sequence[FileRow]
    text: str
    text_href: str
    covered: bool
    play: str
    play_href: str


@files.get("/t/<code>/files")
def listed(code: str) -> Any:
    """Every file that a table can be had as."""
    _table, view = open_view()
    model = FilesPage(
        header=page_header(view, _("Files"), view.url("sheets.sheet")),
        view=view,
        files=[
            FileRow(
                _("The sheet as a picture"),
                _("To send in a message; the way to this table is not on it."),
                "PNG",
                view.url("print.filled", fmt="png", link="no"),
            ),
            _csv_row(view, _("Rounds"), _("Everybody’s points in every round, and the totals."), "files.rounds"),
            _csv_row(view, _("Every line"), _("Each entry of the score sheet with its rule and its reason."), "files.lines"),
            FileRow(
                _("The whole record"),
                _("All that was entered, corrected and ruled, for Referee and for programs."),
                "JSON",
                view.url("files.record"),
            ),
        ],
        text=message(view.watched),
        text_href=view.url("files.message"),
        covered=view.secret and view.result is None,
        play=play_link(view.watched) if finished(view) else "",
        play_href=view.url("files.bg_stats"),
    )
    return rendering.page("sheet/files.html", model)


@files.get("/t/<code>/record.json")
def record(code: str) -> Response:
    """The table's record, as ``referee-record/1``."""
    _table, view = open_view()
    return attached(view, json.dumps(record_of(view), ensure_ascii=False, indent=1) + "\n", JSON, "record.json")


@files.get("/t/<code>/rounds.csv")
def rounds(code: str) -> Response:
    """Rounds by players; ``?bom=1`` for Excel."""
    _table, view = open_view()
    return attached(view, _marked(rounds_csv(view.watched)), CSV, "rounds.csv")


@files.get("/t/<code>/lines.csv")
def lines(code: str) -> Response:
    """Every line of the score sheet; ``?bom=1`` for Excel."""
    _table, view = open_view()
    return attached(view, _marked(lines_csv(view.watched)), CSV, "lines.csv")


@files.get("/t/<code>/message.txt", endpoint="message")
def message_text(code: str) -> Response:
    """The result or the standing, to paste into a message."""
    _table, view = open_view()
    return attached(view, message(view.watched), TEXT, "message.txt")


@files.get("/t/<code>/bgstats.bgsplay")
def bg_stats(code: str) -> Any:
    """The finished table as a play for BG Stats; before that there is none, and the way leads back to the other files."""
    _table, view = open_view()
    if not finished(view):
        return redirect(view.url("files.listed"), 303)
    return attached(view, play_file(view.watched), JSON, "bgstats.bgsplay")


def finished(view: View) -> bool:
    """Whether the table came to a result that another program can be told."""
    return view.result is not None and bool(view.scene.complete or not view.history.game.info.tally)


def attached(view: View, text: str, mimetype: str, name: str) -> Response:
    """A text to be kept as a file, under the table's game and day; nothing else keeps it."""
    response = Response(text, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{view.table.game}-{view.table.day}-{name}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def _csv_row(view: View, name: str, about: str, endpoint: str) -> FileRow:
    return FileRow(name, about, "CSV", view.url(endpoint), view.url(endpoint, bom="1"))


def _marked(text: str) -> str:
    return MARK + text if request.args.get("bom") == "1" else text
