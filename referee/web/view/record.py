"""The record of a table as everybody at it may have it: while entries are secret, without what lies face down."""

from typing import Any

from referee.kernel.concurrent import as_of
from referee.kernel.frozen import replace
from referee.kernel.history import Event, History
from referee.kernel.record import dump

from .view import View


def record_of(view: View) -> dict[str, Any]:
    """The table's record; while entries are secret it ends with the last round that was revealed."""
    return dump(public_history(view), view.names, {seat: str(sign) for seat, sign in view.signs.items()})


def public_history(view: View) -> History:
    """The history up to the newest reveal; an entry that was taken back before it stands there without what it answered."""
    if not view.secret:
        return view.history
    watcher, end = replace(view, seat=None), _end(view)
    while True:
        part = as_of(view.history, end) if end < view.history.revision else view.history
        hidden = [event for event in part.events if watcher.hides(event)]
        standing = next((event.seq for event in hidden if part.find(_entry(event))), None)
        if standing is None:
            sealed = {event.seq: _sealed(event) for event in hidden}
            return replace(part, events=tuple(sealed.get(event.seq, event) for event in part.events))
        end = standing - 1


def _end(view: View) -> int:
    """The number of the last event before the first that lies face down."""
    if view.result is not None:
        return view.history.revision
    watcher, end = replace(view, seat=None), view.sight.revealed
    for event in view.history.events[end:]:
        if watcher.hides(event):
            break
        end = event.seq
    return end


def _entry(event: Event) -> int:
    return int(event.data["of"]) if event.type == "amend" else event.seq


def _sealed(event: Event) -> Event:
    """What the log shows of an entry that nobody else saw: whose it was, when, and what it was about."""
    data = {**event.data, "entry": {}} if event.type == "amend" else {}
    return replace(event, kind="", data=data, accept=())
