"""Notices: what changed at a table behind a phone's back, to be shown there once.

Corrections, undos, entries that were let stand, proposals and their answers are told; plain entries show by themselves.
"""

from collections.abc import Collection, Sequence

from referee.kernel.history import Event, History

from .consent import DECLINED, PROPOSAL, open_proposals

TOLD = ("amend", "retract", PROPOSAL, DECLINED)
MOST_TOLD = 20
"""How many changes a phone is told of; what is older stands in the log alone."""


def is_announced(event: Event) -> bool:
    """Whether an event is of those that every phone is told of."""
    return event.type in TOLD or (event.type == "move" and bool(event.accept))


def unseen(history: History, seen: int, made: Collection[int] = ()) -> tuple[Event, ...]:
    """What a phone that has seen everything up to ``seen``, and made the events ``made`` itself, is still to be told; oldest first.

    What was taken back again before it was seen is not told, and a proposal only while it is open. Of more than ``MOST_TOLD``
    the newest are told.
    """
    newer = [event for event in history.events[seen:] if is_announced(event)]
    if not newer:
        return ()
    waiting = {proposal.seq for proposal in open_proposals(history)}
    over = _taken_back(newer, made)
    told = [
        event
        for event in newer
        if event.seq not in made and event.seq not in over and (event.type != PROPOSAL or event.seq in waiting)
    ]
    return tuple(told[-MOST_TOLD:])


def _taken_back(newer: Sequence[Event], made: Collection[int]) -> set[int]:
    """Events that came to nothing by a later one among the newer, and those later ones where the first was not known here."""
    over: set[int] = set()
    known = {event.seq for event in newer}
    for event in reversed(newer):
        target = int(event.data.get("of", 0)) if event.type == "retract" and event.seq not in over else 0
        if target in known:
            over |= {target} if target in made else {target, event.seq}
    return over
