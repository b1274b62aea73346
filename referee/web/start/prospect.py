"""What a table that is being started will have: its sheet before the first round, and what to fetch for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games import GAMES
from referee.kernel.contract import Illegal
from referee.kernel.history import Event, History, replay
from referee.store.values import TableRow
from referee.web.http.words import gettext as _
from referee.web.sheet.score_sheet import ScoreSheet, sheet_of
from referee.web.view.view import View

from .setup_guide import GuideStep, steps
from .who_plays import Line

FETCHED = 2
"""How many steps of the setup guide are about what to fetch."""
UNTOLD = 8
"""How many empty lines stand for rounds whose number nobody knows yet."""


@dataclass(frozen=True)
class Prospect:
    """The empty sheet with the names typed so far, and the first steps of the setup guide."""

    sheet: ScoreSheet
    fetch: Sequence[GuideStep]


def prospect(game: str, lines: Sequence[Line], raw: Mapping[str, Any]) -> Prospect:
    """The table as it would begin now; where there are too few people the places that are missing are called by their number."""
    people, least = [line for line in lines if line.name], GAMES[game].info.seats[0]
    seats = [f"s{at + 1}" for at in range(max(len(people), least))]
    names = {seat: people[at].name if at < len(people) else _("Player %(n)s", n=at + 1) for at, seat in enumerate(seats)}
    sitting = [*people, *(line for line in lines if not line.name)]
    signs = {seat: line.sign for seat, line in zip(seats, sitting, strict=False) if line.sign}
    view = View(TableRow(0, "", game, 0, 0.0, "", "", ""), _begun(game, seats, raw), names, "watch", signs=signs)
    return Prospect(sheet_of(view, rounds=_rounds(view)), steps(view)[:FETCHED])


def _begun(game: str, seats: Sequence[str], raw: Mapping[str, Any]) -> History:
    """The history before the first move; by the standard rules where those chosen cannot be."""
    edition = raw.get("edition")
    chosen = {"options": dict(raw), **({"edition": edition} if edition in GAMES[game].info.editions else {})}
    try:
        return replay(GAMES[game], [Event(1, "start", data={"seats": seats, **chosen})])
    except Illegal:
        return replay(GAMES[game], [Event(1, "start", data={"seats": seats})])


def _rounds(view: View) -> int:
    """How many lines there will be at least; the ruler of one game says nothing of an evening of several."""
    info, ruler = view.history.game.info, view.scene.ruler
    return info.rounds or (ruler[1] if ruler and not info.tally else 0) or UNTOLD
