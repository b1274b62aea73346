-- Whoever could enter at a table of an old file was let in, as nothing says otherwise.
ALTER TABLE grant_ ADD COLUMN let_in INTEGER NOT NULL DEFAULT 0 CHECK (let_in IN (0, 1));
UPDATE grant_ SET let_in = 1 WHERE role <> 'watch' AND away = 0;
ALTER TABLE play ADD COLUMN join_code TEXT NOT NULL DEFAULT '';
UPDATE play SET join_code = code;
CREATE UNIQUE INDEX play_by_join_code ON play (join_code);
