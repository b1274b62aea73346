"""Import records of tables: a refusal names its place, and existing tables never change."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, request, url_for

from referee.exchange.import_group import is_group
from referee.exchange.import_record import (
    ImportedTable,
    ImportRefused,
    each_record,
    read_record,
    stored,
)
from referee.games import GAMES
from referee.kernel.strict_json import NotJson, read_json
from referee.report import failure
from referee.store.errors import Unknown
from referee.store.values import GroupRow, NewRecord
from referee.web.http import context, rendering
from referee.web.http.errors import Fault, error_sentence
from referee.web.http.limits import may_open_table, may_read_record
from referee.web.http.parts import Actions, Form, Go, Header, Page
from referee.web.http.permissions import needs
from referee.web.http.words import gettext as _
from referee.web.people.joining import let_in
from referee.web.view.page_header import short_name
from referee.words import Translator

from .lookup import found_group

imports = Blueprint("imports", __name__)
UNREADABLE = object()
# Records of one upload that are read and reported.
MOST_READ = 100
# Characters of a file name or place, and reasons per record, so that the page stays small.
MOST_NAMED, MOST_WRONG = 120, 10


@dataclass(frozen=True)
class ImportResult:
    """A record's result: its table, if visible, or what is ``wrong``; ``limited``: try later."""

    file: str
    text: str
    href: str = ""
    wrong: Sequence[str] = ()
    limited: bool = False


@dataclass(frozen=True, kw_only=True)
class ImportPage(Page):
    """The upload form and the results; ``into`` is the group's name, if any."""

    into: str
    brought: Sequence[ImportResult]


@imports.get("/import")
@needs("anyone")
def choose() -> Any:
    """The form for records of tables, each imported into a group of its own."""
    return _page(None, ())


@imports.post("/import")
@needs("anyone")
def take() -> Any:
    """Import every valid record as a table with this phone as host."""
    return _taken(None)


@imports.get("/g/<link>/import")
@needs("member", outside=403)
def choose_for_group(link: str) -> Any:
    """The form for records of this group's tables."""
    return _page(found_group(link)[0], ())


@imports.post("/g/<link>/import")
@needs("member", outside=403)
def take_for_group(link: str) -> Any:
    """Import every valid record into this group; people are matched by name."""
    return _taken(found_group(link)[0])


def _taken(group: GroupRow | None) -> Any:
    files = [file for file in request.files.getlist("files") if file.filename]
    records = [
        one for file in files for one in _records(str(file.filename)[:MOST_NAMED], file.read())
    ]
    brought = [*_each(group, records[:MOST_READ])] or [
        ImportResult("", _("Choose a file first."), wrong=[""])
    ]
    if left := records[MOST_READ:]:
        most = _(
            "Import at most %(n)s games at once. %(m)s more were not read.",
            n=MOST_READ,
            m=len(left),
        )
        brought.append(ImportResult("", _("Not imported."), wrong=[most]))
    wrong = [one for one in brought if one.wrong]
    return _page(
        group, brought, 429 if any(one.limited for one in wrong) else 422 if wrong else 200
    )


def _records(file: str, content: bytes) -> list[tuple[str, str, object]]:
    """Split a file into (label, place, record); UNREADABLE stands for invalid JSON."""
    try:
        return [
            (f"{file} {where}".strip(), where, record)
            for where, record in each_record(read_json(content))
        ]
    except NotJson:
        return [(file, "", UNREADABLE)]


def _each(
    group: GroupRow | None, records: Sequence[tuple[str, str, object]]
) -> Iterator[ImportResult]:
    """Import the records one by one; a Fault, like the rate limit, ends it."""
    for file, where, record in records:
        try:
            may_read_record()
            yield _one(group, file, where, record)
        except Fault as bad:
            # Earlier records were imported, and are still reported.
            yield ImportResult(
                file,
                _("Not imported."),
                wrong=[error_sentence(bad.problem)],
                limited=bad.problem.status == 429,
            )
            return


def _one(group: GroupRow | None, file: str, where: str, record: object) -> ImportResult:
    if record is UNREADABLE:
        return ImportResult(file, _("Not imported."), wrong=[_("Not a game file (invalid JSON).")])
    if is_group(record):
        # Importing a group adds tables to a group here: only its members or the operator may.
        told = _(
            "This file is a whole group. The person running the server can use “referee import”."
        )
        return ImportResult(file, _("Not imported."), wrong=[told])
    try:
        new = read_record(record, GAMES)
        may_open_table()
        store = context.store()
        taken = (
            stored(store, new, group.id, _members(group, new), _hosted(new))
            if group
            else stored(store, new, returns=_hosted(new))
        )
    except ImportRefused as bad:
        place = (where + bad.pointer)[:MOST_NAMED] or "/"
        return ImportResult(
            file,
            _("Not imported. Problem at %(place)s:", place=place),
            wrong=_wrong(record, bad)[:MOST_WRONG],
        )
    if taken.new:
        let_in(taken.table, "host")
    # A table that was here already is linked only for phones at it.
    seen = taken.new or context.find_table(taken.table.code)
    return ImportResult(
        file, _told(taken), url_for("tables.table", code=taken.table.code) if seen else ""
    )


def _hosted(record: NewRecord) -> bool:
    """Whether this device is host of the game here; one that was moved away may then come back."""
    try:
        table = context.store().table_by_uid(record.uid)
    except Unknown:
        return False
    found = context.find_table(table.code)
    return found is not None and found[1].role == "host"


def _members(group: GroupRow, record: NewRecord) -> list[int | None]:
    """Match people to the group's by exact name, each once; None for a new person."""
    known: dict[str, list[int]] = {}
    for person in context.store().everybody(group.id):
        known.setdefault(person.name, []).append(person.id)
    return [known[name].pop(0) if known.get(name) else None for name, _sign in record.people]


def _wrong(record: object, bad: ImportRefused) -> list[str]:
    """The refusal in the words of the record's game."""
    game = str(record.get("game")) if isinstance(record, Mapping) else ""
    told = failure(
        Translator(context.language(), game if game in GAMES else "kernel", {}),
        bad.code,
        bad.params,
        bad.rulings,
    )["error"]
    return [
        told["sentence"],
        *(f"{ruling['sentence']} {ruling['clause']}".strip() for ruling in told["rulings"]),
    ]


def _told(taken: ImportedTable) -> str:
    if taken.new:
        return _("%(game)s imported.", game=short_name(taken.table.game))
    if taken.more:
        return _(
            "This game is already here. Entries missing here: %(n)s. Nothing was changed.",
            n=taken.more,
        )
    return _("This game is already here. Nothing was changed.")


def _page(group: GroupRow | None, brought: Sequence[ImportResult], status: int = 200) -> Any:
    back = url_for("groups.group", link=group.link) if group else url_for("home.home")
    action = (
        url_for("imports.take_for_group", link=group.link) if group else url_for("imports.take")
    )
    model = ImportPage(
        header=Header(_("Import a game"), back),
        into=(group.name or _("this group")) if group else "",
        brought=brought,
        form=Form(action),
        actions=Actions(go=Go(_("Import"), form="bring")),
    )
    return rendering.page("group/import.html", model, status)
