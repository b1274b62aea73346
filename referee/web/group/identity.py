"""Who somebody of a group is: one person under two names, told apart again, or forgotten."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import request, url_for

from referee.store.values import GroupRow, PersonRow
from referee.web.http import context
from referee.web.http.security import number

MOST_OFFERED = 200


@dataclass(frozen=True)
class Other:
    """Somebody else of the group, by number and name; ``href`` is where it is undone that they are
    the same.
    """

    id: int
    name: str
    href: str = ""


@dataclass(frozen=True)
class Identity:
    """Who else somebody may be, who they were found to be, where to send what is chosen; ``error``:
    why ``chosen`` cannot be.
    """

    merge: str
    forget: str
    others: Sequence[Other]
    merged: Sequence[Other]
    error: str = ""
    chosen: int = 0


def identity_of(group: GroupRow, known: PersonRow, error: str = "") -> Identity:
    """What can be put right about who somebody is."""
    store = context.store()
    return Identity(
        merge=url_for("identities.merge", link=group.link, person=known.id),
        forget=url_for("identities.forget", link=group.link, person=known.id),
        others=[
            Other(one.id, one.name)
            for one in store.people(group.id, MOST_OFFERED)
            if one.id != known.id
        ],
        merged=[
            Other(one.id, one.name, url_for("identities.part", link=group.link, person=one.id))
            for one in store.merged(known.id)
        ],
        error=error,
        chosen=number(request.form, "other"),
    )
