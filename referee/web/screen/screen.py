"""The screen in the room as its template takes it: who is awaited, the totals with the last round, the board and the chart."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _

from referee.web.calls.notice import call_line, first_call
from referee.web.http.text_width import text_width
from referee.web.sheet.explained import explained
from referee.web.view.board import board_of, effects_of
from referee.web.view.page_header import page_header
from referee.web.view.score_words import ordinal, result_text
from referee.web.view.scoreboard import scoreboard
from referee.web.view.view import View, leading
from referee.words import signed

from .chart import chart_of

WIDE, SHORT, TALL, UPRIGHT = (460, 220), (370, 380), (370, 560), (690, 230)
"""Sizes of the chart: below the scores of a game with a board; beside the scores, with more below it or alone; on an upright screen."""
FOLD = 10
"""A row of more cards than this may be folded."""
DENSE = 7
MOST_TOLD = 4
SHORT_NAME, LONG_LINE = 8, 54


def screen_of(view: View) -> dict[str, Any]:
    """Everything on the screen."""
    board, now = _board(view), _now(view)
    round_ = view.scene.complete
    told = explained(view, round_) if round_ else {"rows": [], "sections": []}
    sections = [] if board else [_short(section) for section in told["sections"]]
    return {
        "header": page_header(view),
        "now": now | {"long": text_width(str(now["text"])) > LONG_LINE},
        "round": leading(view.round_name(round_)) if round_ else "",
        "head": "" if view.scene.shown or view.history.game.info.tally else _("Total"),
        "seats": _seats(view, {row["seat"]: row for row in told["rows"]}),
        "board": board,
        "told": effects_of(view) if board and not view.result else None,
        "sections": sections,
        "chart": chart_of(view, WIDE if board else SHORT if sections else TALL, UPRIGHT) if round_ > _too_few(view, board) else None,
        "ended": view.over,
        "long": any(text_width(name) > SHORT_NAME for name in view.names.values()),
    }


def _too_few(view: View, board: object) -> int:
    """How many rounds make no picture: one of a game with a board, or one game of an evening."""
    return 1 if board or view.history.game.info.tally else 0


def _now(view: View) -> dict[str, Any]:
    """The one line for the whole room: a question that is open, how it ended, or who is awaited."""
    if call := first_call(view):
        return {"text": call_line(view, call), "crown": False}
    if view.result:
        return {"text": result_text(view), "crown": bool(view.result.winners)}
    if view.seats.closed:
        return {"text": _("Ended early."), "crown": False}
    seats = [seat for seat in view.awaited if seat]
    if len(seats) == len(view.history.seats) > 1:
        return {"text": _("Waiting for everyone"), "crown": False}
    if seats:
        names = view.speaker.marks.comma.join(view.names[seat] for seat in seats)
        return {"text": _("Waiting for %(names)s", names=names), "crown": False}
    asked = next((prompt.kind for prompt in view.prompts if not prompt.aside), "")
    return {"text": _("Next: %(what)s", what=view.kind_name(asked)) if asked else "", "crown": False}


def _seats(view: View, last: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """One row per seat with what it made in the ``last`` round: as they sit, and in the end as they came out."""
    places = _places(view)
    rows = [
        shown | _beside(view, shown, made) | {"last": made, "place": places.get(shown["id"], "")}
        for shown in scoreboard(view, None)
        for made in (last.get(shown["id"]),)
    ]
    if not view.result:
        return rows
    order = [seat for group in view.result.ranking for seat in group]
    return sorted((row | {"leads": row["id"] in view.result.winners} for row in rows), key=lambda row: order.index(row["id"]))


def _beside(view: View, shown: dict[str, Any], last: dict[str, Any] | None) -> dict[str, Any]:
    """What stands before and after a seat's number: the points of the last round, or in an evening the games won."""
    if not view.history.game.info.tally:
        return {"plus": signed(last["points"]) if last else ""}
    if shown["id"] not in view.scene.shown:
        return {"plus": "", "unit": _("won")}
    return {"plus": _("%(n)s won", n=view.totals[shown["id"]]) if view.scene.complete else ""}


def _places(view: View) -> dict[str, str]:
    """The place of every seat once somebody has won."""
    if view.result is None or not view.result.won:
        return {}
    places: dict[str, str] = {}
    for group in view.result.ranking:
        places.update(dict.fromkeys(group, ordinal(len(places) + 1, len(group) > 1)))
    return places


def _board(view: View) -> dict[str, Any] | None:
    """The board's blocks, and how many cards it must have room for across and down."""
    blocks = board_of(view)
    if not blocks:
        return None
    rows = [row for block in blocks for row in block["rows"]]
    lanes = [block["rows"][0] for block in blocks if not block["bare"]]
    dense = len(lanes) >= DENSE and not any(row["spots"] for row in lanes)
    across = max((min(len(row["spots"]), FOLD) for row in lanes), default=1) or 1
    wide = max((-(-block["half_cards"] // 2) for block in blocks if block["bare"]), default=1)
    down = sum(max(1, -(-len(row["spots"]) // FOLD)) if row in lanes else 1 for row in rows)
    return {"blocks": blocks, "dense": dense, "across": across, "wide": wide, "down": -(-down // 2) if dense else down}


def _short(section: dict[str, Any]) -> dict[str, Any]:
    """A section of the round explained with no more than there is room for."""
    return section | {"rows": (section["rows"] or [])[:MOST_TOLD]}
