"""The score sheet on the screen and on paper."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from flask import Blueprint, Response, abort, request, url_for
from flask_babel import gettext as _

from referee.games import GAMES
from referee.web.calls.question import call_notice
from referee.web.changes.notices import notices
from referee.web.entry.routes import open_view
from referee.web.http import context
from referee.web.http.admission import is_member
from referee.web.http.security import number
from referee.web.paper import typst as paper
from referee.web.people.join_routes import address, qr_rows
from referee.web.view.board import board_of
from referee.web.view.undo_button import undo_button
from referee.web.view.view import View, frame, short_name

from .print_data import sheet_data
from .score_sheet import sheet_of

sheets = Blueprint("sheets", __name__)
FORMATS = {"pdf": "application/pdf", "png": "image/png", "svg": "image/svg+xml"}


@sheets.get("/t/<code>/sheet")
def sheet(code: str) -> Any:
    """The whole sheet; ``?open=3-s2`` shows the lines behind one number."""
    _table, view = open_view()
    plain = [
        {"text": _("Print"), "href": view.url("sheets.paper"), "icon": "print"},
        {"text": _("Log"), "href": view.url("corrections.log"), "icon": "log"},
    ]
    go = _onward(view)
    undo = undo_button(view) if view.result else None
    return context.page(
        "sheet.html",
        page=frame(view, _("Score sheet"), None if view.over else view.url("tables.table")),
        view=view,
        news=call_notice(view),
        sheet=sheet_of(view, request.args.get("open", "")),
        board=board_of(view) if view.over else None,
        notices=notices(view, view.url("sheets.sheet")),
        actions={"undo": undo, "plain": plain if not go else [], "go": go},
        links=[{"text": _("What if"), "href": view.url("rulings.what_if")}, *(plain if go else []), *_after_the_end(view)],
    )


def _onward(view: View) -> dict[str, Any] | None:
    """The big button: the next game of an evening, the next table, or back to the running one."""
    if view.result and view.may_enter and any(prompt.kind == "again" for prompt in view.prompts):
        return {"text": view.kind_name("again"), "href": view.url("tables.table", do="again", seat="")}
    if view.over and view.seats.next_code:
        return {"text": _("Go to the next table"), "href": url_for("tables.table", code=view.seats.next_code)}
    if view.over and not is_member(view.table.group_id):
        return {"text": _("Start a table"), "href": url_for("start.games")}
    if view.over:
        return {"text": _("Same people again"), "href": url_for("start.people", game=view.table.game, again=view.table.code)}
    return {"text": _("Back to the table"), "href": view.url("tables.table")} if view.may_enter else None


def _after_the_end(view: View) -> list[dict[str, Any]]:
    """Where these people may go on: another game, and the page of their group."""
    if not view.over or not is_member(view.table.group_id):
        return []
    another = {"text": _("Another game"), "href": url_for("start.games", again=view.table.code)}
    link = context.store().group(view.table.group_id).link
    return [another, {"text": _("Page of this group"), "href": url_for("groups.group", link=link)}]


@sheets.get("/t/<code>/print", endpoint="paper")
def paper_page(code: str) -> Any:
    """The printed sheet of a table: a picture of it, and the PDF in both sizes and languages."""
    _table, view = open_view()
    wanted = _size(view)
    names = paper.unprintable(view.names.values())
    return context.page(
        "print.html",
        page=frame(view, _("Print"), view.url("sheets.sheet")),
        picture=view.url("sheets.filled", fmt="png", paper=wanted, v=view.history.revision),
        pdf=view.url("sheets.filled", fmt="pdf", paper=wanted),
        sizes=_sizes(view, wanted),
        unprintable=names,
        blank=url_for("sheets.blank", game=view.table.game, fmt="pdf", paper=wanted, players=len(view.names)),
    )


@sheets.get("/t/<code>/sheet.<fmt>")
def filled(code: str, fmt: str) -> Response:
    """The filled sheet itself, as PDF or picture."""
    table, view = open_view()
    url = address("join.by_link", link=table.watch_link)
    data = sheet_data(view, datetime.fromtimestamp(table.created).strftime("%Y-%m-%d"), url, qr_rows(url))
    return _render(table.game, fmt, _size(view), data=data, name=f"{table.game}-{table.code}")


@sheets.get("/print")
def blanks() -> Any:
    """Blank sheets of every game."""
    rows = [
        {
            "game": game_id,
            "name": short_name(game_id),
            "sizes": [
                {"size": size, "players": range(game.info.seats[0], most + 1)} for size, most in paper.SHEETS[game_id].most_on.items()
            ],
        }
        for game_id, game in GAMES.items()
    ]
    return context.page("blanks.html", page={"title": _("Print a sheet"), "back": url_for("start.home")}, games=rows)


@sheets.get("/print/<game>")
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
    return _inline(content, fmt, name)


def drawn_ruling(told: dict[str, Any], fmt: str, name: str) -> Response:
    """A ruling as a picture to share or a page to print; 404 for any other format."""
    if fmt not in FORMATS:
        abort(404)
    return _inline(paper.ruling(told, context.language(), fmt), fmt, name)  # type: ignore[arg-type]


def _inline(content: bytes, fmt: str, name: str) -> Response:
    response = Response(content, mimetype=FORMATS[fmt])
    response.headers["Content-Disposition"] = f'inline; filename="{name}.{fmt}"'
    response.add_etag()
    return response.make_conditional(request)


def papers(game: str, players: int) -> tuple[str, ...]:
    """The papers that hold a game's sheet for so many players."""
    return tuple(size for size, most in paper.SHEETS[game].most_on.items() if players <= most)


def _size(view: View) -> str:
    wanted = request.args.get("paper", "a4")
    return wanted if wanted in papers(view.table.game, len(view.names)) else "a4"


def _sizes(view: View, wanted: str) -> list[dict[str, Any]]:
    return [
        {
            "label": size.upper() if size != "letter" else "Letter",
            "href": view.url("sheets.paper", paper=size),
            "on": size == wanted,
        }
        for size in papers(view.table.game, len(view.names))
    ]
