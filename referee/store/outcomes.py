"""Table outcomes, computed elsewhere from the logs and cached until a log changes."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlite_utils import Database

from .tables import STANDS
from .values import EVERY

Ended = Literal["", "over", "closed"]  # Not ended, ended by the rules, or closed by the host

_COUNTED = "revision, rules, ended, begun, depth, gone"
_OF_TABLE = "table_id, code, game, created"
_OF_SEAT = "seat, person_id, place, total, number, won, made"


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """A seat's result, for the person who sat there at the end.

    `place` is 1 plus the seats, or in teams the sides, ahead, `number` the deciding number,
    `won` "1" or "0" per finished game. `made` maps a counter's name to count, total and maximum.
    """

    seat: str
    person: int | None
    place: int | None
    total: int
    number: int | None
    won: str
    made: Mapping[str, Sequence[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A table's result at `revision`, by a version of its `rules`.

    `begun`: it belongs to a session; `depth`: full, quick or another, several joined by "+";
    `gone`: people who gave up their seat.
    """

    revision: int
    rules: str
    ended: Ended
    begun: bool
    depth: str
    gone: tuple[int, ...]
    seats: tuple[SeatOutcome, ...]

    @property
    def players(self) -> int:
        return len(self.seats)


@dataclass(frozen=True, slots=True, eq=False)
class OutcomeRow:
    """A table and its outcome, or None if not yet computed; compared by identity."""

    table_id: int
    code: str
    game: str
    created: float
    outcome: Outcome | None


def stamp(db: Database, group_id: int, limit: int = EVERY) -> tuple[int, int] | None:
    """Return a cache key (newest table, sum of revisions), or None while one is not computed."""
    newest = (
        "SELECT table_id, revision FROM outcome WHERE group_id = ? ORDER BY table_id DESC LIMIT ?"
    )
    last, revisions, least = db.execute(
        f"SELECT max(table_id), sum(revision), min(revision) FROM ({newest})", (group_id, limit)
    ).fetchone()
    return (last, revisions) if least else None


def of_group(db: Database, group_id: int, limit: int = EVERY) -> tuple[OutcomeRow, ...]:
    """Return the outcomes of a group's newest tables, newest first."""
    asked = (
        f"SELECT {_OF_TABLE}, {_COUNTED} FROM outcome WHERE group_id = ?"
        f" AND {STANDS.format('outcome.table_id')} ORDER BY table_id DESC LIMIT ?"
    )
    tables = db.execute(asked, (group_id, limit)).fetchall()
    oldest = tables[-1][0] if tables else 0
    asked = (
        f"SELECT table_id, {_OF_SEAT} FROM outcome_seat WHERE group_id = ? AND table_id >= ? ORDER"
        " BY table_id, seat"
    )
    seats: dict[int, list[SeatOutcome]] = {}
    for table_id, seat, person, place, total, number, won, made in db.execute(
        asked, (group_id, oldest)
    ):
        one = SeatOutcome(seat, person, place, total, number, won, json.loads(made) if made else {})
        seats.setdefault(table_id, []).append(one)
    return tuple(_row(row, seats.get(row[0], ())) for row in tables)


def _row(row: Sequence[Any], seats: Sequence[SeatOutcome]) -> OutcomeRow:
    table_id, code, game, created, revision, rules, ended, begun, depth, gone = row
    if not revision:
        return OutcomeRow(table_id, code, game, created, None)
    left = tuple(json.loads(gone)) if gone != "[]" else ()
    outcome = Outcome(revision, rules, ended, bool(begun), depth, left, tuple(seats))
    return OutcomeRow(table_id, code, game, created, outcome)


def store_outcomes(db: Database, counted: Iterable[tuple[int, Outcome]]) -> None:
    """Store outcomes; skip a table whose log has grown since, as it must be computed again."""
    for table_id, outcome in counted:
        values = (
            outcome.revision,
            outcome.rules,
            outcome.ended,
            outcome.begun,
            outcome.depth,
            json.dumps(outcome.gone),
        )
        kept = db.execute(
            f"UPDATE outcome SET ({_COUNTED}) = (?, ?, ?, ?, ?, ?) WHERE table_id = ? AND ? ="
            " (SELECT max(seq) FROM event WHERE event.table_id = outcome.table_id) RETURNING"
            " group_id",
            (*values, table_id, outcome.revision),
        ).fetchone()
        if kept is None:
            continue
        (group,) = kept
        db.execute(
            "DELETE FROM outcome_seat WHERE group_id = ? AND table_id = ?", (group, table_id)
        )
        for one in outcome.seats:
            made = json.dumps(dict(one.made)) if one.made else None
            own = (one.seat, one.person, one.place, one.total, one.number, one.won, made)
            db.execute(
                f"INSERT INTO outcome_seat (group_id, table_id, {_OF_SEAT}) VALUES (?, ?, ?, ?, ?,"
                " ?, ?, ?, ?)",
                (group, table_id, *own),
            )
