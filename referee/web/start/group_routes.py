"""The group's page: its tables, its people with what they won, its rulings, and the way to its next table.

Its link is a capability like those of a table. It lets a device watch the group's tables; starting the next one and names are for
those who were let in to enter at one of them, and so is the link itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from flask_babel import gettext as _

from referee.store.errors import NameTaken, StoreError
from referee.store.values import Grant, GroupRow, NewEvent, PersonRow, TableRow
from referee.table_events.seats import SEAT
from referee.web.desk.kept_games import game_of, is_kept
from referee.web.http import context, rendering
from referee.web.http.admission import admit_to_group
from referee.web.http.parts import Actions, Form, Go, Header, Page, Row
from referee.web.http.security import number
from referee.web.people.joining import let_in
from referee.web.people.naming import BadName, name_sentence, read_name
from referee.web.rulings.group_rulings import precedents_of
from referee.web.view.page_header import short_name
from referee.web.view.view import View

from .group_tables import Tally, records, table_row, unkept_row
from .next_table import onward

groups = Blueprint("groups", __name__)


@dataclass(frozen=True)
class ListedRuling:
    """What the group holds to, and since when."""

    clause: str
    text: str
    when: str


@dataclass(frozen=True, kw_only=True)
class GroupPage(Page):
    """Everything about a group; its link, names to be put right and the next table are for those who belong to it.

    ``rulings`` are by game; ``wrong`` is whoever was to be called what cannot be their name.
    """

    link: str
    tables: Sequence[Row]
    people: Sequence[tuple[PersonRow, Mapping[str, Tally]]]
    rulings: Mapping[str, Sequence[ListedRuling]]
    wrong: int
    error: str
MOST_TABLES = 60


@groups.get("/g/<link>")
def group(link: str) -> Any:
    """Everything about a group; only what a watcher may see of its tables."""
    return _page(*_found(link))


@groups.get("/g/<link>/t/<code>")
def watch(link: str, code: str) -> Any:
    """To one of the group's tables: a device that was not let in there yet may watch."""
    found, _belongs = _found(link)
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
    """Start the group's next table, with the people of the newest one to begin with."""
    return redirect(url_for("start.games", again=_newest(link).table.code), 303)


@groups.post("/g/<link>/again")
def play_again(link: str) -> Any:
    """Open the group's next table at once: the newest one's people, game and house rules, the deal passed on."""
    return onward(_newest(link))


def _newest(link: str) -> Grant:
    """The group's newest table, with what this device may do there: at least watch."""
    newest = [*filter(is_kept, context.store().tables_of_group(_found(link)[0].id, MOST_TABLES))]
    if not newest:
        abort(404)
    let_in(newest[0], "watch")
    found = context.find_table(newest[0].code)
    assert found is not None
    return found[1]


@groups.post("/g/<link>/people")
def rename(link: str) -> Any:
    """Call somebody of the group by another name, at all its tables."""
    found, belongs = _found(link)
    person = number(request.form, "person")
    try:
        name = read_name(request.form.get("name", ""))
        context.store().rename_person(found.id, person, name, NewEvent(SEAT, data={"change": "renamed"}), context.device() or "")
    except BadName as bad:
        return _page(found, belongs, person, name_sentence(bad), 422)
    except NameTaken:
        return _page(found, belongs, person, _("Somebody else here is called %(name)s already. Two people need two names.", name=name), 422)
    return redirect(url_for("groups.group", link=link), 303)


def _found(link: str) -> tuple[GroupRow, bool]:
    """The group with this link, and whether this device belongs to it."""
    try:
        found = context.store().group_by_link(link)
    except StoreError:
        abort(404)
    return found, admit_to_group(found)


def _page(found: GroupRow, belongs: bool, wrong: int = 0, error: str = "", status: int = 200) -> Any:
    stored = context.store().tables_of_group(found.id, MOST_TABLES)
    views = _views(filter(is_kept, stored))
    running_first = sorted((view for view, _seated in views), key=lambda view: view.over)
    rows = [table_row(view, url_for("groups.watch", link=found.link, code=view.table.code)) for view in running_first]
    for table in (table for table in stored if not is_kept(table)):
        names = (row.name for row in context.store().seats(table.id))
        rows.append(unkept_row(table, names, url_for("groups.watch", link=found.link, code=table.code)))
    did = records(views)
    next_table = Go(_("Start the next table"), url_for("groups.again", link=found.link))
    model = GroupPage(
        header=Header(title=_("Group"), back=url_for("home.home")),
        link=url_for("groups.group", link=found.link, _external=True) if belongs else "",
        tables=rows,
        people=[(person, did[person.id]) for person in context.store().persons(sorted(did))],
        rulings=_rulings(found, [view for view, _seated in views]),
        wrong=wrong,
        error=error,
        form=Form(url_for("groups.rename", link=found.link)) if belongs else None,
        actions=Actions(go=next_table if belongs else None),
    )
    return rendering.page("start/group.html", model, status)


def _views(tables: Iterable[TableRow]) -> list[tuple[View, dict[str, int | None]]]:
    """Tables as a watcher sees them, each with the person on every seat."""
    desk, store = context.desk(), context.store()
    seats = [(table, store.seats(table.id)) for table in tables]
    return [
        (
            View(table, desk.history(table), {row.seat: row.name for row in rows}, "watch", signs={row.seat: row.sign for row in rows}),
            {row.seat: row.person_id for row in rows},
        )
        for table, rows in seats
    ]


def _rulings(found: GroupRow, views: list[View]) -> dict[str, list[ListedRuling]]:
    return {
        short_name(game): [ListedRuling(known.clause, known.text, rendering.day(known.at)) for known in held.values()]
        for game in dict.fromkeys(view.table.game for view in views)
        if (held := precedents_of(found.id, game))
    }
