"""Score sheets on paper: filled at a table, or blank."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, request, url_for

from referee.games import GAMES
from referee.kernel.contract import complete_options, places
from referee.web.http import context, rendering
from referee.web.http.parts import Header, Page
from referee.web.http.rendering import address, qr_rows
from referee.web.http.security import number
from referee.web.http.words import gettext as _
from referee.web.paper import typst as paper
from referee.web.paper.response import FORMATS, inline
from referee.web.paper.signs import printed
from referee.web.view.access import open_view
from referee.web.view.log_words import house_rules
from referee.web.view.page_header import page_header, short_name
from referee.web.view.score_changes import corrections, last_number
from referee.web.view.seat_words import handover_notes
from referee.web.view.view import View

from .files import standing

print_pages = Blueprint("print", __name__)


class Way(NamedTuple):
    """Another sheet than the one that is shown, or that one."""

    text: str
    href: str
    on: bool


@dataclass(frozen=True, kw_only=True)
class PrintPage(Page):
    """The printed sheet of a table, and where it is on other papers; ``more`` is what it may have, each on or off.

    ``unprintable`` are the names with signs that it cannot show."""

    picture: str
    pdf: str
    papers: Sequence[Way]
    more: Sequence[Way]
    unprintable: Sequence[str]
    blank: str


@dataclass(frozen=True)
class BlankSheets:
    """The blank sheets of a game on one paper, by the number of players that it has room for."""

    name: str
    players: Mapping[int, str]


@dataclass(frozen=True, kw_only=True)
class BlanksPage(Page):
    """Blank sheets of every game on the paper chosen, the other papers, and what a sheet may have, each on or off."""

    paper: str
    papers: Sequence[Way]
    more: Sequence[Way]
    games: Sequence[BlankSheets]


@print_pages.get("/t/<code>/print", endpoint="paper")
def paper_page(code: str) -> Any:
    """The printed sheet of a table: a picture of it, and the PDF, on each paper that has room for its players."""
    table, view = open_view()
    size, chosen = _size(view), _chosen()
    model = PrintPage(
        header=page_header(view, _("Print"), view.url("sheets.sheet")),
        view=view,
        picture=view.url("print.filled", fmt="png", paper=size, **chosen, v=view.history.revision),
        pdf=view.url("print.filled", fmt="pdf", paper=size, **chosen),
        papers=[
            Way(_paper_name(other), view.url("print.paper", paper=other, **chosen), other == size)
            for other in paper.papers(table.game, len(view.names))
        ],
        more=_more(lambda other: view.url("print.paper", paper=size, **other)),
        unprintable=paper.unprintable(view.names.values()),
        blank=url_for("print.blank", game=table.game, fmt="pdf", paper=size, players=len(view.names), **chosen),
    )
    return rendering.page("sheet/print.html", model)


@print_pages.get("/t/<code>/sheet.<fmt>")
def filled(code: str, fmt: str) -> Response:
    """The filled sheet itself, as PDF or picture; ``?link=no`` leaves out the way to the table, for whoever is not at it."""
    table, view = open_view()
    sent = request.args.get("link") == "no"
    url = "" if sent else address("join.by_link", link=table.watch_link)
    data = sheet_data(view.watched, table.day, url, qr_rows(url) if url else ())
    return _render(table.game, fmt, _size(view), data=data, name=f"{table.game}-{f'{table.day}-sheet' if sent else table.code}")


@print_pages.get("/print")
def blanks() -> Any:
    """Blank sheets of every game that has one on the paper asked for: ``?paper=a5-two``, ``?rules=no``, ``?both=yes``."""
    asked, chosen = request.args.get("paper"), _chosen()
    size = asked if asked in paper.GENERAL_PAPERS else "a4"
    model = BlanksPage(
        header=Header(title=_("Print a sheet"), back=url_for("home.home")),
        paper=_paper_name(size),
        papers=[
            Way(_paper_name(other), url_for("print.blanks", paper=other, **chosen), other == size) for other in paper.GENERAL_PAPERS
        ],
        more=_more(lambda other: url_for("print.blanks", paper=size, **other)),
        games=[BlankSheets(short_name(game), _blanks_of(game, size)) for game in GAMES if size in paper.papers(game)],
    )
    return rendering.page("sheet/blanks.html", model)


def _blanks_of(game: str, size: str) -> dict[int, str]:
    """Where the blank sheets of a game are, by the number of players."""
    numbers, chosen = range(GAMES[game].info.seats[0], paper.papers(game)[size] + 1), _chosen()
    return {players: url_for("print.blank", game=game, players=players, paper=size, **chosen) for players in numbers}


@print_pages.get("/print/<game>")
def blank(game: str) -> Any:
    """A blank sheet: ``?players=4&paper=a4&fmt=pdf``."""
    if game not in GAMES:
        abort(404)
    players = number(request.args, "players", 4)
    size = request.args.get("paper") or paper.usual(game, players)
    if players < GAMES[game].info.seats[0] or size not in paper.papers(game, players):
        abort(404)
    return _render(game, request.args.get("fmt", "pdf"), size, players=players, name=f"{game}-{players}")


def _render(game: str, fmt: str, size: str, name: str, players: int = 0, data: dict[str, Any] | None = None) -> Response:
    if fmt not in FORMATS:
        abort(404)
    rules, both = "rules" not in (chosen := _chosen()), "both" in chosen
    content = paper.render(game, lang=context.language(), paper=size, players=players, data=data, fmt=fmt, rules=rules, both=both)
    return inline(content, fmt, name)


def _chosen() -> dict[str, Any]:
    """What addresses say of the sheet that is asked for: ``rules=no``, ``both=yes``."""
    return {name: value for name, value in (("rules", "no"), ("both", "yes")) if request.args.get(name) == value}


def _more(url: Callable[[dict[str, Any]], str]) -> list[Way]:
    """The rules in short and both languages, each with where the sheet is with it, or without."""
    chosen = _chosen()
    return [
        Way(_("Rules in short"), url(_turned(chosen, "rules", "no")), "rules" not in chosen),
        Way(_("English and Japanese"), url(_turned(chosen, "both", "yes")), "both" in chosen),
    ]


def _turned(chosen: dict[str, Any], name: str, value: str) -> dict[str, Any]:
    """What is chosen with one thing turned the other way."""
    return {one: told for one, told in chosen.items() if one != name} | ({} if name in chosen else {name: value})


def _paper_name(size: str) -> str:
    """A paper as it is called in a shop, and how it is turned or shared."""
    sheet, _dash, turn = size.partition("-")
    name = {"letter": "Letter", "half": _("Half Letter")}.get(sheet, sheet.upper())
    if turn == "across":
        return _("%(paper)s, across", paper=name)
    return f"2 × {name}" if turn else name


def _size(view: View) -> str:
    size, players = request.args.get("paper", ""), len(view.names)
    return size if size in paper.papers(view.table.game, players) else paper.usual(view.table.game, players)


def sheet_data(view: View, date: str, url: str, qr: Sequence[str]) -> dict[str, Any]:
    """Everything a filled sheet needs; a game in progress leaves its rounds to come empty. Without a QR code it has no code either."""
    game, history = view.history.game, view.history
    defaults = complete_options(game.info, history.seats, {})
    edition = history.events[0].data.get("edition", "page")
    decided = game.info.editions.get(edition, {})
    placed = {seat: place for place, seat in _places(view)} if view.result else {}
    laid_out = game.paper(history.state)
    _mark(laid_out, corrections(view), {(made.round, seat) for made in history.played for seat in made.seats_let_stand})
    for entry in (entry for row in laid_out.get("rows", []) for entry in row):
        entry["boxes"] = [view.plain.word(value) if isinstance(value, str) else value for value in entry["boxes"]]
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
            *house_rules(view.table.game, {k: v for k, v in history.options.items() if k not in decided}, defaults),
        ],
        "players": [
            {
                "name": view.names[seat],
                "sign": printed(view.signs.get(seat)),
                "dealer": seat == view.scene.dealer,
                "total": view.totals[seat] if view.result else None,
                "place": placed.get(seat),
            }
            for seat in history.seats
        ],
        **laid_out,
    }


def _places(view: View) -> list[tuple[int, str]]:
    """Who came in which place, where there are any; of an evening on which nobody has won a game there is none."""
    assert view.result is not None
    if not view.ranked or (view.history.game.info.tally and not any(view.totals.values())):
        return []
    return [(place, seat) for place, group in places(standing(view)[1]) for seat in group]


def _mark(node: Any, changed: Mapping[tuple[int, str], Any], overruled: Collection[tuple[int, str | None]]) -> None:
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
