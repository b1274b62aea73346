"""Notifications: changes by other phones, shown once on each phone.

Corrections, undos and entries allowed against a rule are announced; plain entries are visible.
"""

from collections.abc import Collection, Sequence

from referee.event import Event
from referee.kernel.history import History

TOLD = ("amend", "retract")
MOST_TOLD = 20
"""The most notifications a phone gets; older changes are only in the log."""


def is_announced(event: Event) -> bool:
    """Whether an event is announced to every phone."""
    return event.type in TOLD or (event.type == "move" and bool(event.accept))


def unread_events(history: History, seen: int, made: Collection[int] = ()) -> tuple[Event, ...]:
    """The events to notify a phone of, oldest first: after ``seen``, not in ``made`` (its own).

    A change undone before the phone saw it is left out. At most the newest ``MOST_TOLD``.
    """
    newer = [event for event in history.events[seen:] if is_announced(event)]
    if not newer:
        return ()
    over = _undone(newer, made)
    told = [event for event in newer if event.seq not in made and event.seq not in over]
    return tuple(told[-MOST_TOLD:])


def move_of(events: Sequence[Event], of: int) -> int | None:
    """The number of the move that an event is, corrects or undoes; None if there is none."""
    while 0 < of <= len(events):
        event = events[of - 1]
        if event.type == "move":
            return of
        before = int(event.data.get("of", 0))
        if event.type not in TOLD or before >= of:
            return None
        of = before
    return None


def _undone(newer: Sequence[Event], made: Collection[int]) -> set[int]:
    """Undone events among the newer, and their undos unless this phone made the undone event."""
    over: set[int] = set()
    known = {event.seq for event in newer}
    for event in reversed(newer):
        target = (
            int(event.data.get("of", 0)) if event.type == "retract" and event.seq not in over else 0
        )
        if target in known:
            over |= {target} if target in made else {target, event.seq}
    return over
