"""``referee import``: records become tables, groups become groups, plays results, or it is said what is wrong and where."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from referee.report import failure
from referee.server.serve import DATABASE_NAME
from referee.store import Store
from referee.store.errors import StoreError, Unknown
from referee.web.desk.group_file import TakenGroup, is_group, take_in_group
from referee.web.desk.plays import is_plays, taken_and_refused
from referee.web.desk.taking_in import NotTaken, each_record, take_in
from referee.words import Speaker

from .base import OK, REFUSED, Answer, Asked, Option, Unreadable, command, failure_lines
from .serving import with_settings


@command("import")
@click.argument("files", nargs=-1, required=True)
@click.option("--group", default="", cls=Option)
@with_settings("import")
def import_records(asked: Asked, files: tuple[str, ...], group: str, data: str, node: str) -> Answer:
    """Every record that is sound, as a table of its own, every group with its tables, and plays as results of a ``group``.

    Nothing that is there is changed.
    """
    database = Path(data).expanduser() / DATABASE_NAME
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        parts = [part for file in files for part in _parts(asked, file)]
        with Store(database, node=node) as store, asked.progress(parts, "importing") as rows:
            into = _into(asked, store, group) if group else None
            found = [one for part in rows for one in ([part] if isinstance(part, dict) else _taken(asked, store, into, *part))]
    except (StoreError, OSError) as bad:
        raise Unreadable(asked.failure("no_database", str(database), detail=str(bad))) from bad
    return REFUSED if any("error" in one for one in found) else OK, {"files": found}, _lines(asked, found)


def _parts(asked: Asked, file: str) -> Sequence[tuple[str, str, Any] | dict[str, Any]]:
    """The file, place and content of every record of a file, or why it cannot be read."""
    try:
        return [(file, where, record) for where, record in each_record(json.loads(asked.text(file)))]
    except Unreadable as bad:
        return [{"file": file, **bad.args[0]}]
    except (ValueError, RecursionError) as bad:
        return [{"file": file, **failure(Speaker(asked.lang, "kernel", {}), "not_json", {"detail": str(bad)[:80]}, where="")}]


def _into(asked: Asked, store: Store, group: str) -> int:
    """The group whose page has this address."""
    try:
        return store.group_by_link(group.rpartition("/g/")[2].partition("/")[0]).id
    except Unknown as bad:
        raise Unreadable(asked.failure("no_group", group)) from bad


def _taken(asked: Asked, store: Store, into: int | None, file: str, where: str, record: Any) -> list[dict[str, Any]]:
    """One record: its table and the host’s link, or what is wrong with it; of plays how many are new, and what is wrong with each other."""
    try:
        if is_plays(record):
            return [*_plays(asked, store, into, file, where, record)]
        if is_group(record):
            return [_group(store, file, take_in_group(store, record, asked.games))]
        taken = take_in(store, record, asked.games)
    except NotTaken as bad:
        return [_refused(asked, file, where, record, bad)]
    told = {"file": file, "table": taken.table.code, "game": taken.table.game, "new": taken.new, "more": taken.more}
    return [{**told, "host": f"/join/{taken.table.host_link}"}]


def _plays(asked: Asked, store: Store, into: int | None, file: str, where: str, told: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    if into is None:
        raise NotTaken("play_no_group", "")
    results, refused = taken_and_refused(told)
    yield {"file": file, "results": len(results), "new": store.take_in_results(into, results)}
    yield from (_refused(asked, file, where, told, bad) for bad in refused)


def _refused(asked: Asked, file: str, where: str, record: Any, bad: NotTaken) -> dict[str, Any]:
    speaker = Speaker(asked.lang, _game(asked, record), {})
    return {"file": file, **failure(speaker, bad.code, bad.params, bad.rulings, where=where + bad.pointer)}


def _group(store: Store, file: str, taken: TakenGroup) -> dict[str, Any]:
    """A group: its address, how many of its tables are new here, and the host’s link of the newest one, by which one belongs to it."""
    newest = {"host": f"/join/{taken.tables[-1].table.host_link}"} if taken.tables else {}
    new = {"new": sum(table.new for table in taken.tables), "results": taken.results}
    return {"file": file, "group": f"/g/{store.group(taken.group).link}", "tables": len(taken.tables), **new, **newest}


def _game(asked: Asked, record: object) -> str:
    """The game whose words tell what is wrong."""
    game = record.get("game") if isinstance(record, Mapping) else None
    return game if isinstance(game, str) and game in asked.games else "kernel"


def _lines(asked: Asked, found: list[dict[str, Any]]) -> Iterator[str]:
    for one in found:
        if "error" in one:
            yield asked.say("not_imported", file=one["file"], where=one["error"].get("where") or "/")
            yield from (f"  {line}" for line in failure_lines(one["error"]))
        elif "group" in one:
            yield asked.say("imported_group", **{"host": "", **one})
        elif "results" in one:
            yield asked.say("imported_results", **one)
        else:
            said = "imported" if one["new"] else "imported_shorter" if one["more"] else "imported_before"
            yield asked.say(said, **one)


COMMANDS = (import_records,)
