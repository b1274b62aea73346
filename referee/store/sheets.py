"""Score sheets of games that people made, each by the id of its game."""

import json
from collections.abc import Mapping
from typing import Any

from sqlite_utils import Database

from referee.event import Event

from .values import MAX_NAME, check_text, data_text

SHEET = "sheet"
"""Where the first event of a table has the sheet of its game, if people made it."""


def keep(db: Database, game: str, told: Mapping[str, Any], at: float) -> None:
    """Store a sheet under the id of its game; one that is known stays as it is."""
    db.execute(
        "INSERT INTO sheet VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (check_text("game", game, MAX_NAME), data_text(told), at),
    )


def keep_of(db: Database, game: str, first: Event, at: float) -> None:
    """Store the sheet that a table's first event brings, if it brings one."""
    if told := first.data.get(SHEET):
        keep(db, game, told, at)


def find(db: Database, game: str) -> Mapping[str, Any] | None:
    """Return the sheet of a game, or None if it is not known here."""
    row = db.execute("SELECT told FROM sheet WHERE game = ?", (game,)).fetchone()
    found: Mapping[str, Any] | None = None if row is None else json.loads(row[0])
    return found
