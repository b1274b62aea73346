ALTER TABLE grant_ ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE grant_ ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1));
ALTER TABLE grant_ ADD COLUMN away INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1));
UPDATE grant_ SET number = (
    SELECT count(*) FROM grant_ AS other
    WHERE other.table_id = grant_.table_id AND (other.at, other.device) <= (grant_.at, grant_.device)
);
