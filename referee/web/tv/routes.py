"""The screen in the room: one large page without controls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, redirect, request
from markupsafe import Markup

from referee.store.symbols import Sign
from referee.web.http import context, rendering
from referee.web.http.authorize import authorize
from referee.web.http.edition import has_server
from referee.web.http.parts import Header, Page
from referee.web.http.permissions import needs
from referee.web.http.rendering import address, qr_svg
from referee.web.http.words import gettext as _
from referee.web.sheet.explained import Explained, ExplainedRow, explained
from referee.web.view.access import make_view
from referee.web.view.page_header import ScoreColumn, page_header, scoreboard
from referee.web.view.seat_words import ordinal
from referee.web.view.view import View
from referee.words import signed

from .board import TvBoard, tv_board
from .chart import Chart, chart_of
from .summary import Now, TvEvent, now_of, recent_events, why_of
from .tally import SessionTally, session_tally

tv = Blueprint("tv", __name__)
THEMES = ("light", "dark")
# What an address may choose for a screen, and passes on to the next table.
ASKED = ("lang", "show", "theme")
# Sizes of the chart on a landscape and on a portrait screen.
LYING, UPRIGHT = (960, 360), (690, 480)


@dataclass(frozen=True)
class TvSeat:
    """A side: number and ``unit``, ``plus`` of this round or overall, place once there is a winner.

    It is ``awaited`` "alone" or "among others"; ``ready``: it has entered.
    """

    id: str
    name: str
    signs: Sequence[Sign]
    awaited: str
    ready: bool
    total: int
    unit: str
    plus: str
    place: str
    leads: bool


@dataclass(frozen=True)
class TvLine:
    """What a side made in the last round."""

    name: str
    cards: Sequence[str]
    why: str
    points: int


@dataclass(frozen=True)
class Corner:
    """The code to join, at the end to take the score sheet home; also as a QR code."""

    text: str
    code: str
    qr: Markup


@dataclass(frozen=True, kw_only=True)
class TvPage(Page):
    """The TV page: the seats, then the board, last round or chart, or the session."""

    now: Now
    seats: Sequence[TvSeat]
    board: TvBoard | None = None
    last: Sequence[TvLine] = ()
    chart: Chart | None = None
    tally: SessionTally | None
    told: Sequence[TvEvent] = ()
    corner: Corner | None
    ended: bool
    other: str
    ui: Mapping[str, Any]


@tv.get("/t/<code>/tv")
@needs("watch")
def screen(code: str) -> Any:
    """The table as all may see it, even on a player's device; 303 to the next table, if any."""
    table, grant = authorize()
    view = make_view(table, context.service().history(table), grant.names, signs=grant.signs)
    following = view.seats.next_code
    if following and context.find_table(following):
        asked = {name: request.args[name] for name in ASKED if name in request.args}
        return redirect(context.path("tv.screen", code=following, **asked), 303)
    return rendering.page("tv/page.html", tv_page(view, _looks(), request.args.get("show", "")))


def _looks() -> dict[str, Any]:
    """This device's settings; ``?theme=`` overrides them, as a television has none at hand."""
    own: dict[str, Any] = rendering.template_globals()["ui"]
    asked = request.args.get("theme")
    return own | {"theme": asked} if asked in THEMES else own


def tv_page(view: View, looks: Mapping[str, Any], show: str = "") -> TvPage:
    """The TV page with these looks; before the first entry, the session so far if any."""
    played = session_tally(view)
    tally = played if _opens_with_tally(view, show) else None
    page = TvPage(
        header=_header(view, tally),
        view=view,
        now=_now(view, tally),
        seats=_seats(view),
        tally=tally,
        corner=_corner(view),
        ended=view.over,
        other=view.url("tv.screen", show="table" if tally else "evening") if played else "",
        ui=looks,
    )
    return _with_table(page, view)


def _opens_with_tally(view: View, show: str) -> bool:
    return show == "evening" or (show != "table" and not view.history.played)


def _with_table(page: TvPage, view: View) -> TvPage:
    """The page with the board; without one with the chart, or with the last round."""
    last = explained(view, view.scene.complete) if view.scene.complete else Explained()
    no_board = page.tally or (view.over and not _final(view))
    board = None if no_board else tv_board(view)
    page = replace(page, board=board, told=recent_events(view, last, board is not None))
    if page.tally or board:
        return page
    if view.over and view.scene.complete > 1:
        return replace(page, chart=chart_of(view, LYING, UPRIGHT))
    return replace(page, last=[_line(view, row) for row in last.rows])


def _now(view: View, tally: SessionTally | None) -> Now:
    now = now_of(view)
    if tally is None or view.over:
        return now
    return replace(now, note=_("Counted by games won, not points."))


def _line(view: View, row: ExplainedRow) -> TvLine:
    return TvLine(row.name, row.cards, why_of(view, row), row.points)


def _final(view: View) -> bool:
    """Whether the final board is the whole game, not just its last round."""
    return view.history.game.info.tally


def _header(view: View, tally: SessionTally | None) -> Header:
    header = page_header(view)
    if tally is None:
        return header
    games = _("one game") if tally.count == 1 else _("%(n)s games", n=tally.count)
    where = view.translator.marks.comma.join((rendering.day(view.table.created), games))
    return replace(header, game_name=_("Today"), where=where, ruler=None, banner=None)


def _corner(view: View) -> Corner | None:
    if not has_server():
        return None
    text = (
        _("Score sheet: scan or enter the code") if view.over else _("Join: scan or enter the code")
    )
    return Corner(
        text, view.table.join_code, qr_svg(address("join.ask_code", code=view.table.join_code))
    )


def _seats(view: View) -> list[TvSeat]:
    """The seats in seating order; at the end in final order."""
    places = _places(view)
    bare = (
        set(view.history.seats) - set(view.scene.shown) if view.history.game.info.tally else set()
    )
    awaited = "alone" if len([seat for seat in view.awaited if seat]) == 1 else "among others"
    rows = [
        TvSeat(
            id=shown.id,
            name=shown.name,
            signs=shown.signs,
            awaited=awaited if shown.state == "waiting" else "",
            ready=shown.state == "ready",
            total=shown.total,
            unit=_("won") if shown.id in bare else shown.unit,
            plus=_plus(view, shown),
            place=places.get(shown.id, ""),
            leads=shown.id in view.result.winners if view.result else shown.leads,
        )
        for shown in scoreboard(view, None)
    ]
    if not view.result:
        return rows
    order = [seat for group in view.result.ranking for seat in group]
    return sorted(rows, key=lambda row: order.index(row.id))


def _plus(view: View, shown: ScoreColumn) -> str:
    """A seat's points of the running round, or in a session the games won."""
    if view.history.game.info.tally:
        won = view.totals[shown.id]
        return _("%(n)s won", n=won) if shown.id in view.scene.shown and view.scene.complete else ""
    return signed(shown.plus) if shown.plus or (shown.plus == 0 and not view.scene.board) else ""


def _places(view: View) -> dict[str, str]:
    if view.result is None or not view.result.won or not view.ranked:
        return {}
    return {seat: ordinal(*at) for seat, at in view.placed(view.result.ranking).items()}
