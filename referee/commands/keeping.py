"""Commands for the database: audit, backup, restore."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from referee.kernel.contract import Illegal, totals
from referee.kernel.history import replay
from referee.report import broken_json, failure, rules_version
from referee.store import Store
from referee.store.backup import copies, copy, replace, stamped
from referee.store.errors import StoreBusy, StoreError
from referee.words import Translator

from .base import (
    OK,
    REFUSED,
    Answer,
    CommandOption,
    Games,
    Invocation,
    UnreadableInput,
    command,
    failure_lines,
    reason,
)


@command("audit")
@click.argument("database")
def audit(asked: Invocation, database: str) -> Answer:
    """Replay every stored table; report broken ones, and totals under another rules version."""
    found = audited(asked, database)
    return REFUSED if found["broken"] else OK, found, audit_lines(asked, found)


def audited(asked: Invocation, database: str | Path) -> dict[str, Any]:
    """The audit of a database file; raises UnreadableInput if it is none."""
    if not Path(database).is_file():
        raise UnreadableInput(asked.failure("no_file", str(database)))
    try:
        with Store(database) as store, asked.progress(store.table_ids(), "replaying") as tables:
            found = [_audit_table(store, table_id, asked.games, asked.lang) for table_id in tables]
    except (StoreError, sqlite3.Error) as bad:
        raise UnreadableInput(
            asked.failure("no_database", str(database), detail=reason(bad))
        ) from bad
    broken = [row for row in found if "error" in row]
    other = [row for row in found if "totals" in row]
    return {"tables": len(found), "broken": broken, "other_version": other}


def audit_lines(asked: Invocation, found: Mapping[str, Any]) -> Iterator[str]:
    """An audit as people read it."""
    yield asked.say("audited", tables=found["tables"], broken=len(found["broken"]))
    for row in found["broken"]:
        yield asked.say("table", number=row["table"], game=row["game"])
        yield from (f"  {line}" for line in failure_lines(row["error"]))
    for row in found["other_version"]:
        yield asked.say(
            "other_version",
            number=row["table"],
            game=row["game"],
            then=row["played_under"],
            now=row["now"],
        )


def _audit_table(store: Store, table_id: int, games: Games, lang: str) -> dict[str, Any]:
    """One table: ``error`` if it is broken, ``totals`` if its rules have another version."""
    game_id, names = (
        store.table(table_id).game,
        {row.seat: row.name for row in store.seats(table_id)},
    )
    translator, row = Translator(lang, game_id, names), {"table": table_id, "game": game_id}
    game = games.get(game_id)
    if game is None:
        return row | failure(translator, "unknown_game", {"found": game_id})
    try:
        history = replay(game, store.events(table_id))
    except Illegal as bad:
        return row | failure(translator, "no_start", {}, bad.rulings, event=1)
    except (LookupError, TypeError, ValueError):
        # A damaged table must not stop the audit of the tables after it.
        return row | failure(translator, "no_start", {}, event=1)
    if history.broken:
        return row | broken_json(translator, history.broken)
    played_under = rules_version(history)
    if played_under == game.info.version:
        return row
    return row | {
        "played_under": played_under,
        "now": game.info.version,
        "totals": totals(history.lines, history.seats, sides=history.sides),
    }


@command("backup")
@click.argument("database")
@click.argument("folder")
@click.option("--keep", type=click.IntRange(1), cls=CommandOption)
def backup(asked: Invocation, database: str, folder: str, keep: int | None) -> Answer:
    """Copy the database under a timestamp; old copies go only once the new one is verified."""
    source, target = Path(database), stamped(Path(database), Path(folder), datetime.now())
    part = target.with_suffix(".part")
    try:
        found = _copied(asked, source, part)
        part.rename(target)
    finally:
        _remove(part)
    if found["broken"]:
        return (
            REFUSED,
            {"copy": str(target), **found},
            [asked.say("backed_up", file=target), *audit_lines(asked, found)],
        )
    old = copies(source, Path(folder))[:-keep] if keep else []
    for one in old:
        one.unlink()
    lines = [
        asked.say("backed_up", file=target),
        *audit_lines(asked, found),
        *([asked.say("dropped", number=len(old))] if old else []),
    ]
    return OK, {"copy": str(target), "dropped": [str(one) for one in old], **found}, lines


def _copied(asked: Invocation, source: Path, target: Path) -> dict[str, Any]:
    """Copy a database, creating the folder if needed, and audit the copy."""
    if not source.is_file():
        raise UnreadableInput(asked.failure("no_file", str(source)))
    try:
        copy(source, target)
    except (StoreError, OSError) as bad:
        raise UnreadableInput(asked.failure("no_copy", str(source), detail=reason(bad))) from bad
    return audited(asked, target)


@command("restore")
@click.argument("made", metavar="COPY")
@click.argument("database")
@click.option("--force", is_flag=True, cls=CommandOption)
def restore(asked: Invocation, made: str, database: str, force: bool) -> Answer:
    """Replace a database by a verified copy; an existing one needs --force and is set aside."""
    place, new = Path(database), Path(database).with_suffix(".part")
    try:
        found = _copied(asked, Path(made), new)
        if found["broken"]:
            return REFUSED, asked.failure("copy_broken", made) | found, audit_lines(asked, found)
        if not place.exists():
            new.rename(place)
            return OK, {"restored": made, **found}, [asked.say("restored", file=made)]
        differs = _differing(place, new)
        lines = [
            *(asked.say("differs", **row) for row in differs),
            *_summed(asked, differs, found["tables"]),
        ]
        if not force:
            return REFUSED, asked.failure("there_already", database) | {"differs": differs}, lines
        aside = stamped(place, place.parent, datetime.now())
        replace(place, new, aside)
    except StoreBusy:
        return REFUSED, asked.failure("serving", database)
    except StoreError as bad:
        raise UnreadableInput(asked.failure("no_database", database, detail=reason(bad))) from bad
    finally:
        _remove(new)
    told = {"restored": made, "aside": str(aside), "differs": differs, **found}
    return OK, told, [*lines, asked.say("restored", file=made), asked.say("kept_aside", file=aside)]


def _remove(part: Path) -> None:
    with suppress(OSError):
        part.unlink()


def _differing(place: Path, copy: Path) -> list[dict[str, Any]]:
    here, there = _tables(place), _tables(copy)
    codes = [code for code in here | there if here.get(code) != there.get(code)]
    told = {code: (here.get(code) or there[code])[0] for code in codes}
    return [
        {
            "code": one,
            "game": told[one],
            "here": len(here.get(one, ())[1:]),
            "copy": len(there.get(one, ())[1:]),
        }
        for one in codes
    ]


def _summed(asked: Invocation, differs: list[dict[str, Any]], tables: int) -> Iterator[str]:
    """The number of different tables, and whether the copy may be from another server."""
    yield asked.say("differ", number=len(differs), tables=tables)
    if (
        any(row["here"] for row in differs)
        and len([row for row in differs if row["copy"] and not row["here"]]) == tables
    ):
        yield asked.say("other_server")


def _tables(file: Path) -> dict[str, tuple[Any, ...]]:
    """Every table by its code: the game and all its entries."""
    with Store(file) as store:
        rows = [store.table(table_id) for table_id in store.table_ids()]
        return {row.code: (row.game, *store.events(row.id)) for row in rows}


COMMANDS = (audit, backup, restore)
