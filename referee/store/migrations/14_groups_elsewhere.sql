-- A group and its people are known by their uids, at whichever server they are.
ALTER TABLE grp ADD COLUMN uid TEXT NOT NULL DEFAULT '';
UPDATE grp SET uid = lower(hex(randomblob(16)));
CREATE UNIQUE INDEX grp_by_uid ON grp (uid) WHERE uid != '';
ALTER TABLE person ADD COLUMN uid TEXT NOT NULL DEFAULT '';
UPDATE person SET uid = lower(hex(randomblob(16)));
CREATE UNIQUE INDEX person_by_uid ON person (group_id, uid) WHERE uid != '';
