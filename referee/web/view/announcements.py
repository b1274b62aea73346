"""The sentence for screen readers when scores change on an open page."""

from collections.abc import Sequence
from dataclasses import replace

from flask import request

from referee.event import Event
from referee.web.http import context
from referee.web.http.security import whole
from referee.web.http.words import gettext as _
from referee.words import plain_number

from .log_words import event_text, kind_label
from .score_changes import changed_cells
from .view import View

SHOWN = "Shown"  # The request header with the revision that the page shows


def score_told(view: View) -> str:
    """Return the entry and new scores since the page was drawn; empty without score changes.

    Silent before a reveal, and for events that the page announces itself.
    """
    since = whole(request.headers.get(SHOWN, ""), 0)
    if not 0 < since < view.history.revision or view.unrevealed:
        return ""
    newer = [
        event
        for event in view.history.events
        if event.seq > since and event.type in ("move", "amend", "retract")
    ]
    if not newer or any(event in view.unread_events for event in newer):
        return ""
    return _told(view, since, newer)


def _told(view: View, since: int, newer: Sequence[Event]) -> str:
    then = replace(view, history=context.service().earlier(view.table.id, view.history, since))
    before, numbers = _numbers(then), _numbers(view)
    cells = {seat for _round, seat in changed_cells(view, then.history, view.history)}
    changed = [seat for seat in view.heads if seat in cells or before[seat] != numbers[seat]]
    told = [
        _("%(name)s has %(total)s.", name=view.side_name(seat), total=plain_number(numbers[seat]))
        for seat in changed
    ]
    return (
        view.plain.in_a_row([*(_entered(view, event) for event in newer if len(newer) == 1), *told])
        if changed
        else ""
    )


def _numbers(view: View) -> dict[str, int]:
    return replace(view, so_far=True).totals | {
        seat: shown.value for seat, shown in view.scene.shown.items()
    }


def _entered(view: View, event: Event) -> str:
    text, label = event_text(view, event, view.hides(event)), kind_label(view, event)
    return (
        _("%(text)s: %(change)s", text=label, change=text) if label else text
    ) + view.plain.marks.stop
