"""What the TV says in words: what is open, the result, and what happened last."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from referee.kernel.board import Spot
from referee.web.disputes.question import dispute_line, first_dispute
from referee.web.http.rendering import text_width
from referee.web.http.words import gettext as _
from referee.web.sheet.explained import Explained, ExplainedRow
from referee.web.view.page_header import moved_to
from referee.web.view.seat_words import result_text, sentences
from referee.web.view.view import View

LONG_LINE, LONG_RESULT = 54, 30
MOST_TOLD = 3


@dataclass(frozen=True)
class Now:
    """The main line with a remark; ``result`` if it is the end."""

    text: str
    note: str = ""
    crown: bool = False
    result: bool = False

    @property
    def long(self) -> bool:
        """Whether it needs smaller letters; a result also leaves room for its small reason."""
        return (
            text_width(self.text) + text_width(self.note) // 6 > LONG_RESULT
            if self.result
            else text_width(self.text) > LONG_LINE
        )


@dataclass(frozen=True)
class TvEvent:
    """An event with its few cards; ``stops`` if it ends a turn."""

    text: str
    detail: str = ""
    cards: Sequence[Spot] = ()
    stops: bool = False


def now_of(view: View) -> Now:
    """Where it goes on, an open question, the result, or what comes next if no seat is awaited."""
    if moved := moved_to(view):
        return Now(moved)
    if dispute := first_dispute(view):
        return Now(dispute_line(view, dispute))
    if view.result:
        return _result(view)
    if view.seats.closed:
        return Now(_("Ended early"), result=True)
    # The seats themselves show who is awaited.
    asked = (
        next((prompt.kind for prompt in view.prompts if not prompt.aside), "")
        if not any(view.awaited)
        else ""
    )
    return Now(_("Next: %(what)s", what=view.kind_name(asked)) if asked else "")


def _result(view: View) -> Now:
    """Who won, and by how much or why; if nobody or everybody won, how it ended."""
    result = view.result
    assert result is not None
    text, why = result_text(view), sentences(view, result.reasons)
    if text != why:
        return Now(text, crown=True, result=True)
    winners = result.winners
    if not winners or len(winners) == len(view.history.seats) > 1:
        return Now(why, crown=bool(winners), result=True)
    pattern = _("%(name)s wins") if len(winners) == 1 else _("%(names)s win")
    said = pattern % {"name": view.names[winners[0]], "names": _names(view, winners)}
    return Now(said, why, crown=True, result=True)


def _names(view: View, seats: Sequence[str]) -> str:
    return view.translator.marks.between.join(view.names[seat] for seat in seats)


def recent_events(view: View, round_: Explained, board: bool) -> list[TvEvent]:
    """What the newest entry led to on the board, else the round's newest events."""
    if board and view.result is None:
        effects = view.scene.effects
        text = Markup(" ").join(Markup(view.say(one)) for one in effects)
        return [TvEvent(text, stops=effects[0].params.get("tone") == "stop")] if effects else []
    found = []
    for section in round_.sections:
        found += [TvEvent(row.text, row.detail, row.cards) for row in section.rows]
        if section.numbers:
            numbers = " · ".join(f"{name} {n}" for name, _short, n in section.numbers)
            found.append(TvEvent(f"{section.title}{view.translator.marks.colon}{numbers}"))
    return found[-MOST_TOLD:]


def why_of(view: View, row: ExplainedRow) -> str:
    """What was made, and the first reason for its points; of partners all reasons."""
    alone, marks = len(view.partners(row.seat)) == 1, view.translator.marks
    reasons = [reason.text for reason in (row.reasons[:1] if alone else row.reasons)]
    told = (row.kind, Markup(marks.comma).join(reasons))
    return Markup(marks.colon).join(filter(None, told))
