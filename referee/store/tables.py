"""Game tables and their seats."""

from collections.abc import Iterable, Sequence
from dataclasses import fields
from itertools import count

from sqlite_utils import Database

from . import groups
from .codes import BEHIND_LETTER, code_length, new_code, new_link, new_uid, read_code
from .errors import Unknown, Unstorable
from .symbols import INKS, SHAPES, Sign, read_sign, told_apart
from .values import EVERY, MAX_NAME, ROLES, Role, SeatRow, TableRow, check_name, check_text

NewSeat = tuple[str, str, int | None]  # Seat id, name shown, and person id or None

_NAMES = tuple(field.name for field in fields(TableRow))
COLUMNS = ", ".join(f"play.{name}" for name in _NAMES)
STANDS = "(SELECT back_id FROM departure WHERE departure.table_id = {}) IS NULL"
"""Of the table with this id: no newer one has taken its place."""

_TRIES_PER_LENGTH = 20


def check_seats(seats: Sequence[NewSeat]) -> tuple[NewSeat, ...]:
    """Check a new table's seats; raises Unstorable for none, or a repeated id or person."""
    if not seats:
        raise Unstorable("table", "it has no seat")
    ids = [check_text("seat", seat, MAX_NAME) for seat, _, _ in seats]
    if len(set(ids)) < len(ids):
        raise Unstorable("table", "two of its seats have the same id")
    persons = [person for _, _, person in seats if person is not None]
    if len(set(persons)) < len(persons):
        raise Unstorable("table", "one person sits at two of its seats")
    for _, name, _ in seats:
        check_name(name)
    return tuple(seats)


def create(
    db: Database,
    game: str,
    seats: Sequence[NewSeat],
    group_id: int | None,
    at: float,
    letter: str,
    uid: str = "",
) -> TableRow:
    """Create a table with seats, and a group if none is given; raises Unknown (group, person)."""
    if group_id is None:
        group_id = groups.create(db, at, letter)
    else:
        groups.by_id(db, group_id)
    code = _free_code(db, letter)
    host, seat_link, watch = (new_link(letter) for _role in ROLES)
    values = (code, game, group_id, at, host, seat_link, watch, code, uid or new_uid())
    added = db.execute(
        f"INSERT INTO play ({', '.join(_NAMES[1:])}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values
    )
    assert added.lastrowid is not None
    people = groups.people_for(db, group_id, seats, at)
    for position, ((seat, name, _), person) in enumerate(zip(seats, people, strict=True)):
        db.execute(
            "INSERT INTO seating (table_id, seat, name, position, person_id) VALUES (?, ?, ?,"
            " ?, ?)",
            (added.lastrowid, seat, name, position, person),
        )
    return TableRow(added.lastrowid, *values)


def _free_code(db: Database, letter: str) -> str:
    # Tables are never deleted, so the highest id is their number.
    (tables,) = db.execute("SELECT coalesce(max(id), 0) FROM play").fetchone()
    length = code_length(tables)
    taken = "SELECT 1 FROM play WHERE code = ?1 OR join_code = ?1"
    for tried in count():
        code = new_code(length + tried // _TRIES_PER_LENGTH, letter)
        if db.execute(taken, (code,)).fetchone() is None:
            break
    return code


def letters(db: Database) -> frozenset[str]:
    """Return the letters of the nodes that made links in this file."""
    links = "SELECT link FROM grp UNION ALL SELECT watch_link FROM play"
    rows = db.execute(
        f"SELECT DISTINCT substr(link, 1, 1) FROM ({links}) WHERE substr(link, 2, 1) = ?",
        (BEHIND_LETTER,),
    )
    return frozenset(letter for (letter,) in rows.fetchall())


def by_id(db: Database, table_id: int) -> TableRow:
    """Return a table; raises Unknown."""
    return _one(db, "id = ?1", table_id)


def _one(db: Database, condition: str, value: object) -> TableRow:
    row = db.execute(f"SELECT {COLUMNS} FROM play WHERE {condition}", (value,)).fetchone()
    if row is None:
        raise Unknown("table")
    return TableRow(*row)


def renew(db: Database, table_id: int, letter: str) -> None:
    """Replace a table's join code and links and its group's link; the old ones stop working.

    So does the key by which the phone that it came from would be told the new one.
    """
    table = by_id(db, table_id)
    db.execute(
        "UPDATE play SET join_code = ?, host_link = ?, seat_link = ?, watch_link = ? WHERE id = ?",
        (_free_code(db, letter), new_link(letter), new_link(letter), new_link(letter), table_id),
    )
    db.execute("DELETE FROM arrival WHERE table_id = ?", (table_id,))
    groups.renew(db, table.group_id, letter)


def by_code(db: Database, typed: str, joining: bool = False) -> TableRow:
    """Return the table with this typed address code or join code; raises Unknown."""
    return _one(db, "join_code = ?1" if joining else "code = ?1", read_code(typed))


def by_uid(db: Database, uid: str) -> TableRow:
    """Return the table whose record has this uid; raises Unknown."""
    return _one(db, "uid = ?1 AND uid != ''", uid)


def by_link(db: Database, link: str) -> tuple[TableRow, Role]:
    """Return a link's table and the role it grants; raises Unknown."""
    table = _one(db, "host_link = ?1 OR seat_link = ?1 OR watch_link = ?1", link)
    roles: dict[str, Role] = {
        table.host_link: "host",
        table.seat_link: "seat",
        table.watch_link: "watch",
    }
    return table, roles[link]


def all_ids(db: Database) -> tuple[int, ...]:
    """Return the ids of all tables, oldest first."""
    return tuple(row[0] for row in db.execute("SELECT id FROM play ORDER BY id").fetchall())


def of_group(db: Database, group_id: int, limit: int = EVERY) -> tuple[TableRow, ...]:
    """Return a group's tables, newest first, at most `limit`; of a game that is back, the newer."""
    asked = (
        f"SELECT {COLUMNS} FROM play WHERE group_id = ? AND {STANDS.format('play.id')}"
        " ORDER BY id DESC LIMIT ?"
    )
    rows = db.execute(asked, (group_id, limit))
    return tuple(TableRow(*row) for row in rows.fetchall())


def load_seats(db: Database, table_id: int) -> tuple[SeatRow, ...]:
    """Return a table's seats in order round the table; raises Unknown."""
    asked = (
        "SELECT seat, seating.name, position, person_id, sign FROM seating LEFT JOIN person ON"
        " person.id = person_id WHERE table_id = ? ORDER BY position"
    )
    rows = db.execute(asked, (table_id,)).fetchall()
    if not rows:
        raise Unknown("table")
    signs = seat_signs((person, seat, sign) for seat, _name, _position, person, sign in rows)
    return tuple(
        SeatRow(seat, name, position, person, signs[seat])
        for seat, name, position, person, _sign in rows
    )


def seat_signs(seated: Iterable[tuple[int | None, str, str | None]]) -> dict[str, Sign]:
    """Return distinct signs by seat from (person, seat, own sign); earlier people keep theirs."""
    first = sorted(seated, key=lambda one: (one[0] is None, one[0] or 0, one[1]))
    return told_apart(
        {
            seat: read_sign(sign) if sign else Sign(SHAPES[0], INKS[0])
            for _person, seat, sign in first
        }
    )
