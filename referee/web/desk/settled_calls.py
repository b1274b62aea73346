"""What a change of an entry settles: the open calls about it."""

from __future__ import annotations

from referee.kernel.history import History
from referee.store import NewEvent
from referee.table_events.calls import SETTLED, open_calls


def settled_by(history: History, change: NewEvent) -> list[NewEvent]:
    """What settles the open calls about an entry that is put right, taken back or given up by this change.

    They are stored before it, so that the change itself stays the newest event and can be taken back in one tap.
    """
    target = history.event(int(change.data["of"]))
    first = int(target.data["of"]) if target and target.type == "amend" else int(change.data["of"])
    touched = {first, *change.data.get("drop", ())}
    return [
        NewEvent(SETTLED, data={"of": call.seq, "outcome": "corrected", "move": call.of}, by=change.by)
        for call in open_calls(history.table_events)
        if call.of in touched
    ]
