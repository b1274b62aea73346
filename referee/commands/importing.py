"""``referee import``: make tables of records and groups of group files, or report the errors."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from referee.exchange.import_group import ImportedGroup, import_group, is_group
from referee.exchange.import_record import ImportRefused, each_record, import_record
from referee.kernel.strict_json import NotJson, read_json
from referee.report import failure
from referee.server.serve import DATABASE_NAME
from referee.store import Store
from referee.store.errors import StoreError
from referee.store.values import TableRow
from referee.words import Translator

from .base import OK, REFUSED, Answer, Invocation, UnreadableInput, command, failure_lines, reason
from .serving import with_settings


@command("import")
@click.argument("files", nargs=-1, required=True)
@with_settings("import")
def import_records(asked: Invocation, files: tuple[str, ...], data: str, node: str) -> Answer:
    """Import every sound record as a table, every group with its tables; change nothing else."""
    database = Path(data).expanduser() / DATABASE_NAME
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        parts = [part for file in files for part in _parts(asked, file)]
        with Store(database, node=node) as store, asked.progress(parts, "importing") as rows:
            found = [
                part if isinstance(part, dict) else _taken(asked, store, *part) for part in rows
            ]
    except (StoreError, OSError) as bad:
        raise UnreadableInput(
            asked.failure("no_database", str(database), detail=reason(bad))
        ) from bad
    return (
        REFUSED if any("error" in one for one in found) else OK,
        {"files": found},
        _lines(asked, found),
    )


def _parts(asked: Invocation, file: str) -> Sequence[tuple[str, str, Any] | dict[str, Any]]:
    """The file, place and content of every record in a file, or the failure to read it."""
    try:
        return [(file, where, record) for where, record in each_record(read_json(asked.text(file)))]
    except UnreadableInput as bad:
        return [{"file": file, **bad.args[0]}]
    except NotJson as bad:
        return [
            {
                "file": file,
                **failure(Translator(asked.lang, "kernel", {}), "not_json", bad.place, where=""),
            }
        ]


def _taken(asked: Invocation, store: Store, file: str, where: str, record: Any) -> dict[str, Any]:
    """Import one record: its table and the host’s link, or the errors in it."""
    try:
        if is_group(record):
            return _group(store, file, import_group(store, record, asked.games))
        taken = import_record(store, record, asked.games)
    except ImportRefused as bad:
        translator = Translator(asked.lang, _game(asked, record), {})
        return {
            "file": file,
            **failure(translator, bad.code, bad.params, bad.rulings, where=where + bad.pointer),
        }
    told = {
        "file": file,
        "table": taken.table.code,
        "game": taken.table.game,
        "new": taken.new,
        "more": taken.more,
    }
    return {**told, "host": _way_in(taken.table)}


def _group(store: Store, file: str, taken: ImportedGroup) -> dict[str, Any]:
    """A group's address, its new tables and the host’s link of its newest one; tables that are
    already in another group are listed with that group's address and their host links.
    """

    def address(group: int) -> str:
        return f"/g/{store.group(group).link}"

    new = sum(table.new for table in taken.tables)
    told: dict[str, Any] = {"file": file, "group": None, "tables": len(taken.tables), "new": new}
    if taken.group is not None:
        told["group"] = address(taken.group)
    if taken.own:
        told["host"] = _way_in(taken.own[-1])
    told["elsewhere"] = [
        {"table": one.code, "group": address(one.group_id), "host": _way_in(one)}
        for one in taken.elsewhere
    ]
    return told


def _way_in(table: TableRow) -> str:
    return f"/join/{table.host_link}"


def _game(asked: Invocation, record: object) -> str:
    """The game whose catalogue words the errors."""
    game = record.get("game") if isinstance(record, Mapping) else None
    return game if isinstance(game, str) and game in asked.games else "kernel"


def _lines(asked: Invocation, found: list[dict[str, Any]]) -> Iterator[str]:
    for one in found:
        if "error" in one:
            where = one["error"].get("where")
            yield asked.say(
                "not_imported" if where else "not_imported_at_all", file=one["file"], where=where
            )
            yield from (f"  {line}" for line in failure_lines(one["error"]))
        elif "group" in one:
            yield asked.say("imported_group" if "host" in one else "imported_no_group", **one)
            for table in one["elsewhere"]:
                yield "  " + asked.say("imported_elsewhere", **table)
        else:
            said = (
                "imported"
                if one["new"]
                else "imported_shorter"
                if one["more"]
                else "imported_before"
            )
            yield asked.say(said, **one)


COMMANDS = (import_records,)
