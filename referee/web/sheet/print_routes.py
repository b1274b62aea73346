"""Score sheets on paper: filled at a table, or blank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from flask_babel import gettext as _

from referee.games import GAMES
from referee.web.http import context, rendering
from referee.web.http.page import Header, Page
from referee.web.http.qr_code import address, qr_rows
from referee.web.http.security import number
from referee.web.paper import typst as paper
from referee.web.paper.response import FORMATS, inline
from referee.web.view.access import open_view
from referee.web.view.page_header import page_header, short_name
from referee.web.view.view import View

from .print_data import sheet_data

print_pages = Blueprint("print", __name__)


@dataclass(frozen=True)
class Size:
    """A paper the sheet may be printed on."""

    label: str
    href: str
    on: bool


@dataclass(frozen=True, kw_only=True)
class PrintPage(Page):
    """The printed sheet of a table; ``unprintable`` are the names with signs that it cannot show."""

    picture: str
    pdf: str
    sizes: Sequence[Size]
    unprintable: Sequence[str]
    blank: str


@dataclass(frozen=True)
class BlankSheets:
    """The blank sheets of a game: for how many players each paper has room."""

    game: str
    name: str
    sizes: Mapping[str, range]


@dataclass(frozen=True, kw_only=True)
class BlanksPage(Page):
    """Blank sheets of every game."""

    games: Sequence[BlankSheets]


@print_pages.get("/t/<code>/print", endpoint="paper")
def paper_page(code: str) -> Any:
    """The printed sheet of a table: a picture of it, and the PDF in both sizes and languages."""
    _table, view = open_view()
    wanted = _size(view)
    names = paper.unprintable(view.names.values())
    model = PrintPage(
        header=page_header(view, _("Print"), view.url("sheets.sheet")),
        picture=view.url("print.filled", fmt="png", paper=wanted, v=view.history.revision),
        pdf=view.url("print.filled", fmt="pdf", paper=wanted),
        sizes=_sizes(view, wanted),
        unprintable=names,
        blank=url_for("print.blank", game=view.table.game, fmt="pdf", paper=wanted, players=len(view.names)),
    )
    return rendering.page("sheet/print.html", model)


@print_pages.get("/t/<code>/sheet.<fmt>")
def filled(code: str, fmt: str) -> Response:
    """The filled sheet itself, as PDF or picture."""
    table, view = open_view()
    url = address("join.by_link", link=table.watch_link)
    data = sheet_data(view, datetime.fromtimestamp(table.created).strftime("%Y-%m-%d"), url, qr_rows(url))
    return _render(table.game, fmt, _size(view), data=data, name=f"{table.game}-{table.code}")


@print_pages.get("/print")
def blanks() -> Any:
    """Blank sheets of every game."""
    rows = [
        BlankSheets(
            game_id,
            short_name(game_id),
            {size: range(game.info.seats[0], most + 1) for size, most in paper.SHEETS[game_id].most_on.items()},
        )
        for game_id, game in GAMES.items()
    ]
    model = BlanksPage(header=Header(title=_("Print a sheet"), back=url_for("home.home")), games=rows)
    return rendering.page("sheet/blanks.html", model)


@print_pages.get("/print/<game>")
def blank(game: str) -> Any:
    """A blank sheet: ``?players=4&paper=a4&fmt=pdf``."""
    if game not in GAMES:
        abort(404)
    players = number(request.args, "players", 4)
    size = request.args.get("paper", "a4")
    if players < GAMES[game].info.seats[0] or size not in papers(game, players):
        abort(404)
    return _render(game, request.args.get("fmt", "pdf"), size, players=players, name=f"{game}-{players}")


def _render(game: str, fmt: str, size: str, name: str, players: int | None = None, data: dict[str, Any] | None = None) -> Response:
    if fmt not in FORMATS:
        abort(404)
    content = paper.render(game, lang=context.language(), paper=size, players=players, data=data, fmt=fmt)  # type: ignore[arg-type]
    return inline(content, fmt, name)


def papers(game: str, players: int) -> tuple[str, ...]:
    """The papers that hold a game's sheet for so many players."""
    return tuple(size for size, most in paper.SHEETS[game].most_on.items() if players <= most)


def _size(view: View) -> str:
    wanted = request.args.get("paper", "a4")
    return wanted if wanted in papers(view.table.game, len(view.names)) else "a4"


def _sizes(view: View, wanted: str) -> list[Size]:
    return [
        Size(size.upper() if size != "letter" else "Letter", view.url("print.paper", paper=size), size == wanted)
        for size in papers(view.table.game, len(view.names))
    ]
