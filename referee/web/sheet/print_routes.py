"""Printed score sheets: filled from a table, or blank."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, redirect, request, url_for

from referee.games import GAMES
from referee.kernel.contract import complete_options
from referee.kernel.history import History
from referee.web.http import context, rendering
from referee.web.http.edition import has_server, server_only
from referee.web.http.parts import Header, Page
from referee.web.http.permissions import needs
from referee.web.http.rendering import address, qr_rows
from referee.web.http.security import number
from referee.web.http.words import gettext as _
from referee.web.paper import typst as paper
from referee.web.paper.job import Press, press_of, sheet_job
from referee.web.paper.response import FORMATS, inline
from referee.web.paper.signs import printed_sign
from referee.web.view.access import open_view
from referee.web.view.log_words import house_rules
from referee.web.view.page_header import page_header, short_name
from referee.web.view.score_changes import corrections, last_number
from referee.web.view.seat_words import handover_notes
from referee.web.view.view import View
from referee.words import Translator

from .files import totals_and_ranking

print_pages = Blueprint("print", __name__)


QUESTIONS = ("game", "players", "paper", "rules", "both")
MOST_OF_HEAD = 8
# The papers offered first; the others are below them.
SIZES = ("a4", "a5", "letter")


class PrintChoice(NamedTuple):
    """A choice on the page, and whether it is selected."""

    value: str
    text: str
    on: bool


@dataclass(frozen=True, kw_only=True)
class PrintPage(Page):
    """The choices before printing: paper, rules and languages.

    A blank sheet needs game and players, too (``wrong``: the error). A table's page links to a
    ``blank`` one and lists ``unprintable`` names.
    """

    action: str
    papers: Sequence[PrintChoice]
    more: Sequence[PrintChoice]
    ruled: bool
    both: bool
    games: Sequence[PrintChoice] = ()
    players: Sequence[PrintChoice] = ()
    wrong: str = ""
    blank: str = ""
    unprintable: Sequence[str] = ()
    press: Press | None = None


@print_pages.get("/t/<code>/print", endpoint="paper")
@needs("watch")
def paper_page(code: str) -> Any:
    """The choices to print a table's sheet."""
    table, view = open_view()
    size, count = _size(view), len(view.names)
    usual = [paper.fitting(table.game, one, count) for one in SIZES]
    others = [one for one in paper.papers(table.game, count) if one not in usual]
    model = PrintPage(
        header=page_header(view, _("Print"), view.url("sheets.sheet")),
        view=view,
        action=view.url("print.filled", fmt="pdf"),
        papers=_papers(dict.fromkeys(usual), size),
        more=_papers(others, size),
        ruled=_ruled(),
        both=_both(),
        unprintable=paper.unprintable(view.names.values()) if has_server() else (),
        blank=(
            url_for("print.blanks", game=table.game, players=count)
            if has_server()
            else url_for("blanks.sheets", _anchor=table.game)
        ),
        press=None if has_server() else _press(view),
    )
    return rendering.page("sheet/print.html", model)


def _press(view: View) -> Press:
    name = f"{view.table.game}-{view.table.day}-sheet"
    return press_of(name, plain=view.url("sheets.sheet"))


@print_pages.get("/t/<code>/sheet.<fmt>")
@needs("watch")
def filled(code: str, fmt: str) -> Response:
    """The filled sheet as PDF or picture; ``?link=no`` omits the table's link, for outsiders.

    Without a server it is the job that the browser does.
    """
    table, view = open_view()
    if not has_server():
        return _job(view, fmt)
    sent = request.args.get("link") == "no"
    url = "" if sent else address("join.by_link", link=table.watch_link)
    data = sheet_data(view.watched, table.day, url, qr_rows(url) if url else ())
    return _render(
        table.game,
        fmt,
        _size(view),
        data=data,
        name=f"{table.game}-{f'{table.day}-sheet' if sent else table.code}",
    )


