ALTER TABLE grant_ ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
ALTER TABLE grant_ ADD COLUMN made TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(made));
UPDATE grant_ SET seen = coalesce((SELECT max(seq) FROM event WHERE event.table_id = grant_.table_id), 0);
