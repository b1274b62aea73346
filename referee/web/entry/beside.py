"""What stands beside the pad where a screen has room, and on any phone that has nothing to enter: the sheet and the newest round."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask import Response

from referee.web.http import rendering
from referee.web.http.parts import Header, Page
from referee.web.sheet.explained import Explained, explained
from referee.web.sheet.score_sheet import ScoreSheet, sheet_of
from referee.web.view.page_header import Column, scoreboard
from referee.web.view.view import View, capitalized


@dataclass(frozen=True)
class Beside:
    """The sheet with the state of every seat in the ``running`` round (0: none is), and the round before it."""

    url: str
    sheet: ScoreSheet
    running: int
    seats: Sequence[Column]
    explained: Explained | None
    round_name: str


@dataclass(frozen=True, kw_only=True)
class BesidePage(Page):
    """That part alone."""

    parts: Beside


def beside_of(view: View) -> Beside:
    """The sheet as far as it has grown and the last round explained."""
    if view.unrevealed:
        # What lies covered stays so on a screen that lies on the table.
        view = replace(view, seat=None)
    scene = view.scene
    last = explained(view, scene.complete) if scene.complete else None
    return Beside(
        url=view.url("tables.beside"),
        sheet=sheet_of(view),
        running=scene.round if scene.round > scene.complete and not view.over else 0,
        seats=scoreboard(view, None),
        explained=last if last and (last.rows or last.sections) else None,
        round_name=capitalized(view.round_name(scene.complete)) if scene.complete else "",
    )


def beside_page(view: View) -> Response:
    """The part of a table's page that only a wide room asks for; it asks again by itself at any news."""
    return rendering.page("entry/beside.html", BesidePage(header=Header(), view=view, parts=beside_of(view)))
