"""The database schema, its migrations and the rules it enforces.

Times are seconds since 1970 (UTC) as REAL. Links and device ids are secrets that grant access.
Names are only in `seating` and `person`, never in moves, so a rename changes no result.

grp          A group of people who play together: `link` opens its page, `name` may be empty.
person       A person of a group: `last_played` is when their last table began, `sign` their stamp.
             Merged people have `merged_into`; forgotten people have no name.
play         A game table (`table` is an SQL keyword): `code` is in its address, `join_code` is
             typed to join, three links let one host, play or watch. All but `code` can be renewed.
seating      A table's seats: the id used in events, the name shown, the order round the table and
             the person; `first_id` is the person before a merge.
device       A phone or browser, by the random id in its cookie.
grant_       A device's rights at a table: `role` and the `seat` it claims. It has seen events up to
             `seen`; `made` is a JSON list of later events it made. `number` names it there. `held`:
             the host fixed its role; `away`: sent away; `let_in`: by the host or a seat link.
             `last` is the time of the table's newest entry, to the minute.
precedent    A group's newest ruling on each point of a game, by its position in the log.
outcome      A table's cached result at `revision` by a version of its `rules`; revision 0 means
             stale. How it `ended`, its `depth`, and people who are `gone` (a JSON list).
outcome_seat A seat's person, `place`, `total`, deciding `number`, games `won` ("0110"), points
             `made`.
unanswered   Questions that found no rule, without names or the author.
departure    A game that was moved to a `place`: it takes no entries unless `reopened`. `link` is
             what the server answered, `back_id` the table as which it came back.
arrival      A game that came from a phone, by a hash of the `key` that phone keeps.
sheet        The score sheet of a game that people made, as JSON, by the id of its game.
event        The log. `seq` counts from 1 in each table and is its revision. `data` is a JSON
             object, `accept` a JSON list of overruled clauses or null. `key` is unique in the
             table, so a double tap makes one entry.
result, result_person  Results of play elsewhere, written until 0.9, never read.

Triggers make the log append-only: they refuse UPDATE and DELETE on `event`. A third refuses an
insert with a used key or a wrong revision. Without it, INSERT OR REPLACE would delete the old row:
REPLACE fires delete triggers only with recursive triggers on. A sheet is never changed, either.
"""

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

from sqlite_utils import Database, Migrations

from .errors import NewerDatabase

_FILES = sorted(
    (Path(__file__).parent / "migrations").glob("*.sql"),
    key=lambda path: int(path.stem.partition("_")[0]),
)
STEPS: Mapping[str, str] = {
    path.stem.partition("_")[2]: path.read_text(encoding="utf-8") for path in _FILES
}
"""Applied in order and recorded by name: add at the end, never rename or edit one."""


def _step(name: str) -> Callable[[Database], None]:
    """Run statements one by one, as executescript would end the migration's transaction."""

    def apply(db: Database) -> None:
        statement = ""
        for line in STEPS[name].splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                db.execute(statement)
                statement = ""

    return apply


MIGRATIONS = Migrations("referee")
for _name in STEPS:
    MIGRATIONS(name=_name)(_step(_name))


def migrate(db: Database, path: Path) -> None:
    """Apply pending migrations; raises NewerDatabase if a newer program migrated the file."""
    _refuse_newer(db, path)
    if not MIGRATIONS.pending(db):
        return
    # Two processes may start together. Apply checks again under the write lock, so the
    # second process finds the first one's steps done.
    db.execute("BEGIN IMMEDIATE")
    try:
        MIGRATIONS.apply(db)
        db.commit()
    except BaseException:
        db.rollback()
        raise


def is_older(db: Database) -> bool:
    """Whether an older program migrated the file last."""
    applied = {step.name for step in MIGRATIONS.applied(db)}
    return bool(applied) and applied < STEPS.keys()


def _refuse_newer(db: Database, path: Path) -> None:
    unknown = tuple(step.name for step in MIGRATIONS.applied(db) if step.name not in STEPS)
    if unknown:
        raise NewerDatabase(path, unknown)
