"""The group's page: its tables, its people with what they won, its rulings, and the way to its next table.

Its link is a capability like those of a table. It lets a device watch the group's tables; starting the next one and names are for
those who were let in to enter at one of them, and so is the link itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from flask_babel import gettext as _

from referee.store import GroupRow, NameTaken, NewEvent, StoreError, TableRow
from referee.table_events.seats import SEAT
from referee.web.desk.kept_games import game_of, is_kept
from referee.web.http import context, rendering
from referee.web.http.admission import admit_to_group
from referee.web.http.page import Header, Page
from referee.web.http.parts import Actions, Form, Go
from referee.web.http.security import number
from referee.web.people.joining import let_in
from referee.web.people.naming import BadName, name_sentence, read_name
from referee.web.rulings.group_rulings import precedents_of, sentence
from referee.web.view.page_header import short_name
from referee.web.view.view import View

from .group_tables import ListedTable, PersonRow, record_rows, table_rows, unkept_row

groups = Blueprint("groups", __name__)


@dataclass(frozen=True)
class ListedRuling:
    """What the group holds to, and since when."""

    clause: str
    text: str
    when: str


@dataclass(frozen=True)
class GameRulings:
    """What the group holds to in a game."""

    game: str
    rows: Sequence[ListedRuling]


@dataclass(frozen=True, kw_only=True)
class GroupPage(Page):
    """Everything about a group; its link, names to be put right and the next table are for those who belong to it."""

    link: str
    tables: Sequence[ListedTable]
    people: Sequence[PersonRow]
    rulings: Sequence[GameRulings]
    form: Form | None
    actions: Actions
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
    newest = [*filter(is_kept, context.store().tables_of_group(_found(link)[0].id, MOST_TABLES))]
    if not newest:
        abort(404)
    let_in(newest[0], "watch")
    return redirect(url_for("start.games", again=newest[0].code), 303)


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
    rows = table_rows([view for view, _seated in views], lambda code: url_for("groups.watch", link=found.link, code=code))
    rows += [_unkept(found, table) for table in stored if not is_kept(table)]
    seated = {person for _view, seats in views for person in seats.values() if person is not None}
    people = [(person.id, person.name) for person in context.store().persons(sorted(seated))]
    next_table = Go(_("Start the next table"), url_for("groups.again", link=found.link))
    model = GroupPage(
        header=Header(title=_("Group"), back=url_for("home.home")),
        link=url_for("groups.group", link=found.link, _external=True) if belongs else "",
        tables=rows,
        people=[replace(row, error=error if row.id == wrong else "") for row in record_rows(people, views)],
        rulings=_rulings(found, [view for view, _seated in views]),
        form=Form(url_for("groups.rename", link=found.link)) if belongs else None,
        actions=Actions(go=next_table if belongs else None),
    )
    return rendering.page("start/group.html", model, status)


def _unkept(found: GroupRow, table: TableRow) -> ListedTable:
    names = (row.name for row in context.store().seats(table.id))
    return unkept_row(table, names, url_for("groups.watch", link=found.link, code=table.code))


def _views(tables: Iterable[TableRow]) -> list[tuple[View, dict[str, int | None]]]:
    """Tables as a watcher sees them, each with the person on every seat."""
    desk, store = context.desk(), context.store()
    seen = []
    for table in tables:
        seated = store.seats(table.id)
        view = View(table, desk.history(table), {row.seat: row.name for row in seated}, "watch")
        seen.append((view, {row.seat: row.person_id for row in seated}))
    return seen


def _rulings(found: GroupRow, views: list[View]) -> list[GameRulings]:
    """What the group holds to, game by game."""
    games = dict.fromkeys(view.table.game for view in views)
    kept = [(game, precedents_of(found.id, game)) for game in games]
    return [
        GameRulings(
            short_name(game), [ListedRuling(known.clause, sentence(game, known), rendering.day(known.at)) for known in held.values()]
        )
        for game, held in kept
        if held
    ]
