-- What each table has come to, counted from its log. Revision 0: to be counted, for the first time or anew.
CREATE TABLE outcome (
    group_id INTEGER NOT NULL REFERENCES grp (id),
    table_id INTEGER NOT NULL UNIQUE REFERENCES play (id),
    code TEXT NOT NULL,
    game TEXT NOT NULL,
    created REAL NOT NULL,
    revision INTEGER NOT NULL DEFAULT 0,
    rules TEXT NOT NULL DEFAULT '',
    ended TEXT NOT NULL DEFAULT '' CHECK (ended IN ('', 'over', 'closed')),
    begun INTEGER NOT NULL DEFAULT 0 CHECK (begun IN (0, 1)),
    depth TEXT NOT NULL DEFAULT '',
    gone TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(gone)),
    PRIMARY KEY (group_id, table_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE outcome_seat (
    group_id INTEGER NOT NULL,
    table_id INTEGER NOT NULL,
    seat TEXT NOT NULL,
    person_id INTEGER,
    place INTEGER,
    total INTEGER NOT NULL,
    number INTEGER,
    won TEXT NOT NULL,
    made TEXT CHECK (made IS NULL OR json_valid(made)),
    PRIMARY KEY (group_id, table_id, seat),
    FOREIGN KEY (group_id, table_id) REFERENCES outcome (group_id, table_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER table_has_an_outcome AFTER INSERT ON play
BEGIN INSERT INTO outcome (group_id, table_id, code, game, created) VALUES (new.group_id, new.id, new.code, new.game, new.created); END;
INSERT INTO outcome (group_id, table_id, code, game, created) SELECT group_id, id, code, game, created FROM play;

CREATE TRIGGER outcome_follows_the_log AFTER INSERT ON event
WHEN new.type IN ('start', 'move', 'retract', 'amend', 'closed', 'reopened')
BEGIN UPDATE outcome SET revision = 0 WHERE table_id = new.table_id AND revision > 0; END;
CREATE TRIGGER outcome_follows_its_people AFTER UPDATE OF person_id ON seating WHEN new.person_id IS NOT old.person_id
BEGIN UPDATE outcome SET revision = 0 WHERE table_id = new.table_id AND revision > 0; END;
