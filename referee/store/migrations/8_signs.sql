ALTER TABLE person ADD COLUMN sign TEXT NOT NULL DEFAULT 'sun-teal';
-- In each group the first ten people get the ten shapes, the first six the six inks, and so on.
UPDATE person SET sign = (
    SELECT json_extract('["sun","moon","leaf","wave","hill","star","drop","bell","fish","key"]', '$[' || (n % 10) || ']')
        || '-' || json_extract('["teal","plum","olive","slate","cocoa","ink"]', '$[' || (n % 6) || ']')
    FROM (SELECT count(*) AS n FROM person AS other WHERE other.group_id = person.group_id AND other.id < person.id)
);
