"""Group routes: its page, people, tables to watch, and the next table.

The link is a capability to watch. Only members, let in to enter at one of the tables, see the link,
change names and start tables.
"""

from typing import Any

from flask import Blueprint, Response, abort, redirect, request, stream_with_context, url_for

from referee.exchange.export_group import group_file
from referee.store.errors import NameTaken, StoreError, Unstorable
from referee.store.symbols import read_sign
from referee.store.values import Grant
from referee.web.http import context, rendering
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.people.joining import let_in
from referee.web.people.naming import MAX_TYPED, BadName, name_sentence, read_name, tidy
from referee.web.start.rematch import redirect_to_next
from referee.web.view.access import view_of, watched
from referee.web.view.record import record_and_people

from .lookup import event_by_device, find_person, found_group
from .page import group_page
from .person import person_page

groups = Blueprint("groups", __name__)
# Tables searched for the newest one whose game still exists.
LOOKED_THROUGH = 100


@groups.get("/g/<link>")
@needs("link", cases={"group": "member"}, away=403)
def group(link: str) -> Any:
    """The group's page; of its tables it shows what a watcher may see."""
    found, belongs = found_group(link)
    return rendering.page(
        "group/page.html", group_page(found, belongs, request.args.get("evening", ""))
    )


@groups.get("/g/<link>/group.json")
@needs("member", outside=403)
def as_file(link: str) -> Response:
    """Download the whole group, as a backup or for another server."""
    found, _belongs = found_group(link)
    store = context.store()
    tables = (
        record_and_people(watched(table))
        for table in reversed(store.tables_of_group(found.id))
        if context.is_kept(table)
    )
    text = group_file(found, store.everybody(found.id), tables)
    response = Response(stream_with_context(text), mimetype="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="group.json"'
    return response


@groups.post("/g/<link>/name")
@needs("member", outside=403)
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
@needs("link", cases={"group": "member"}, away=403)
def person(link: str, person: int) -> Any:
    """A person's page; 404 if at none of the newest tables, 303 if merged into another."""
    found, belongs = found_group(link)
    now = context.store().persons([person]).get(person)
    if now and now.id != person and now.group_id == found.id:
        return redirect(url_for("groups.person", link=link, person=now.id), 303)
    return person_page(found, person, belongs)


@groups.post("/g/<link>/p/<int:person>")
@needs("member", outside=403)
def change_person(link: str, person: int) -> Any:
    """Change a person's name or symbol at all tables; 422 with the reason."""
    found, belongs = found_group(link)
    known = find_person(found, person)
    typed = request.form.get("name", known.name)
    try:
        shape = request.form.get("shape", known.sign.shape)
        sign = read_sign(f"{shape}-{request.form.get('ink', known.sign.ink)}")
        name = read_name(typed)
        if name != known.name:
            context.store().rename_person(found.id, person, name, *event_by_device("renamed"))
    except Unstorable:
        abort(422)
    except BadName as bad:
        return person_page(
            found, person, belongs, typed[:MAX_TYPED], name_sentence(bad), status=422
        )
    except NameTaken:
        error = _("%(name)s is taken. Choose another name.", name=name)
        return person_page(found, person, belongs, typed[:MAX_TYPED], error, status=422)
    if sign != known.sign:
        context.store().change_sign(found.id, person, sign, *event_by_device("signed"))
    return redirect(url_for("groups.person", link=link, person=person), 303)


@groups.get("/g/<link>/t/<code>")
@needs("link", away=403)
def watch(link: str, code: str) -> Any:
    """Go to one of the group's tables; a device not yet let in there may watch."""
    found, _belongs = found_group(link)
    try:
        table = context.store().table_by_code(code)
    except StoreError:
        abort(404)
    if table.group_id != found.id:
        abort(404)
    context.find_game(table.game)
    let_in(table, "watch")
    return redirect(url_for("tables.table", code=table.code), 303)


@groups.get("/g/<link>/again")
@needs("member", outside=403)
def again(link: str) -> Any:
    """Start the next table, prefilled with the newest one's people."""
    return redirect(url_for("start.games", again=_newest(link).table.code), 303)


@groups.post("/g/<link>/again")
@needs("member", outside=403)
def play_again(link: str) -> Any:
    """Open the next table like the newest, deal passed on; 303 to the newest while it runs."""
    newest = _newest(link)
    if not view_of(newest.table, newest).over:
        return redirect(url_for("tables.table", code=newest.table.code), 303)
    return redirect_to_next(newest)


def _newest(link: str) -> Grant:
    """The group's newest table, with this device's rights: at least watch."""
    tables = context.store().tables_of_group(found_group(link)[0].id, LOOKED_THROUGH)
    newest = [*filter(context.is_kept, tables)]
    if not newest:
        abort(404)
    let_in(newest[0], "watch")
    found = context.find_table(newest[0].code)
    assert found is not None
    return found[1]
