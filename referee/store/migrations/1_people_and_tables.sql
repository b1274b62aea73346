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
