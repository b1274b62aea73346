"""The panel beside the pad on wide screens, or alone on idle phones: sheet and newest round."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Response

from referee.kernel.board import Message
from referee.web.http import rendering
from referee.web.http.parts import Header, Page, Sentence
from referee.web.sheet.explained import Explained, explained, still_to_play
from referee.web.sheet.score_sheet import ScoreSheet, sheet_of
from referee.web.view.page_header import ScoreColumn, scoreboard
from referee.web.view.pages import capitalized
from referee.web.view.seat_words import spoken
from referee.web.view.view import View


@dataclass(frozen=True)
class Beside:
    """The score sheet, the ``running`` round (0: none) and the newest round explained.

    ``told``: the page explains the round elsewhere; ``left``: slots still to play; ``worth``:
    possible scores, with points if fixed.
    """

    url: str
    sheet: ScoreSheet
    running: int
    seats: Sequence[ScoreColumn]
    explained: Explained | None
    round_name: str
    told: bool
    left: Sequence[tuple[str, Sequence[str]]]
    worth: Sequence[tuple[Sentence, int | None]]


@dataclass(frozen=True, kw_only=True)
class BesidePage(Page):
    """The panel alone."""

    parts: Beside


def beside_of(view: View, told: bool = False) -> Beside:
    """The sheet so far, with the last round explained unless the page already shows it."""
    # A screen lying on the table must not reveal covered cards.
    seen = view.watched if view.unrevealed else view
    return seen.shared(("beside", told), lambda: _beside(seen, told))


def _beside(view: View, told: bool) -> Beside:
    scene = view.scene
    last = explained(view, scene.complete) if scene.complete else None
    return Beside(
        url=view.url("tables.beside", told=told or None),
        sheet=sheet_of(view, placed=told),
        running=scene.complete
        if told
        else scene.round
        if scene.round > scene.complete and not view.over
        else 0,
        seats=scoreboard(view, None),
        explained=last if last and not told and (last.rows or last.sections) else None,
        round_name=capitalized(view.round_name(scene.complete)) if scene.complete else "",
        told=told,
        left=still_to_play(view),
        worth=[(_titled(view, said), said.params.get("points")) for said in scene.worth],
    )


def _titled(view: View, said: Message) -> Sentence:
    """A sentence, after its title if it has one."""
    title = view.plain.say(f"say.{said.code}.title", said.params, default="")
    text = spoken(view.plain, said).text
    return Sentence(f"{title}{view.plain.marks.colon}{text}" if title else text, said.clause)


def beside_page(view: View, told: bool) -> Response:
    """The panel as a fragment for wide screens; it reloads itself on news."""
    return rendering.page(
        "entry/beside.html", BesidePage(header=Header(), view=view, parts=beside_of(view, told))
    )
