"""The picture to share: 1200 × 630, always light, without links or the table's code."""

from datetime import datetime
from functools import partial
from typing import Any

from flask_babel import format_date

from referee.web.http import context
from referee.web.http.words import gettext as _
from referee.web.paper import typst as paper
from referee.web.paper.signs import colour, drawn
from referee.web.tv.chart import Frame
from referee.web.view.page_header import short_name
from referee.web.view.view import View
from referee.words import plain_number

from .best import BestPlay, best_of
from .chart import Course, course
from .headline import headline
from .ranking import Rank, ranking

MOST_ROWS, ROOM_FOR_ROWS = 6, 280
FRAME = partial(Frame, 440, 330, left=46, right=46, top=14, bottom=34, line=32)
WIDTH, STAMP = 560, 126
MOST_RINGS, REST = 8, 30
FAINT = "#B7AA90"


def render_picture(view: View) -> bytes:
    """The picture as PNG."""
    return paper.finale(picture_data(view), context.language())


def picture_data(view: View) -> dict[str, Any]:
    """Everything on the picture, as Typst takes it."""
    head, ranks, line = headline(view), ranking(view), course(view, FRAME)
    shown = ranks if len(ranks) <= MOST_ROWS else ranks[: MOST_ROWS - 1]
    winners = [sign for rank in ranks if rank.first for sign in rank.signs][:3]
    rest = len(ranks) - len(shown)
    return {
        "title": head.text,
        "game": short_name(view.table.game),
        "when": _when(view),
        "headline": head.text,
        "margin": str(head.margin),
        "room": (WIDTH if line else 2 * WIDTH - 60) - (STAMP + 40 if winners else 0) - 50,
        "winners": [drawn(sign) for sign in winners],
        "row": min(60, (ROOM_FOR_ROWS - (REST if rest else 0)) // max(1, len(shown))),
        "ranks": [_rank(rank) for rank in shown],
        "more": _("and %(n)s more", n=rest) if rest else "",
        "chart": _chart(line) if line else None,
        "fact": _fact(view, best_of(view)),
        "product": _("Referee"),
    }


def _when(view: View) -> str:
    return format_date(datetime.fromtimestamp(view.history.events[-1].at), "full")


def _rank(rank: Rank) -> dict[str, Any]:
    return {
        "place": rank.place,
        "name": rank.name,
        "signs": [drawn(sign) for sign in rank.signs],
        "number": "" if rank.side else rank.number,
        "bar": {"at": rank.bar.at, "length": rank.bar.length} if rank.bar else None,
        "rings": min(rank.rings, MOST_RINGS) if rank.rings is not None else None,
        "side": rank.side,
        "first": rank.first,
        "colour": colour(rank.sign),
    }


def _chart(line: Course) -> dict[str, Any]:
    frame = line.frame
    return {
        "title": _("Totals after each round"),
        "width": frame.width,
        "height": frame.height,
        "left": frame.left,
        "right": frame.right,
        "ticks": [(plain_number(tick), at) for tick, at in line.ticks],
        "rounds": [(str(label), at) for label, at in line.rounds],
        "lines": [
            {
                "points": each.points,
                "first": each.first,
                "label": each.label,
                "colour": FAINT if each.faint else colour(each.sign),
                "sign": None if each.faint else drawn(each.sign),
            }
            for each in line.lines
        ],
    }


def _fact(view: View, best: BestPlay | None) -> str:
    if best is None:
        return ""
    return _(
        "%(title)s: %(name)s, %(points)s (%(when)s)",
        title=best.title,
        name=best.name,
        points=best.points,
        when=best.when,
    )
