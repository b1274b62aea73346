"""Changes: what other phones changed, shown once on each phone, and the log of it all."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import Blueprint, redirect, request

from referee.kernel.history import Event, standing, taken_back
from referee.table_events.calls import CALL, RULING, ruling_point
from referee.table_events.former import is_former
from referee.web.http import context, rendering
from referee.web.http.parts import Actions, Go, Page, Sentence
from referee.web.http.security import number
from referee.web.http.words import gettext as _
from referee.web.view.access import open_view
from referee.web.view.log_words import AFFAIRS, clock, corrected_card, event_text, kind_label, points_made, reason_text, who
from referee.web.view.page_header import UndoButton, page_header, undo_button
from referee.web.view.view import View, capitalized
from referee.words import line_sentence

from .notices import Notices, TableChange, change_of, notices

changes_pages = Blueprint("changes", __name__)
log_pages = Blueprint("log", __name__)
PER_PAGE = 60


@changes_pages.get("/t/<code>/changes")
def changes(code: str) -> Any:
    """Everything that this phone is still to be told, with before and after."""
    _table, view = open_view()
    model = NoticesPage(
        header=page_header(view, _("What changed"), view.url("tables.table")),
        view=view,
        notices=notices(view),
        actions=Actions(go=Go(_("Back to the table"), view.url("tables.table"), "quiet")),
    )
    return rendering.page("changes/page.html", model)


@changes_pages.post("/t/<code>/seen")
def see(code: str) -> Any:
    """Put away what was shown, on this phone alone."""
    table, view = open_view()
    upto = min(number(request.form, "upto"), view.history.revision)
    if device := context.device():
        context.store().mark_seen(device, table.id, upto)
    return redirect(context.local_path(request.form.get("back", "")), 303)


@dataclass(frozen=True, kw_only=True)
class NoticesPage(Page):
    """Everything that other phones changed."""

    notices: Notices | None
    actions: Actions


# The log


@dataclass(frozen=True)
class LogRow:
    """One event: what it was, by whom and when, and what can be done about it.

    ``name`` is what it was without the ``points`` it made, ``reasons`` are their sum and ``change`` is what a correction changed.
    """

    seq: int
    at: str
    at_iso: str
    kind_label: str | None
    what: str
    name: str
    points: int | None
    reasons: Sequence[Sentence]
    change: TableChange | None
    who: str
    detail: str
    clause: str
    cards: list[str]
    undone: bool
    undo: UndoButton | None
    correct_href: str | None
    question_href: str | None
    question_asked: bool


@dataclass(frozen=True, kw_only=True)
class LogPage(Page):
    """Events of the table, and where the newer and older ones are."""

    events: Sequence[LogRow]
    older: str | None
    newer: str | None


@log_pages.get("/t/<code>/log")
def events(code: str) -> Any:
    """Every event of the table, newest first."""
    _table, view = open_view()
    start, end = number(request.args, "from"), len(_told(view))
    older = view.url("log.events", **{"from": start + PER_PAGE}) if end > start + PER_PAGE else None
    newer = view.url("log.events", **{"from": max(0, start - PER_PAGE)}) if start else None
    header = page_header(view, _("Log"), view.url("tables.table"))
    model = LogPage(header=header, view=view, events=log_rows(view, start, PER_PAGE), older=older, newer=newer)
    return rendering.page("changes/log.html", model)


def _told(view: View) -> list[Event]:
    """The events that the log tells of, oldest first."""
    return [event for event in view.history.events if not is_former(event)]


def log_rows(view: View, start: int, most: int) -> list[LogRow]:
    """So many events, newest first, after the ``start`` newest; what was taken back is struck, not removed."""
    stand = {event.seq for event, _changed in standing(view.history.events)}
    retracted = taken_back(view.history.events)
    undo = undo_button(view)
    shown = _told(view)[::-1][start : start + most]
    # A past is made of the one before it, so the oldest is asked for first.
    changes = {event.seq: change_of(view, event) for event in shown[::-1] if event.type == "amend" and not view.hides(event)}
    return [_row(view, event, stand, retracted, undo, changes.get(event.seq)) for event in shown]


def _row(
    view: View, event: Event, stand: set[int], retracted: set[int], undo: UndoButton | None, change: TableChange | None
) -> LogRow:
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
        name=event_text(view, event, hides, points=False),
        points=None if hides else points_made(view, event),
        reasons=[] if hides or change else _reasons(view, event),
        change=change,
        who=_entered_by(view, event),
        detail=_detail(view, event, hides),
        clause=ruling_point(event.data)[0] if event.type == RULING else "",
        cards=[card for card in listed if card in view.scene.deck.counts],
        undone=undone,
        undo=undo if undo and undo.hidden["of"] == event.seq else None,
        correct_href=view.url("corrections.correct", seq=event.seq) if may_correct else None,
        question_href=_question_href(view, event, undone),
        question_asked=event.type in AFFAIRS,
    )


def _reasons(view: View, event: Event) -> list[Sentence]:
    """What the points are made of, and by which rules."""
    played = view.history.changed_by(event.seq) if points_made(view, event) is not None else None
    lines = view.sight.scored[played.round, event.seat or ""] if played else []
    return [Sentence(line_sentence(view.speaker, line), line.clause) for line in lines]


def _entered_by(view: View, event: Event) -> str:
    """The round an entry belongs to, where the table has had several, and who made the event."""
    played = view.history.find(event.seq) if event.type == "move" and view.scene.round > 1 else None
    round_ = capitalized(view.round_name(played.round)) if played else ""
    return view.plain.marks.comma.join(filter(None, (round_, who(view, event.by))))


def _detail(view: View, event: Event, hides: bool) -> str:
    """Which card a correction was about, and why it was made."""
    card = "" if hides else corrected_card(view, event)
    return view.plain.in_a_row([card and card + view.plain.marks.stop, reason_text(event.reason)])


def _question_href(view: View, event: Event, undone: bool) -> str | None:
    """The question an event is about; for an entry of the newest round, where to ask one."""
    if event.type in AFFAIRS:
        return view.url("calls.question", seq=event.seq if event.type == CALL else event.data["of"])
    played = view.history.find(event.seq) if event.type == "move" and not undone else None
    return view.url("calls.ask", of=event.seq) if played and played.round == view.history.played[-1].round else None
