"""The tables of the database, step by step, and the rules it enforces by itself.

Times are seconds since 1970 (UTC) as REAL. Links and device ids are secrets: whoever knows
one holds what it opens. Names lie in `seating` and `person` alone and never in an event's
moves, so a rename changes no result.

grp       A group of people who play together: `link` opens its page.
person    Somebody of a group, by name; `last_played` is when a table with them last began.
play      A game table ("table" is a word of SQL): the `code` in its address, the `join_code` that
          one types to join, and three links for what one may do there: run it, enter for a seat,
          or watch. Its host may have code to join by and links renewed; the address stays.
seating   The seats of a table: the id used in events, the name shown, the order round the
          table, and the person who sits there.
device    A phone or browser, by the random id it carries in a cookie.
grant_    What a device may do at a table: `role`, and the `seat` it claimed, if any. Its people
          have seen what changed up to revision `seen`; `made` is a JSON list of later events
          that the device made itself. It is called by its `number` there; the host may have `held`
          it to its role, or sent it `away`. It was `let_in` by its host or by a link that lets enter.
          `last` is when the table's newest entry was made, to the minute.
precedent The newest ruling of a group on each point of a game: where in the log it stands.
event     The log. `seq` counts 1, 2, 3 … within each table and is the table's revision.
          `data` is a JSON object, `accept` a JSON list of overruled clauses or null. `key` is
          unique within the table, which makes one entry of a double tap.

The log only grows. UPDATE and DELETE on `event` are refused. A third trigger refuses an
insert that is not the very next revision or whose key is taken; without it INSERT OR REPLACE
would delete the old row unseen, because delete triggers stay silent for REPLACE unless the
connection asked for recursive triggers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from sqlite_utils import Database, Migrations

from .errors import NewerDatabase

_PEOPLE_AND_TABLES = """
CREATE TABLE grp (
    id INTEGER PRIMARY KEY,
    link TEXT NOT NULL UNIQUE,
    created REAL NOT NULL
) STRICT;

CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    group_id INTEGER NOT NULL REFERENCES grp (id),
    name TEXT NOT NULL,
    last_played REAL NOT NULL
) STRICT;
CREATE INDEX person_of_group ON person (group_id, name);