@print_pages.get("/print")
@needs("anyone")
@server_only
def blanks() -> Any:
    """The choices to print a blank sheet, preselected by the query (``QUESTIONS``)."""
    game, players = _asked_game(), number(request.args, "players", 4)
    asked = request.args.get("paper")
    size = asked if asked in paper.GENERAL_PAPERS else SIZES[0]
    fewest = min(known.info.seats[0] for known in GAMES.values())
    crowd = max(known.info.seats[1] for known in GAMES.values())
    model = PrintPage(
        header=Header(title=_("Print a blank sheet"), back=url_for("home.home")),
        action=url_for("print.asked"),
        games=[
            PrintChoice(one, short_name(one), one == game) for one in dict.fromkeys((*GAMES, game))
        ],
        players=[PrintChoice(str(n), str(n), n == players) for n in range(fewest, crowd + 1)],
        wrong="" if "players" not in request.args or _seats(game, players) else _wrong(game),
        papers=_papers(SIZES, size),
        more=_papers([one for one in paper.GENERAL_PAPERS if one not in SIZES], size),
        ruled=_ruled(),
        both=_both(),
    )
    return rendering.page("sheet/print.html", model)


def _wrong(game: str) -> str:
    least, most = context.find_game(game).info.seats
    return _(
        "%(game)s is for %(least)s to %(most)s players.",
        game=short_name(game),
        least=least,
        most=most,
    )


def _asked_game() -> str:
    asked = request.args.get("game", "")
    return asked if context.has_game(asked) else next(iter(GAMES))


@print_pages.get("/print/sheet")
@needs("anyone")
@server_only
def asked() -> Any:
    """The chosen blank sheet, or back to the choices if there is none."""
    game, players = request.args.get("game", ""), number(request.args, "players", 4)
    known = request.args.get("paper", SIZES[0]) in paper.GENERAL_PAPERS
    if not context.has_game(game) or not _seats(game, players) or not known:
        told: dict[str, Any] = {
            name: request.args[name] for name in QUESTIONS if name in request.args
        }
        return redirect(url_for("print.blanks", **told))
    return blank(game)


def _job(view: View, fmt: str) -> Response:
    """What the browser is to set: a PDF without a link, as nobody else can open the game."""
    if fmt != "pdf":
        abort(404)
    return sheet_job(
        view.table.game,
        lang=context.language(),
        paper=_size(view),
        data=sheet_data(view.watched, view.table.day, "", ()),
        rules=_ruled(),
        both=_both(),
    )


def _seats(game: str, players: int) -> bool:
    least, most = context.find_game(game).info.seats
    return least <= players <= most


@print_pages.get("/print/<game>")
@needs("anyone")
@server_only
def blank(game: str) -> Any:
    """A blank sheet: ``?players=4&paper=a4&fmt=pdf``; on another paper if that has no room."""
    if not context.has_game(game):
        abort(404)
    least, most = context.find_game(game).info.seats
    players = number(request.args, "players", min(max(least, 4), most))
    size = request.args.get("paper") or paper.usual(game, players)
    if not _seats(game, players) or size not in paper.GENERAL_PAPERS:
        abort(404)
    size = paper.fitting(game, size, players)
    fmt = request.args.get("fmt", "pdf")
    return _render(game, fmt, size, players=players, name=f"{game}-{players}")


def _render(
    game: str, fmt: str, size: str, name: str, players: int = 0, data: dict[str, Any] | None = None
) -> Response:
    if fmt not in FORMATS:
        abort(404)
    content = paper.render(
        game,
        lang=context.language(),
        paper=size,
        players=players,
        data=data,
        fmt=fmt,
        rules=_ruled(),
        both=_both(),
    )
    return inline(content, fmt, name)


def _ruled() -> bool:
    """Whether to print the short rules; the default is yes."""
    return request.args.get("rules") != "no"


def _both() -> bool:
    return request.args.get("both") == "yes"


def _papers(sizes: Iterable[str], chosen: str) -> list[PrintChoice]:
    return [PrintChoice(size, _paper_name(size), size == chosen) for size in sizes]


