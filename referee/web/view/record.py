"""A table's exported record, without hidden entries while entries are secret."""

from dataclasses import replace
from typing import Any

from referee.event import Event
from referee.exchange.export_record import Recorded, recorded
from referee.kernel.concurrent import as_of
from referee.kernel.history import History
from referee.web.http import context

from .view import View


def record_of(view: View) -> dict[str, Any]:
    """Return a table's record; with secret entries it ends at the last reveal."""
    return record_and_people(view)[0]


def whole_record(view: View) -> dict[str, Any]:
    """Return a table's record with all hidden entries, for the one who moves it to a server."""
    return recorded(context.store(), view.table, view.history, view.names, view.signs)[0]


def record_and_people(view: View) -> Recorded:
    """Return a table's record and its people; None for an unknown person."""
    return recorded(context.store(), view.table, public_history(view), view.names, view.signs)


def public_history(view: View) -> History:
    """Return the history up to the last reveal; entries undone before it have no answer."""
    if not view.secret:
        return view.history
    watcher, end = view.watched, _end(view)
    while True:
        part = as_of(view.history, end) if end < view.history.revision else view.history
        hidden = [event for event in part.events if watcher.hides(event)]
        shown = next((event.seq for event in hidden if part.find(_entry(event))), None)
        if shown is None:
            sealed = {event.seq: _sealed(event) for event in hidden}
            return replace(
                part, events=tuple(sealed.get(event.seq, event) for event in part.events)
            )
        end = shown - 1


def _end(view: View) -> int:
    if view.result is not None:
        return view.history.revision
    watcher, end = view.watched, view.sight.revealed
    for event in view.history.events[end:]:
        if watcher.hides(event):
            break
        end = event.seq
    return end


def _entry(event: Event) -> int:
    return int(event.data["of"]) if event.type == "amend" else event.seq


def _sealed(event: Event) -> Event:
    """An undone hidden entry without its content: only seat, time and reference."""
    data = {**event.data, "entry": {}} if event.type == "amend" else {}
    return replace(event, kind="", data=data, accept=())
