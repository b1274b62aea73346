"""Records and plays brought in: tables and results from elsewhere, each refusal told with its place, and nothing changed that is here."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request, url_for

from referee.games import GAMES
from referee.report import failure
from referee.store.values import GroupRow, NewRecord
from referee.web.desk.group_file import is_group
from referee.web.desk.plays import is_plays, taken_and_refused
from referee.web.desk.taking_in import NotTaken, Taken, each_record, read_record, stored
from referee.web.http import context, rendering
from referee.web.http.errors import Fault, message
from referee.web.http.limits import may_open_table
from referee.web.http.parts import Actions, Form, Go, Header, Page
from referee.web.http.words import gettext as _
from referee.web.people.joining import let_in
from referee.web.view.page_header import short_name
from referee.words import MARKS, Speaker

from .asked import found_group

imports = Blueprint("imports", __name__)
MOST_TOLD, MOST_PLACES = 20, 5
"""So many reasons against plays are told, each with so many places."""


@dataclass(frozen=True)
class Brought:
    """What became of a file: where its table is, if this phone may see it, or what is wrong with it, where, and by which rules."""

    file: str
    text: str
    href: str = ""
    wrong: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class ImportPage(Page):
    """The form for files, and what became of those that were sent; ``into`` is the group they join, if one."""

    into: str
    brought: Sequence[Brought]


@imports.get("/import")
def choose() -> Any:
    """The form for records of tables, each in a group of its own."""
    return _page(None, ())


@imports.post("/import")
def take() -> Any:
    """Every record that is sound, as a table of its own, of which this phone is the host."""
    return _taken(None)


@imports.get("/g/<link>/import")
def choose_for_group(link: str) -> Any:
    """The form for records of tables of this group."""
    return _page(found_group(link)[0], ())


@imports.post("/g/<link>/import")
def take_for_group(link: str) -> Any:
    """Every record that is sound, as a table of this group, whose people are known by their names; every sound play as a result."""
    return _taken(found_group(link)[0])


def _taken(group: GroupRow | None) -> Any:
    files = [file for file in request.files.getlist("files") if file.filename]
    brought = [one for file in files for one in _of_file(group, str(file.filename), file.read())]
    brought = brought or [Brought("", _("Choose a file first."), wrong=[""])]
    return _page(group, brought, 422 if any(one.wrong for one in brought) else 200)


def _of_file(group: GroupRow | None, file: str, content: bytes) -> list[Brought]:
    """One file, of one record or a list of them."""
    try:
        told = json.loads(content)
    except (ValueError, RecursionError):
        return [Brought(file, _("Not brought in."), wrong=[_("This is no record: it cannot be read as JSON.")])]
    if is_plays(told):
        return _plays(group, file, told)
    return [_one(group, f"{file} {where}".strip(), where, record) for where, record in each_record(told)]


def _plays(group: GroupRow | None, file: str, told: Mapping[str, Any]) -> list[Brought]:
    """A file of plays: how many of them are results of the group by now, and what is wrong with the others."""
    if group is None:
        belong = _("Results from BG Stats belong to a group. Open the page of the group and bring them in there.")
        return [Brought(file, _("Not brought in."), wrong=[belong])]
    try:
        results, refused = taken_and_refused(told)
        if results:
            may_open_table()
        new = context.store().take_in_results(group.id, results)
    except NotTaken as bad:
        return [Brought(file, _("Not brought in. At %(place)s:", place=bad.pointer), wrong=_wrong({}, bad))]
    except Fault as bad:
        return [Brought(file, _("Not brought in."), wrong=[message(bad.problem)])]
    here = [_("Here already: %(n)s.", n=len(results) - new)] if new < len(results) else []
    text = MARKS[context.language()].gap.join([_("Results brought in: %(n)s.", n=new), *here])
    return [*([Brought(file, text)] if results else ()), *_refused(file, refused)]


def _refused(file: str, refused: Sequence[NotTaken]) -> Iterator[Brought]:
    """What is wrong with plays, each kind once with the first places of it."""
    places: dict[str, list[str]] = {}
    for bad in refused:
        places.setdefault(_wrong({}, bad)[0], []).append(bad.pointer)
    for sentence, found in [*places.items()][:MOST_TOLD]:
        first = MARKS[context.language()].between.join(found[:MOST_PLACES])
        more = len(found) - MOST_PLACES
        place = _("%(names)s and %(n)s more", names=first, n=more) if more > 0 else first
        yield Brought(file, _("Not brought in. At %(place)s:", place=place), wrong=[sentence])
    if len(places) > MOST_TOLD:
        rest = sum(len(found) for found in [*places.values()][MOST_TOLD:])
        yield Brought(file, _("Not brought in."), wrong=[_("For other reasons: %(n)s more.", n=rest)])


def _one(group: GroupRow | None, file: str, where: str, record: object) -> Brought:
    """One record: its table, or what is wrong with it."""
    if is_group(record):
        # Its tables would join a group here, which is for its members and for whoever runs the server.
        told = _("This is a whole group. Whoever runs the server takes it in by the command referee import.")
        return Brought(file, _("Not brought in."), wrong=[told])
    try:
        new = read_record(record, GAMES)
        may_open_table()
        store = context.store()
        taken = stored(store, new, group.id, _members(group, new)) if group else stored(store, new)
    except NotTaken as bad:
        return Brought(file, _("Not brought in. At %(place)s:", place=where + bad.pointer or "/"), wrong=_wrong(record, bad))
    except Fault as bad:
        # What came before it was brought in, and is told all the same.
        return Brought(file, _("Not brought in."), wrong=[message(bad.problem)])
    if taken.new:
        let_in(taken.table, "host")
    # A table that was here already is shown to whoever is at it alone.
    seen = taken.new or context.find_table(taken.table.code)
    return Brought(file, _told(taken), url_for("tables.table", code=taken.table.code) if seen else "")


def _members(group: GroupRow, record: NewRecord) -> list[int | None]:
    """Everybody of a record by their id in the group: whoever has the very name there, each once; None for somebody new."""
    known: dict[str, list[int]] = {}
    for person in context.store().everybody(group.id):
        known.setdefault(person.name, []).append(person.id)
    return [known[name].pop(0) if known.get(name) else None for name, _sign in record.people]


def _wrong(record: object, bad: NotTaken) -> list[str]:
    """What is wrong, in the words of the game it is of."""
    game = str(record.get("game")) if isinstance(record, Mapping) else ""
    told = failure(Speaker(context.language(), game if game in GAMES else "kernel", {}), bad.code, bad.params, bad.rulings)["error"]
    return [told["sentence"], *(f"{ruling['sentence']} {ruling['clause']}".strip() for ruling in told["rulings"])]


def _told(taken: Taken) -> str:
    if taken.new:
        return _("%(game)s, brought in.", game=short_name(taken.table.game))
    if taken.more:
        return _("This table is here already, with fewer entries: the file has %(n)s more. It was left as it is.", n=taken.more)
    return _("This table is here already, with no fewer entries than the file. It was left as it is.")


def _page(group: GroupRow | None, brought: Sequence[Brought], status: int = 200) -> Any:
    back = url_for("groups.group", link=group.link) if group else url_for("home.home")
    action = url_for("imports.take_for_group", link=group.link) if group else url_for("imports.take")
    model = ImportPage(
        header=Header(_("Bring in a table"), back),
        into=(group.name or _("this group")) if group else "",
        brought=brought,
        form=Form(action),
        actions=Actions(go=Go(_("Bring in"), form="bring")),
    )
    return rendering.page("group/import.html", model, status)
