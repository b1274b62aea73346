"""Group routes: its page, people, tables to watch, and the next table.

The link is a capability to watch. Only members, let in to enter at one of the tables, see the link,
change names and start tables.
"""

from typing import Any

from flask import Blueprint, Response, abort, redirect, request, stream_with_context, url_for

from referee.store.errors import NameTaken, StoreError, Unstorable
from referee.store.signs import read_sign
from referee.store.values import Grant, GroupRow
from referee.web.desk.kept_games import game_of, is_kept
from referee.web.http import context, rendering
from referee.web.http.words import gettext as _
from referee.web.people.joining import let_in
from referee.web.people.naming import MAX_TYPED, BadName, name_sentence, read_name, tidy
from referee.web.start.next_table import onward
from referee.web.view.access import view_of

from .asked import found_group, somebody, told
from .group_file import group_file
from .page import group_page
from .person import person_page

groups = Blueprint("groups", __name__)
# Tables searched for the newest one whose game still exists.
LOOKED_THROUGH = 100


@groups.get("/g/<link>")
def group(link: str) -> Any:
    """The group's page; of its tables it shows what a watcher may see."""
    found, belongs = found_group(link)
    return rendering.page(
        "group/page.html", group_page(found, belongs, request.args.get("evening", ""))
    )


@groups.get("/g/<link>/group.json")
def as_file(link: str) -> Response:
    """Download the whole group, as a backup or for another server."""
    found, _belongs = found_group(link)
    response = Response(stream_with_context(group_file(found)), mimetype="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="group.json"'
    return response


@groups.post("/g/<link>/name")
def rename(link: str) -> Any:
    """Rename the group; an empty name removes it. 422 with the reason."""
    found, belongs = found_group(link)
    typed = request.form.get("name", "")
    try:
        context.store().rename_group(found.id, read_name(typed) if tidy(typed) else "")
    except BadName as bad:
        page = group_page(found, belongs, name=typed[:MAX_TYPED], error=name_sentence(bad))
        return rendering.page("group/page.html", page, 422)
    return redirect(url_for("groups.group", link=link), 303)


@groups.get("/g/<link>/p/<int:person>")
def person(link: str, person: int) -> Any:
    """A person's page; 404 if at none of the newest tables, 303 if merged into another."""
    found, belongs = found_group(link)
    now = context.store().persons([person]).get(person)
    if now and now.id != person and now.group_id == found.id:
        return redirect(url_for("groups.person", link=link, person=now.id), 303)
    page = person_page(found, person, belongs)
    if page is None:
        abort(404)
    return rendering.page("group/person.html", page)


@groups.post("/g/<link>/p/<int:person>")
def change_person(link: str, person: int) -> Any:
    """Change a person's name or symbol at all tables; 422 with the reason."""
    found, belongs = found_group(link)
    known = somebody(found, person)
    typed = request.form.get("name", known.name)
    try:
        shape = request.form.get("shape", known.sign.shape)
        sign = read_sign(f"{shape}-{request.form.get('ink', known.sign.ink)}")
        name = read_name(typed)
        if name != known.name:
            context.store().rename_person(
                found.id, person, name, told("renamed"), context.device() or ""
            )
    except Unstorable:
        abort(422)
    except BadName as bad:
        return _person_again(found, person, belongs, typed, name_sentence(bad))
    except NameTaken:
        error = _("%(name)s is taken. Choose another name.", name=name)
        return _person_again(found, person, belongs, typed, error)
    if sign != known.sign:
        context.store().change_sign(found.id, person, sign, told("signed"), context.device() or "")
    return redirect(url_for("groups.person", link=link, person=person), 303)


def _person_again(found: GroupRow, person: int, belongs: bool, typed: str, error: str) -> Any:
    page = person_page(found, person, belongs, typed[:MAX_TYPED], error)
    if page is None:
        abort(404)
    return rendering.page("group/person.html", page, 422)


@groups.get("/g/<link>/t/<code>")
def watch(link: str, code: str) -> Any:
    """Go to one of the group's tables; a device not yet let in there may watch."""
    found, _belongs = found_group(link)
    try:
        table = context.store().table_by_code(code)
    except StoreError:
        abort(404)
    if table.group_id != found.id:
        abort(404)
    game_of(table)
    let_in(table, "watch")
    return redirect(url_for("tables.table", code=table.code), 303)


@groups.get("/g/<link>/again")
def again(link: str) -> Any:
    """Start the next table, prefilled with the newest one's people."""
    return redirect(url_for("start.games", again=_newest(link).table.code), 303)


@groups.post("/g/<link>/again")
def play_again(link: str) -> Any:
    """Open the next table like the newest, deal passed on; 303 to the newest while it runs."""
    newest = _newest(link)
    if not view_of(newest.table, newest).over:
        return redirect(url_for("tables.table", code=newest.table.code), 303)
    return onward(newest)


def _newest(link: str) -> Grant:
    """The group's newest table, with this device's rights: at least watch."""
    newest = [
        *filter(is_kept, context.store().tables_of_group(found_group(link)[0].id, LOOKED_THROUGH))
    ]
    if not newest:
        abort(404)
    let_in(newest[0], "watch")
    found = context.find_table(newest[0].code)
    assert found is not None
    return found[1]
