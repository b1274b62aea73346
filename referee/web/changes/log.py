"""The log: every event, who, when, what changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask_babel import gettext as _

from referee.kernel.history import Event, standing, taken_back
from referee.table_events.calls import CALL
from referee.web.view.call_words import AFFAIRS
from referee.web.view.log_words import clock, event_text, kind_label, reason_text, who
from referee.web.view.undo_button import UndoButton, undo_button
from referee.web.view.view import View, leading


@dataclass(frozen=True)
class LogRow:
    """One event: what it was, by whom and when, and what can be done about it."""

    seq: int
    at: str
    at_iso: str
    kind_label: str | None
    what: str
    who: str
    detail: str
    clause: str
    cards: list[str]
    undone: bool
    undo: UndoButton | None
    correct_href: str | None
    question_href: str | None
    question_asked: bool


def log_rows(view: View, start: int, most: int) -> list[LogRow]:
    """So many events, newest first, after the ``start`` newest; what was taken back is struck, not removed."""
    stand = {event.seq for event, _changed in standing(view.history.events)}
    retracted = taken_back(view.history.events)
    undo = undo_button(view)
    newest_first = view.history.events[::-1]
    return [_row(view, event, stand, retracted, undo) for event in newest_first[start : start + most]]


def _row(view: View, event: Event, stand: set[int], retracted: set[int], undo: UndoButton | None) -> LogRow:
    undone = event.seq in retracted or (event.type == "move" and event.seq not in stand)
    hides = view.hides(event)
    may_correct = view.may_enter and event.type == "move" and not undone and not hides
    listed = [] if hides else [card for value in event.answer.values() if isinstance(value, list) for card in value]
    return LogRow(
        seq=event.seq,
        at=clock(event.at),
        at_iso=datetime.fromtimestamp(event.at).isoformat(timespec="seconds"),
        kind_label=kind_label(view, event),
        what=event_text(view, event, hides),
        who=_entered_by(view, event),
        detail=reason_text(event.reason),
        clause=event.data.get("clause", "") if event.type == "ruling" else "",
        cards=[card for card in listed if card in view.scene.deck.counts],
        undone=undone,
        undo=undo if undo and undo.hidden["of"] == event.seq else None,
        correct_href=view.url("corrections.correct", seq=event.seq) if may_correct else None,
        question_href=_question_href(view, event, undone),
        question_asked=event.type in AFFAIRS,
    )


def _entered_by(view: View, event: Event) -> str:
    """Who made the event, and who had proposed it."""
    asked = view.history.event(event.data["proposal"]) if event.type == "amend" and "proposal" in event.data else None
    by = view.plain.marks.comma.join(filter(None, (_round(view, event), who(view, event.by))))
    return f"{by} · " + _("asked by %(who)s", who=who(view, asked.by)) if asked else by


def _round(view: View, event: Event) -> str:
    """The round an entry belongs to, where the table has had several."""
    played = view.history.find(event.seq) if event.type == "move" and view.scene.round > 1 else None
    return leading(view.round_name(played.round)) if played else ""


def _question_href(view: View, event: Event, undone: bool) -> str | None:
    """The question an event is about; for an entry of the newest round, where to ask one."""
    if event.type in AFFAIRS:
        return view.url("calls.question", seq=event.seq if event.type == CALL else event.data["of"])
    played = view.history.find(event.seq) if event.type == "move" and not undone else None
    return view.url("calls.ask", of=event.seq) if played and played.round == view.history.played[-1].round else None


