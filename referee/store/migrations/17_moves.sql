-- A game that goes on elsewhere: at a server, where `place` is its address, or in a file. Here it takes no entries until it is
-- reopened. The server knows the game again by `key`; `link` is its answer, by which the player is host there.
CREATE TABLE departure (
    table_id INTEGER PRIMARY KEY REFERENCES play (id),
    at REAL NOT NULL,
    place TEXT NOT NULL,
    key TEXT NOT NULL,
    code TEXT NOT NULL,
    link TEXT NOT NULL DEFAULT '',
    missing INTEGER NOT NULL DEFAULT 0,
    reopened INTEGER NOT NULL DEFAULT 0,
    back_id INTEGER REFERENCES play (id)
) STRICT;
-- A game that came from a phone, by a hash of that key: whoever sends it again gets the same answer.
CREATE TABLE arrival (
    key TEXT PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES play (id)
) STRICT, WITHOUT ROWID;
