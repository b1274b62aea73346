-- What was played elsewhere and is known by its end alone; names are those of the people.
CREATE TABLE result (
    id INTEGER PRIMARY KEY,
    group_id INTEGER NOT NULL REFERENCES grp (id),
    uid TEXT NOT NULL,
    game TEXT NOT NULL,
    at REAL NOT NULL,
    games INTEGER NOT NULL CHECK (games > 0),
    UNIQUE (group_id, uid)
) STRICT;
CREATE INDEX result_by_time ON result (group_id, at, uid);

CREATE TABLE result_person (
    result_id INTEGER NOT NULL REFERENCES result (id),
    position INTEGER NOT NULL,
    person_id INTEGER NOT NULL REFERENCES person (id),
    first_id INTEGER REFERENCES person (id),
    place INTEGER CHECK (place > 0),
    score INTEGER,
    won INTEGER NOT NULL CHECK (won >= 0),
    PRIMARY KEY (result_id, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX result_of_person ON result_person (person_id);
