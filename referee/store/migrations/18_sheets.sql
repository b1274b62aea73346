-- The score sheets of games that people made: `game` is the id made of the sheet, which `told` is, as JSON.
CREATE TABLE sheet (
    game TEXT PRIMARY KEY,
    told TEXT NOT NULL CHECK (json_valid(told)),
    at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER sheet_is_never_changed BEFORE UPDATE ON sheet
BEGIN SELECT RAISE(ABORT, 'a sheet is never changed'); END;
