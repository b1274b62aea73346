CREATE TABLE unanswered (
    table_id INTEGER NOT NULL REFERENCES play (id),
    words TEXT NOT NULL CHECK (length(words) BETWEEN 1 AND 200),
    at REAL NOT NULL,
    PRIMARY KEY (table_id, words)
) STRICT, WITHOUT ROWID;
CREATE INDEX unanswered_newest ON unanswered (table_id, at);
