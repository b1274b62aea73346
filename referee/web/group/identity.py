"""View models for correcting who a person is."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import request, url_for

from referee.store.values import GroupRow, PersonRow
from referee.web.http import context
from referee.web.http.security import number

MOST_OFFERED = 200


@dataclass(frozen=True)
class Identity:
    """The ways to merge, split or forget; ``error`` says why ``chosen`` was refused.

    ``merged`` are names, each with the address that undoes the merge.
    """

    merge: str
    forget: str
    others: Sequence[PersonRow]
    merged: Sequence[tuple[str, str]]
    error: str = ""
    chosen: int = 0


def identity_of(group: GroupRow, known: PersonRow, error: str = "") -> Identity:
    """The possible corrections of a person's identity."""
    store = context.store()
    return Identity(
        merge=url_for("identities.merge", link=group.link, person=known.id),
        forget=url_for("identities.forget", link=group.link, person=known.id),
        others=[one for one in store.people(group.id, MOST_OFFERED) if one.id != known.id],
        merged=[
            (one.name, url_for("identities.part", link=group.link, person=one.id))
            for one in store.merged(known.id)
        ],
        error=error,
        chosen=number(request.form, "other"),
    )
