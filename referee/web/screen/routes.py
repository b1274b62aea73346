"""The screen in the room: one large page without controls, for everybody at the table to look at."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, request
from flask_babel import gettext as _

from referee.web.calls.question import call_line, first_call
from referee.web.http import context, rendering
from referee.web.http.admission import admitted
from referee.web.http.parts import Page
from referee.web.http.rendering import text_width
from referee.web.sheet.explained import Explained, ExplainedRow, Section, explained
from referee.web.view.board import Block, board_of
from referee.web.view.page_header import page_header, scoreboard
from referee.web.view.seat_words import ordinal, result_text
from referee.web.view.view import View, capitalized
from referee.words import signed

from .chart import Chart, chart_of

tv = Blueprint("tv", __name__)
THEMES = ("light", "dark")
WIDE, SHORT, TALL, UPRIGHT = (460, 220), (370, 380), (370, 560), (690, 230)
"""Sizes of the chart: below the scores of a game with a board; beside the scores, with more below it or alone; on an upright screen."""
FOLD = 10
"""A row of more cards than this may be folded."""
DENSE = 7
MOST_TOLD = 4
SHORT_NAME, LONG_LINE = 8, 54


@dataclass(frozen=True)
class Now:
    """The one line for the whole room."""

    text: str
    crown: bool = False

    @property
    def long(self) -> bool:
        """Whether it needs smaller letters."""
        return text_width(str(self.text)) > LONG_LINE


@dataclass(frozen=True)
class ScreenSeat:
    """A seat with its number, ``unit`` and ``plus`` beside it, what it made in the last round, and its place once somebody has won."""

    id: str
    name: str
    state: str
    total: int
    unit: str
    plus: str
    last: ExplainedRow | None
    place: str
    leads: bool


@dataclass(frozen=True)
class ScreenBoard:
    """The board's blocks, and how many cards it must have room for across and down."""

    blocks: Sequence[Block]
    dense: bool
    across: int
    wide: int
    down: int


@dataclass(frozen=True, kw_only=True)
class ScreenPage(Page):
    """Everything on the screen: ``round`` and ``head`` stand above the seats, ``long`` tells that a name is long."""

    now: Now
    round: str
    head: str
    seats: Sequence[ScreenSeat]
    board: ScreenBoard | None
    sections: Sequence[Section]
    chart: Chart | None
    ended: bool
    long: bool
    ui: Mapping[str, Any]


@tv.get("/t/<code>/tv")
def screen(code: str) -> Any:
    """The table as all may see it: also on a device that has claimed a seat nothing of that seat's secrets shows."""
    table, grant = admitted()
    view = View(table, context.desk().history(table), grant.names, "watch", signs=grant.signs)
    return rendering.page("screen/page.html", screen_page(view, _looks()))


def _looks() -> dict[str, Any]:
    """This device's looks; ``?theme=`` goes before them, as a television has no settings at hand."""
    own: dict[str, Any] = rendering.template_globals()["ui"]
    asked = request.args.get("theme")
    return own | {"theme": asked} if asked in THEMES else own


def screen_page(view: View, looks: Mapping[str, Any]) -> ScreenPage:
    """The screen as a device with these looks draws it."""
    board, round_ = _board(view), view.scene.complete
    told = explained(view, round_) if round_ else Explained()
    # One round makes no picture of a game with a board, or of an evening.
    too_few = 1 if board or view.history.game.info.tally else 0
    sections = [] if board else [replace(section, rows=section.rows[:MOST_TOLD]) for section in told.sections]
    return ScreenPage(
        header=page_header(view),
        view=view,
        now=_now(view),
        round=capitalized(view.round_name(round_)) if round_ else "",
        head="" if view.scene.shown or view.history.game.info.tally else _("Total"),
        seats=_seats(view, {row.seat: row for row in told.rows}),
        board=board,
        sections=sections,
        chart=chart_of(view, WIDE if board else SHORT if sections else TALL, UPRIGHT) if round_ > too_few else None,
        ended=view.over,
        long=any(text_width(name) > SHORT_NAME for name in view.names.values()),
        ui=looks,
    )


def _now(view: View) -> Now:
    """A question that is open, how it ended, or who is awaited."""
    if call := first_call(view):
        return Now(call_line(view, call))
    if view.result:
        return Now(result_text(view), bool(view.result.winners))
    if view.seats.closed:
        return Now(_("Ended early."))
    seats = [seat for seat in view.awaited if seat]
    if len(seats) == len(view.history.seats) > 1:
        return Now(_("Waiting for everyone"))
    if seats:
        names = view.speaker.marks.comma.join(view.names[seat] for seat in seats)
        return Now(_("Waiting for %(names)s", names=names))
    asked = next((prompt.kind for prompt in view.prompts if not prompt.aside), "")
    return Now(_("Next: %(what)s", what=view.kind_name(asked)) if asked else "")


def _seats(view: View, last: Mapping[str, ExplainedRow]) -> list[ScreenSeat]:
    """One row per seat with what it made in the ``last`` round: as they sit, and in the end as they came out."""
    places = _places(view)
    bare = set(view.history.seats) - set(view.scene.shown) if view.history.game.info.tally else set()
    rows = [
        ScreenSeat(
            id=seat,
            name=shown.name,
            state=shown.state,
            total=shown.total,
            unit=_("won") if seat in bare else shown.unit,
            plus=_plus(view, seat, last.get(seat)),
            last=last.get(seat),
            place=places.get(seat, ""),
            leads=seat in view.result.winners if view.result else shown.leads,
        )
        for seat, shown in zip(view.history.seats, scoreboard(view, None), strict=True)
    ]
    if not view.result:
        return rows
    order = [seat for group in view.result.ranking for seat in group]
    return sorted(rows, key=lambda row: order.index(row.id))


def _plus(view: View, seat: str, last: ExplainedRow | None) -> str:
    """What stands before a seat's number: the points of the last round, or in an evening the games won."""
    if not view.history.game.info.tally:
        return signed(last.points) if last else ""
    return _("%(n)s won", n=view.totals[seat]) if seat in view.scene.shown and view.scene.complete else ""


def _places(view: View) -> dict[str, str]:
    """The place of every seat once somebody has won."""
    if view.result is None or not view.result.won:
        return {}
    places: dict[str, str] = {}
    for group in view.result.ranking:
        places.update(dict.fromkeys(group, ordinal(len(places) + 1, len(group) > 1)))
    return places


def _board(view: View) -> ScreenBoard | None:
    blocks = board_of(view)
    if not blocks:
        return None
    rows = [row for block in blocks for row in block.rows]
    lanes = [block.rows[0] for block in blocks if not block.bare]
    dense = len(lanes) >= DENSE and not any(row.spots for row in lanes)
    across = max((min(len(row.spots), FOLD) for row in lanes), default=1) or 1
    wide = max((-(-block.half_cards // 2) for block in blocks if block.bare), default=1)
    down = sum(max(1, -(-len(row.spots) // FOLD)) if row in lanes else 1 for row in rows)
    return ScreenBoard(blocks, dense, across, wide, -(-down // 2) if dense else down)
