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
