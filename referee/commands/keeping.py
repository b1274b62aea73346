"""Commands about what is kept: audit."""

import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from referee.kernel.contract import Illegal, totals
from referee.kernel.history import replay
from referee.report import broken_json, failure, rules_version
from referee.store import Store
from referee.store.errors import StoreError
from referee.web.desk.desk import as_event
from referee.words import Speaker

from .base import OK, REFUSED, Answer, Asked, Games, Unreadable, command, failure_lines


@command("audit")
@click.argument("database")
def audit(asked: Asked, database: str) -> Answer:
    """Every stored table replayed: those that break off, and those of another version of the rules with their totals now."""
    found = audited(asked, database)
    return REFUSED if found["broken"] else OK, found, audit_lines(asked, found)


def audited(asked: Asked, database: str | Path) -> dict[str, Any]:
    """What an audit of a file finds; Unreadable if it is no database."""
    if not Path(database).is_file():
        raise Unreadable(asked.failure("no_file", str(database)))
    try:
        with Store(database) as store, asked.progress(store.table_ids(), "replaying") as tables:
            found = [_audit_table(store, table_id, asked.games, asked.lang) for table_id in tables]
    except (StoreError, sqlite3.Error) as bad:
        raise Unreadable(asked.failure("no_database", str(database), detail=str(bad))) from bad
    broken = [row for row in found if "error" in row]
    other = [row for row in found if "totals" in row]
    return {"tables": len(found), "broken": broken, "other_version": other}


def audit_lines(asked: Asked, found: Mapping[str, Any]) -> Iterator[str]:
    """What an audit found, as people read it."""
    yield asked.say("audited", tables=found["tables"], broken=len(found["broken"]))
    for row in found["broken"]:
        yield asked.say("table", number=row["table"], game=row["game"])
        yield from (f"  {line}" for line in failure_lines(row["error"]))
    for row in found["other_version"]:
        yield asked.say("other_version", number=row["table"], game=row["game"], then=row["played_under"], now=row["now"])


def _audit_table(store: Store, table_id: int, games: Games, lang: str) -> dict[str, Any]:
    """One table: ``error`` if it breaks off, ``totals`` if its rules are of another version, neither if all is well."""
    game_id, names = store.table(table_id).game, {row.seat: row.name for row in store.seats(table_id)}
    speaker, row = Speaker(lang, game_id, names), {"table": table_id, "game": game_id}
    game = games.get(game_id)
    if game is None:
        return row | failure(speaker, "unknown_game", {"found": game_id})
    try:
        history = replay(game, [as_event(stored) for stored in store.events(table_id)])
    except Illegal as bad:
        return row | failure(speaker, "no_start", {}, bad.rulings, event=1)
    except (LookupError, TypeError, ValueError):
        # Whatever a damaged file holds, the tables after it must still be looked at.
        return row | failure(speaker, "no_start", {}, event=1)
    if history.broken:
        return row | broken_json(speaker, history.broken)
    played_under = rules_version(history)
    if played_under == game.info.version:
        return row
    return row | {"played_under": played_under, "now": game.info.version, "totals": totals(history.lines, history.seats)}


COMMANDS = (audit,)
