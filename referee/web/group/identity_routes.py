"""Correct a person's identity: merge two people, split them again, or forget one."""

from typing import Any

from flask import Blueprint, abort, redirect, request, url_for

from referee.store.errors import NameTaken, PlayedTogether, Unknown
from referee.store.values import GroupRow
from referee.web.http import context
from referee.web.http.permissions import needs
from referee.web.http.security import number
from referee.web.http.words import gettext as _

from .lookup import event_by_device, find_person, found_group
from .person import person_page

identities = Blueprint("identities", __name__)


@identities.post("/g/<link>/p/<int:person>/merge")
@needs("member", outside=403)
def merge(link: str, person: int) -> Any:
    """Merge another person into this one; refused if they sat at one table together."""
    found, _belongs = found_group(link)
    known = find_person(found, person)
    other = number(request.form, "other")
    if not other:
        return _again(found, person, _("Choose who it is."))
    try:
        context.store().merge_people(found.id, other, person, *event_by_device("renamed"))
    except PlayedTogether:
        return _again(found, person, _("They played together, so they can’t be merged."))
    except NameTaken:
        error = _(
            "In one of their games, another player is also called %(name)s. Change one name first.",
            name=known.name,
        )
        return _again(found, person, error)
    except Unknown:
        abort(404)
    return redirect(url_for("groups.person", link=link, person=person), 303)


@identities.post("/g/<link>/p/<int:person>/part")
@needs("member", outside=403)
def part(link: str, person: int) -> Any:
    """Undo a merge: each person gets their tables and earlier name back."""
    found, _belongs = found_group(link)
    now = context.store().persons([person]).get(person)
    if now is None or now.group_id != found.id:
        abort(404)
    try:
        context.store().part_people(found.id, person, *event_by_device("renamed"))
    except NameTaken as taken:
        return _again(found, now.id, _("%(name)s is taken. Choose another name.", name=taken.name))
    except Unknown:
        # They were split already.
        return redirect(url_for("groups.person", link=link, person=now.id), 303)
    return redirect(url_for("groups.person", link=link, person=person), 303)


@identities.post("/g/<link>/p/<int:person>/forget")
@needs("member", outside=403)
def forget(link: str, person: int) -> Any:
    """Erase a person's name; other people's results stay."""
    found, _belongs = found_group(link)
    find_person(found, person)
    if request.form.get("sure") != "yes":
        return _again(found, person, _("Tick “I understand” first."))
    context.store().forget_person(found.id, person, *event_by_device("renamed"))
    return redirect(url_for("groups.group", link=link), 303)


def _again(found: GroupRow, person: int, error: str) -> Any:
    return person_page(found, person, belongs=True, unclear=error, status=422)
