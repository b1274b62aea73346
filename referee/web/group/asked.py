"""The group and the person that an address is about."""

from flask import abort

from referee.store.errors import StoreError
from referee.store.values import GroupRow, NewEvent, PersonRow
from referee.table_events.seats import SEAT
from referee.web.http import context
from referee.web.http.admission import admit_to_group


def found_group(link: str) -> tuple[GroupRow, bool]:
    """The group with this link, and whether this device is a member; 404."""
    try:
        found = context.store().group_by_link(link)
    except StoreError:
        abort(404)
    return found, admit_to_group(found)


def somebody(found: GroupRow, person: int) -> PersonRow:
    """A person of the group who is neither forgotten nor merged; else 404."""
    known = context.store().persons([person]).get(person)
    if known is None or known.id != person or known.group_id != found.id or not known.name:
        abort(404)
    return known


def told(change: str) -> NewEvent:
    """The event written to the log of each of the person's tables."""
    return NewEvent(SEAT, data={"change": change})
