"""Notices: what changed at a table behind a phone's back, to be shown there once.

Corrections, undos and entries that were let stand are told; plain entries show by themselves.
"""

from collections.abc import Collection, Sequence

from referee.kernel.history import Event, History

TOLD = ("amend", "retract")
MOST_TOLD = 20
"""How many changes a phone is told of; what is older stands in the log alone."""


def is_announced(event: Event) -> bool:
    """Whether an event is of those that every phone is told of."""
    return event.type in TOLD or (event.type == "move" and bool(event.accept))


def unseen(history: History, seen: int, made: Collection[int] = ()) -> tuple[Event, ...]:
    """What a phone that has seen everything up to ``seen``, and made the events ``made`` itself, is
    still to be told; oldest first.

    What was taken back again before it was seen is not told. Of more than ``MOST_TOLD`` the newest
    are told.
    """
    newer = [event for event in history.events[seen:] if is_announced(event)]
    if not newer:
        return ()
    over = _taken_back(newer, made)
    told = [event for event in newer if event.seq not in made and event.seq not in over]
    return tuple(told[-MOST_TOLD:])


def move_of(events: Sequence[Event], of: int) -> int | None:
    """The move that an event is about: itself, the one it corrects, or the one whose undo it is;
    None if there is none.
    """
    while 0 < of <= len(events):
        event = events[of - 1]
        if event.type == "move":
            return of
        before = int(event.data.get("of", 0))
        if event.type not in TOLD or before >= of:
            return None
        of = before
    return None


def _taken_back(newer: Sequence[Event], made: Collection[int]) -> set[int]:
    """Events that came to nothing by a later one among the newer, and those later ones where the
    first was not known here.
    """
    over: set[int] = set()
    known = {event.seq for event in newer}
    for event in reversed(newer):
        target = (
            int(event.data.get("of", 0)) if event.type == "retract" and event.seq not in over else 0
        )
        if target in known:
            over |= {target} if target in made else {target, event.seq}
    return over
