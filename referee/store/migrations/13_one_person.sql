ALTER TABLE person ADD COLUMN merged_into INTEGER REFERENCES person (id);
ALTER TABLE seating ADD COLUMN first_id INTEGER REFERENCES person (id);
