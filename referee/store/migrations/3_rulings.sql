CREATE INDEX ruling_of_table ON event (table_id, seq) WHERE type = 'ruling';
