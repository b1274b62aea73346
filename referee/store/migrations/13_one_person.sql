ALTER TABLE person ADD COLUMN merged_into INTEGER REFERENCES person (id);
ALTER TABLE seating ADD COLUMN first_id INTEGER REFERENCES person (id);
CREATE INDEX person_merged ON person (merged_into) WHERE merged_into IS NOT NULL;
