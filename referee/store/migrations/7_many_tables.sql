-- `last` follows the newest entry of a table by the minute: so an entry seldom writes more than itself.
ALTER TABLE grant_ ADD COLUMN last REAL NOT NULL DEFAULT 0;
UPDATE grant_ SET last = coalesce((
    SELECT at FROM event
    WHERE event.table_id = grant_.table_id AND type IN ('start', 'move', 'retract', 'amend')
    ORDER BY seq DESC LIMIT 1
), 0);
ALTER TABLE grant_ ADD COLUMN group_id INTEGER REFERENCES grp (id);
UPDATE grant_ SET group_id = (SELECT group_id FROM play WHERE play.id = table_id);
CREATE INDEX grant_of_group ON grant_ (device, group_id, table_id) WHERE (let_in OR held OR away);
CREATE INDEX grant_by_last ON grant_ (device, last, table_id);
CREATE INDEX grant_by_number ON grant_ (table_id, number);
CREATE TRIGGER grant_follows_entries AFTER INSERT ON event WHEN new.type IN ('start', 'move', 'retract', 'amend')
BEGIN UPDATE grant_ SET last = new.at WHERE table_id = new.table_id AND last < new.at - 60; END;

CREATE INDEX person_by_last ON person (group_id, last_played DESC, id);
CREATE INDEX seat_of_table ON event (table_id, seq) WHERE type = 'seat';

CREATE TABLE precedent (
    group_id INTEGER NOT NULL REFERENCES grp (id),
    game TEXT NOT NULL,
    point TEXT NOT NULL,
    table_id INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (group_id, game, point)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER ruling_is_the_newest AFTER INSERT ON event WHEN new.type = 'ruling'
BEGIN
    INSERT INTO precedent
    SELECT group_id, game, coalesce(nullif(new.data ->> 'option', ''), new.data ->> 'clause', ''), new.table_id, new.seq, new.at
    FROM play WHERE id = new.table_id
    ON CONFLICT DO UPDATE SET table_id = excluded.table_id, seq = excluded.seq, at = excluded.at
    WHERE (excluded.at, excluded.table_id, excluded.seq) > (at, table_id, seq);
END;
INSERT OR REPLACE INTO precedent
SELECT group_id, game, coalesce(nullif(data ->> 'option', ''), data ->> 'clause', ''), table_id, seq, at
FROM event JOIN play ON play.id = table_id WHERE type = 'ruling' ORDER BY at, table_id, seq;
