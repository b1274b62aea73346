"""What tables have come to, counted by others from their logs and kept until a log goes on."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlite_utils import Database

from .values import EVERY

Ended = Literal["", "over", "closed"]
"""Not at all, by its game, or early by its host."""

_COUNTED = "revision, rules, ended, begun, depth, gone"
_OF_TABLE = "table_id, code, game, created"
_OF_SEAT = "seat, person_id, place, total, number, won, made"


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """What a seat came to, for the person who sat there at the end.

    ``place`` is 1 more than how many were before it; ``number`` is what decided, if a number did;
    ``won`` has 1 for every finished game that the seat won, else 0, in order; ``made`` is what its
    game counts by name: how many numbers, their total and the highest.
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
    """What a table came to by ``revision`` of its log, by that version of its ``rules``.

    ``begun``: it belongs to an evening; ``depth``: full, quick or another, several in their order
    joined by "+"; ``gone`` are the people who gave their seat to another.
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
        """How many seats there are."""
        return len(self.seats)


@dataclass(frozen=True, slots=True, eq=False)
class OutcomeRow:
    """A table and what it came to; None: that is to be counted. A row is equal to itself alone."""

    table_id: int
    code: str
    game: str
    created: float
    outcome: Outcome | None


def stamp(db: Database, group_id: int, limit: int = EVERY) -> tuple[int, int] | None:
    """Return what is another one as soon as one of a group's newest tables came to something else;
    None while one is to be counted.

    It is the newest table and the sum of revisions: each of them only ever grows.
    """
    newest = (
        "SELECT table_id, revision FROM outcome WHERE group_id = ? ORDER BY table_id DESC LIMIT ?"
    )
    last, revisions, least = db.execute(
        f"SELECT max(table_id), sum(revision), min(revision) FROM ({newest})", (group_id, limit)
    ).fetchone()
    return (last, revisions) if least else None


def of_group(db: Database, group_id: int, limit: int = EVERY) -> tuple[OutcomeRow, ...]:
    """Return what a group's newest tables came to, newest first."""
    asked = (
        f"SELECT {_OF_TABLE}, {_COUNTED} FROM outcome WHERE group_id = ? ORDER BY table_id DESC"
        " LIMIT ?"
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
    return OutcomeRow(
        table_id,
        code,
        game,
        created,
        Outcome(revision, rules, ended, bool(begun), depth, left, tuple(seats)),
    )


def keep(db: Database, counted: Iterable[tuple[int, Outcome]]) -> None:
    """Keep what tables came to; where a log went on meanwhile nothing is kept, as it is to be
    counted anew.
    """
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
            db.execute(
                f"INSERT INTO outcome_seat (group_id, table_id, {_OF_SEAT}) VALUES (?, ?, ?, ?, ?,"
                " ?, ?, ?, ?)",
                (
                    group,
                    table_id,
                    one.seat,
                    one.person,
                    one.place,
                    one.total,
                    one.number,
                    one.won,
                    made,
                ),
            )