CREATE TABLE play (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    group_id INTEGER NOT NULL REFERENCES grp (id),
    created REAL NOT NULL,
    host_link TEXT NOT NULL UNIQUE,
    seat_link TEXT NOT NULL UNIQUE,
    watch_link TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX play_of_group ON play (group_id);

CREATE TABLE seating (
    table_id INTEGER NOT NULL REFERENCES play (id),
    seat TEXT NOT NULL,
    name TEXT NOT NULL,
    position INTEGER NOT NULL,
    person_id INTEGER REFERENCES person (id),
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX seating_of_person ON seating (person_id);

CREATE TABLE device (
    id TEXT NOT NULL PRIMARY KEY,
    at REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE grant_ (
    device TEXT NOT NULL REFERENCES device (id),
    table_id INTEGER NOT NULL REFERENCES play (id),
    role TEXT NOT NULL CHECK (role IN ('watch', 'seat', 'host')),
    seat TEXT,
    at REAL NOT NULL,
    PRIMARY KEY (device, table_id),
    FOREIGN KEY (table_id, seat) REFERENCES seating (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX grant_of_table ON grant_ (table_id, seat);
"""

_LOG = """
CREATE TABLE event (
    table_id INTEGER NOT NULL REFERENCES play (id),
    seq INTEGER NOT NULL,
    type TEXT NOT NULL,
    seat TEXT,
    kind TEXT,
    data TEXT NOT NULL CHECK (json_valid(data)),
    accept TEXT CHECK (accept IS NULL OR json_valid(accept)),
    reason TEXT,
    "by" TEXT,
    at REAL NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (table_id, seq),
    UNIQUE (table_id, key)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;

CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;

CREATE TRIGGER event_is_the_next BEFORE INSERT ON event
WHEN new.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM event WHERE table_id = new.table_id)
    OR EXISTS (SELECT 1 FROM event WHERE table_id = new.table_id AND key = new.key)
BEGIN SELECT RAISE(ABORT, 'an event must be the next revision, with a new key'); END;
"""


_RULINGS = """
CREATE INDEX ruling_of_table ON event (table_id, seq) WHERE type = 'ruling';
"""

# Each statement by itself: a script would end the transaction in which a step is done and noted.
_NOTICES = (
    "ALTER TABLE grant_ ADD COLUMN seen INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE grant_ ADD COLUMN made TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(made))",
    "UPDATE grant_ SET seen = coalesce((SELECT max(seq) FROM event WHERE event.table_id = grant_.table_id), 0)",
)

_PHONES = (
    "ALTER TABLE grant_ ADD COLUMN number INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE grant_ ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1))",
    "ALTER TABLE grant_ ADD COLUMN away INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1))",
    "UPDATE grant_ SET number = (SELECT count(*) FROM grant_ AS other "
    "WHERE other.table_id = grant_.table_id AND (other.at, other.device) <= (grant_.at, grant_.device))",
)

# Whoever could enter at a table of an old file was let in, as nothing says otherwise.
_LET_IN = (
    "ALTER TABLE grant_ ADD COLUMN let_in INTEGER NOT NULL DEFAULT 0 CHECK (let_in IN (0, 1))",
    "UPDATE grant_ SET let_in = 1 WHERE role <> 'watch' AND away = 0",
    "ALTER TABLE play ADD COLUMN join_code TEXT NOT NULL DEFAULT ''",
    "UPDATE play SET join_code = code",
    "CREATE UNIQUE INDEX play_by_join_code ON play (join_code)",
)


# `last` follows the newest entry of a table by the minute: so an entry seldom writes more than itself.
_MANY = (
    "ALTER TABLE grant_ ADD COLUMN last REAL NOT NULL DEFAULT 0",
    "UPDATE grant_ SET last = coalesce((SELECT at FROM event WHERE event.table_id = grant_.table_id "
    "AND type IN ('start', 'move', 'retract', 'amend') ORDER BY seq DESC LIMIT 1), 0)",
    "ALTER TABLE grant_ ADD COLUMN group_id INTEGER REFERENCES grp (id)",
    "UPDATE grant_ SET group_id = (SELECT group_id FROM play WHERE play.id = table_id)",
    "CREATE INDEX grant_of_group ON grant_ (device, group_id, table_id) WHERE (let_in OR held OR away)",
    "CREATE INDEX grant_by_last ON grant_ (device, last, table_id)",
    "CREATE INDEX grant_by_number ON grant_ (table_id, number)",
    "CREATE TRIGGER grant_follows_entries AFTER INSERT ON event WHEN new.type IN ('start', 'move', 'retract', 'amend') "
    "BEGIN UPDATE grant_ SET last = new.at WHERE table_id = new.table_id AND last < new.at - 60; END",
    "CREATE INDEX person_by_last ON person (group_id, last_played DESC, id)",
    "CREATE INDEX seat_of_table ON event (table_id, seq) WHERE type = 'seat'",
    "CREATE TABLE precedent (group_id INTEGER NOT NULL REFERENCES grp (id), game TEXT NOT NULL, point TEXT NOT NULL, "
    "table_id INTEGER NOT NULL, seq INTEGER NOT NULL, at REAL NOT NULL, PRIMARY KEY (group_id, game, point)) STRICT, WITHOUT ROWID",
    "CREATE TRIGGER ruling_is_the_newest AFTER INSERT ON event WHEN new.type = 'ruling' BEGIN "
    "INSERT INTO precedent SELECT group_id, game, coalesce(nullif(new.data ->> 'option', ''), new.data ->> 'clause', ''), "
    "new.table_id, new.seq, new.at FROM play WHERE id = new.table_id "
    "ON CONFLICT DO UPDATE SET table_id = excluded.table_id, seq = excluded.seq, at = excluded.at "
    "WHERE (excluded.at, excluded.table_id, excluded.seq) > (at, table_id, seq); END",
    "INSERT OR REPLACE INTO precedent "
    "SELECT group_id, game, coalesce(nullif(data ->> 'option', ''), data ->> 'clause', ''), table_id, seq, at "
    "FROM event JOIN play ON play.id = table_id WHERE type = 'ruling' ORDER BY at, table_id, seq",
)


# Applied in this order, and recorded by name: add at the end, never rename or edit one.
STEPS: Mapping[str, str | tuple[str, ...]] = {
    "people_and_tables": _PEOPLE_AND_TABLES,
    "log": _LOG,
    "rulings": _RULINGS,
    "notices": _NOTICES,
    "phones": _PHONES,
    "let_in": _LET_IN,
    "many_tables": _MANY,
}


def _step(name: str) -> Callable[[Database], None]:
    def apply(db: Database) -> None:
        statements = STEPS[name]
        if isinstance(statements, str):
            db.executescript(statements)
        else:
            for statement in statements:
                db.execute(statement)

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
