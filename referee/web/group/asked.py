"""The group that an address is about, and somebody of it."""

from flask import abort

from referee.store.errors import StoreError
from referee.store.values import GroupRow, NewEvent, PersonRow
from referee.table_events.seats import SEAT
from referee.web.http import context
from referee.web.http.admission import admit_to_group


def found_group(link: str) -> tuple[GroupRow, bool]:
    """The group with this link, and whether this device belongs to it; 404."""
    try:
        found = context.store().group_by_link(link)
    except StoreError:
        abort(404)
    return found, admit_to_group(found)


def somebody(found: GroupRow, person: int) -> PersonRow:
    """Somebody of the group who has a name; 404."""
    known = context.store().persons([person]).get(person)
    if known is None or known.id != person or known.group_id != found.id or not known.name:
        abort(404)
    return known


def told(change: str) -> NewEvent:
    """What the log of every table of somebody's is told."""
    return NewEvent(SEAT, data={"change": change})
