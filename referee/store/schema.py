"""The tables of the database, step by step, and the rules it enforces by itself.

Times are seconds since 1970 (UTC) as REAL. Links and device ids are secrets: whoever knows one
holds what it opens. Names lie in `seating` and `person` alone and never in an event's moves, so a
rename changes no result.

grp       A group of people who play together: `link` opens its page, `name` is what they call it,
if anything.
person    Somebody of a group, by name; `last_played` is when a table with them last began, `sign`
the stamp they are known by.
          Who was found to be another is `merged_into` them; who is forgotten has no name.
play      A game table ("table" is a word of SQL): the `code` in its address, the `join_code` that
          one types to join, and three links for what one may do there: run it, enter for a seat,
          or watch. Its host may have code to join by and links renewed; the address stays.
seating   The seats of a table: the id used in events, the name shown, the order round the
          table, and the person who sits there; `first_id` is who that was before they were found to
          be another.
device    A phone or browser, by the random id it carries in a cookie.
grant_    What a device may do at a table: `role`, and the `seat` it claimed, if any. Its people
          have seen what changed up to revision `seen`; `made` is a JSON list of later events
          that the device made itself. It is called by its `number` there; the host may have `held`
          it to its role, or sent it `away`. It was `let_in` by its host or by a link that lets
          enter.
          `last` is when the table's newest entry was made, to the minute.
precedent The newest ruling of a group on each point of a game: where in the log it stands.
outcome   What a table came to by `revision` of its log, counted from it elsewhere and by that
version of its
          `rules`; its log, or who sits there, changed since where the revision is 0. How it
          `ended`, if it has,
          at which `depth` it was entered, and who is `gone` as another took over (a JSON list of
          people).
outcome_seat The person, `place`, `total`, deciding `number`, games `won` ("0110") and points `made`
of a seat there.
unanswered Questions at a table that found no rule: the words typed, without names and without who
asked.
event     The log. `seq` counts 1, 2, 3 … within each table and is the table's revision.
          `data` is a JSON object, `accept` a JSON list of overruled clauses or null. `key` is
          unique within the table, which makes one entry of a double tap.

result, result_person What a group played elsewhere, known by its end alone. Written until 0.9, read
by nothing.

The log only grows. UPDATE and DELETE on `event` are refused. A third trigger refuses an insert that
is not the very next revision or whose key is taken; without it INSERT OR REPLACE would delete the
old row unseen, because delete triggers stay silent for REPLACE unless the connection asked for
recursive triggers.
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
"""Applied in the order of their numbers, and recorded by name: add at the end, never rename or edit
one.
"""


def _step(name: str) -> Callable[[Database], None]:
    """Each statement by itself: a script would end the transaction in which a step is done and
    noted.
    """

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
    """Bring the database up to date; NewerDatabase if a newer program has been at it."""
    _refuse_newer(db, path)
    if not MIGRATIONS.pending(db):
        return
    # Two processes may start together. Apply looks again at what is pending, and with the
    # write lock held the second process finds the first one's steps done.
    db.execute("BEGIN IMMEDIATE")
    try:
        MIGRATIONS.apply(db)
        db.commit()
    except BaseException:
        db.rollback()
        raise


def _refuse_newer(db: Database, path: Path) -> None:
    unknown = tuple(step.name for step in MIGRATIONS.applied(db) if step.name not in STEPS)
    if unknown:
        raise NewerDatabase(path, unknown)