def _paper_name(size: str) -> str:
    sheet, _dash, turn = size.partition("-")
    name = {"letter": "Letter", "half": _("Half Letter")}.get(sheet, sheet.upper())
    if turn == "across":
        return _("%(paper)s landscape", paper=name)
    return _("Two %(paper)s on one page", paper=name) if turn else name


def _size(view: View) -> str:
    game, players = view.table.game, len(view.names)
    asked = request.args.get("paper", "")
    if asked not in paper.GENERAL_PAPERS:
        return paper.usual(game, players)
    return paper.fitting(game, asked, players)


def sheet_data(view: View, date: str, url: str, qr: Sequence[str]) -> dict[str, Any]:
    """The data of a filled sheet; future rounds are empty, and no join code without a QR code."""
    game, history = view.history.game, view.history
    defaults = complete_options(game.info, history.seats, {})
    edition = history.events[0].data.get("edition", "page")
    decided = game.info.editions.get(edition, {})
    placed = _places(view) if view.result else {}
    laid_out = game.paper(history.state)
    _mark(laid_out, corrections(view), _marked(history))
    for entry in (entry for row in laid_out.get("rows", []) for entry in row):
        entry["boxes"] = boxes_in_words(view.plain, entry["boxes"])
    own = {name: value for name, value in history.options.items() if name not in decided}
    return {
        "code": view.table.join_code if qr else None,
        "date": date,
        "place": None,
        "recorder": None,
        "url": url,
        "qr": list(qr) or None,
        "edition": edition,
        "house": [
            *(note.rstrip(".。") for note in handover_notes(view)),
            *house_rules(view.table.game, own, defaults),
        ],
        "players": [_player(view, seat, placed.get(seat)) for seat in view.heads],
        **laid_out,
    }


def _player(view: View, seat: str, place: int | None) -> dict[str, Any]:
    """The head of a column: a player, or a side with its partners."""
    partners, signs = view.partners(seat), view.side_signs(seat)
    return {
        "name": view.side_name(seat),
        "partners": [_head(view, one) for one in partners] if len(partners) > 1 else [],
        "signs": [printed_sign(sign) for sign in signs],
        "dealer": view.scene.dealer in partners,
        "total": view.totals[seat] if view.result else None,
        "place": place,
    }


def _head(view: View, seat: str) -> str:
    """A partner's name over a box; a long one is cut, but still tells the players apart."""
    name = view.names[seat]
    return name if rendering.text_width(name) <= MOST_OF_HEAD else view.short_names[seat]


def boxes_in_words(translator: Translator, boxes: Sequence[Any]) -> list[Any]:
    """The boxes of an entry as words: texts, and letters in lists; the rest is unchanged."""

    def said(value: Any) -> Any:
        if isinstance(value, list):
            return [said(one) if str(one).isalpha() else one for one in value]
        if isinstance(value, str):
            return translator.seats.get(value) or translator.word(value)
        return value

    return [said(value) for value in boxes]


def _places(view: View) -> dict[str, int]:
    """Each seat's place; none in a tally game without a winner yet."""
    assert view.result is not None
    if not view.ranked or (view.history.game.info.tally and not any(view.totals.values())):
        return {}
    placed = view.placed(totals_and_ranking(view)[1])
    return {seat: place for seat, (place, _shared) in placed.items()}


def _marked(history: History) -> set[tuple[int, str | None]]:
    """The numbers marked §: allowed against a rule, or decided by the players."""
    return {
        *((made.round, seat) for made in history.played for seat in made.allowed_seats),
        *history.decisions,
    }


def _mark(
    node: Any, changed: Mapping[tuple[int, str], Any], overruled: Collection[tuple[int, str | None]]
) -> None:
    """Mark every entry (a mapping with ``round`` and ``seat``) that was corrected or overruled."""
    if isinstance(node, list):
        for child in node:
            _mark(child, changed, overruled)
    elif isinstance(node, dict):
        own: tuple[Any, Any] = (node.get("round"), node.get("seat"))
        if (was := last_number(changed.get(own, ()))) is not None:
            node["was"] = was
        if own in overruled:
            node["overruled"] = True
        for child in node.values():
            _mark(child, changed, overruled)
