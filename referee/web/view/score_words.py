"""Scores in words: sentences in a row, places, who has won."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _
from markupsafe import Markup

from referee.kernel.contract import Level, Result, Ruling, Say

from .view import View

ENDS = tuple(".!?…。！？")


def sentences(view: View, said: Sequence[Say]) -> Markup:
    """Several sentences one after the other, each ended before the next; Japanese needs no space between them."""
    marks = view.speaker.marks
    told = [Markup(view.speaker.say(f"say.{one.code}", one.params)) for one in said]
    return Markup(marks.gap).join([*(text if text.endswith(ENDS) else text + marks.stop for text in told[:-1]), *told[-1:]])


def ordinal(place: int, shared: bool) -> str:
    """A place in words: "1st", "2nd="; 1位, 同2位."""
    said: str = (_("1st"), _("2nd"), _("3rd"))[place - 1] if 1 <= place <= 3 else _("%(n)sth", n=place)
    return _("%(place)s=", place=said) if shared else said


def result_text(view: View) -> str:
    """How it ended, in one or a few sentences; nothing before the end."""
    return (_won(view, view.result) or sentences(view, view.result.reasons)) if view.result else ""


def _won(view: View, result: Result) -> str:
    """The plain end, one winner ahead of the next by points; empty where it took more to decide, or where something else is counted."""
    counted = view.history.game.info.tally or any(shown.unit for shown in view.scene.shown.values())
    if counted or len(result.winners) != 1 or len(result.reasons) > 1 or len(result.ranking) < 2:
        return ""
    ahead = view.totals[result.winners[0]] - view.totals[result.ranking[1][0]]
    if ahead < 1:
        return ""
    name = view.names[result.winners[0]]
    return _("%(name)s wins by one point", name=name) if ahead == 1 else _("%(name)s wins by %(n)s points", name=name, n=ahead)


def worst_first(rulings: Sequence[Ruling]) -> list[Ruling]:
    """Rulings ordered by gravity."""
    return sorted(rulings, key=lambda ruling: ruling.level is not Level.IMPOSSIBLE)
