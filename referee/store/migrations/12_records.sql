-- A record is known by its uid, at whichever server its table is.
ALTER TABLE play ADD COLUMN uid TEXT NOT NULL DEFAULT '';
UPDATE play SET uid = lower(hex(randomblob(16)));
CREATE UNIQUE INDEX play_by_uid ON play (uid) WHERE uid != '';
