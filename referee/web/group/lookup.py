"""The group and the person that an address is about."""

from flask import abort

from referee.event import Event
from referee.service.seats import SEAT
from referee.store.errors import StoreError
from referee.store.values import GroupRow, PersonRow
from referee.web.http import context
from referee.web.http.authorize import admit_to_group


def found_group(link: str) -> tuple[GroupRow, bool]:
    """The group with this link, and whether this device is a member; 404."""
    try:
        found = context.store().group_by_link(link)
    except StoreError:
        abort(404)
    return found, admit_to_group(found)


def find_person(found: GroupRow, person: int) -> PersonRow:
    """A person of the group who is neither forgotten nor merged; else 404."""
    known = context.store().persons([person]).get(person)
    if known is None or known.id != person or known.group_id != found.id or not known.name:
        abort(404)
    return known


def event_by_device(change: str) -> tuple[Event, str]:
    """The event for the log of each of the person's tables, and the device that made it."""
    return Event(0, SEAT, data={"change": change}), context.device() or ""
