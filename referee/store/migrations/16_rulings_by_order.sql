-- What a group ruled last counts, whatever the clock said: a ruling is the newest because it came last. One of a record that is
-- taken in came when it was made, and is newer than another table's only if its time is.
DROP TRIGGER ruling_is_the_newest;
CREATE TRIGGER ruling_came_last AFTER INSERT ON event WHEN new.type = 'ruling'
BEGIN
    INSERT INTO precedent
    SELECT group_id, game, coalesce(nullif(new.data ->> 'option', ''), new.data ->> 'clause', ''), new.table_id, new.seq, new.at
    FROM play WHERE id = new.table_id
    ON CONFLICT DO UPDATE SET table_id = excluded.table_id, seq = excluded.seq, at = excluded.at
    WHERE new.key NOT GLOB char(31) || 'record*' OR excluded.table_id = table_id OR excluded.at >= at;
END;
-- Of each table its last ruling on a point; between tables their times say which came later, but for those that have not come yet.
DELETE FROM precedent;
INSERT OR REPLACE INTO precedent
SELECT group_id, game, point, table_id, seq, at FROM (
    SELECT group_id, game, table_id, seq, at, coalesce(nullif(data ->> 'option', ''), data ->> 'clause', '') AS point,
        row_number() OVER (
            PARTITION BY table_id, coalesce(nullif(data ->> 'option', ''), data ->> 'clause', '') ORDER BY seq DESC
        ) AS back
    FROM event JOIN play ON play.id = table_id WHERE type = 'ruling'
) WHERE back = 1 ORDER BY min(at, CAST(strftime('%s', 'now') AS REAL)), table_id;
