"""An entry that others overtook: the words of its button, and the page of one whose place another has taken."""

from __future__ import annotations

from dataclasses import replace

from flask_babel import gettext as _

from referee.kernel.game import check
from referee.kernel.history import History, Played
from referee.web.desk.desk import Entry
from referee.web.view.view import View
from referee.words import plain_number

from .preview import lines_after


def anyway(view: View, then: History, entries: list[Entry]) -> str:
    """What the big button says of an entry decided at ``then``: that it would be recorded all the same, for as much or for how much."""
    points, before = (_points(seen, entries) for seen in (view, replace(view, history=then)))
    if points is None:
        return _("Record anyway")
    number = plain_number(points)
    return _("Record anyway, still %(points)s", points=number) if points == before else _("Record anyway, now %(points)s", points=number)


def _points(view: View, entries: list[Entry]) -> int | None:
    """What the only entry would score, or None where nothing is told yet."""
    if len(entries) != 1:
        return None
    entry = entries[0]
    checked = check(view.history.game, view.state, entry.kind, entry.seat, entry.raw, entry.accept)
    if checked.move is None or checked.objections:
        return None
    lines = lines_after(view, checked.move)
    return sum(line.points for line in lines) if lines else None


def overtaking(view: View, seat: str | None, seen: int) -> Played | None:
    """The entry that another phone made for a seat since ``seen``, where that seat is asked no more."""
    if seat is None or any(prompt.seat == seat and not prompt.aside for prompt in view.prompts):
        return None
    newer = [played for played in view.history.played if played.seq > seen and played.move.seat == seat]
    event = view.history.event(newer[-1].seq) if newer else None
    return newer[-1] if event and not view.hides(event) else None


def as_before(view: View, played: Played) -> View:
    """The table as it was just before an entry that stands, with nothing but its seat's prompts."""
    at = next(at for at, found in enumerate(view.history.played) if found.seq == played.seq)
    return replace(view, history=replace(view.history, played=view.history.played[:at], broken=None), only=played.move.seat)
