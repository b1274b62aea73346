"""Groups and their people."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlite_utils import Database

from .codes import new_link, new_uid
from .errors import Unknown
from .symbols import Sign, free_sign, read_sign
from .values import EVERY, GroupRow, PersonRow, check_name

_PERSON = "id, group_id, name, last_played, sign, uid"
_PLAYED = (
    "UPDATE person SET last_played = iif(name = '', 0, max(last_played, ?)) WHERE id = ? AND"
    " group_id = ?"
)
_KNOWN = "merged_into IS NULL AND name <> ''"


def create(db: Database, at: float, letter: str, uid: str = "", name: str = "") -> int:
    """Create a group with a link after the node's letter; return its id."""
    added = db.execute(
        "INSERT INTO grp (link, created, uid, name) VALUES (?, ?, ?, ?)",
        (new_link(letter), at, uid or new_uid(), name),
    )
    assert added.lastrowid is not None
    return added.lastrowid


def by_id(db: Database, group_id: int) -> GroupRow:
    """Return a group; raises Unknown."""
    return _one(db, "id", group_id)


def by_link(db: Database, link: str) -> GroupRow:
    """Return the group of a link; raises Unknown."""
    return _one(db, "link", link)


def by_uid(db: Database, uid: str) -> GroupRow:
    """Return the group with this uid, the same on every server; raises Unknown."""
    return _one(db, "uid", uid)


def renew(db: Database, group_id: int, letter: str) -> None:
    """Give a group a new link."""
    db.execute("UPDATE grp SET link = ? WHERE id = ?", (new_link(letter), group_id))


def rename(db: Database, group_id: int, name: str) -> None:
    """Set or clear a group's name; raises Unknown, Unstorable, TooLarge."""
    if name:
        check_name(name)
    if db.execute("UPDATE grp SET name = ? WHERE id = ?", (name, group_id)).rowcount != 1:
        raise Unknown("group")


def _one(db: Database, column: str, value: object) -> GroupRow:
    row = db.execute(
        f"SELECT id, link, created, name, uid FROM grp WHERE {column} = ?", (value,)
    ).fetchone()
    if row is None:
        raise Unknown("group")
    return GroupRow(*row)


def people(db: Database, group_id: int, limit: int = EVERY) -> tuple[PersonRow, ...]:
    """Return at most `limit` people, last played first, without merged or forgotten ones."""
    asked = (
        f"SELECT {_PERSON} FROM person WHERE group_id = ? AND {_KNOWN} ORDER BY last_played DESC,"
        " id LIMIT ?"
    )
    rows = db.execute(asked, (group_id, limit))
    return tuple(map(_person, rows.fetchall()))


def everybody(db: Database, group_id: int) -> tuple[PersonRow, ...]:
    """Return all of a group's people by id, forgotten ones too, without merged ones."""
    asked = f"SELECT {_PERSON} FROM person WHERE group_id = ? AND merged_into IS NULL"
    return tuple(map(_person, sorted(db.execute(asked, (group_id,)).fetchall())))


def persons(db: Database, ids: Iterable[int]) -> dict[int, PersonRow]:
    """Return people by the ids asked for, merges followed; forgotten ones have no name."""
    asked = (
        "WITH RECURSIVE now(asked, id) AS (SELECT value, value FROM json_each(?) UNION ALL SELECT"
        " asked, merged_into FROM now JOIN person USING (id) WHERE merged_into IS NOT NULL) SELECT"
        f" asked, {_PERSON} FROM now JOIN person USING (id) WHERE merged_into IS NULL ORDER BY"
        " asked"
    )
    return {
        person: _person(tuple(row))
        for person, *row in db.execute(asked, (json.dumps(list(ids)),)).fetchall()
    }


def as_known(db: Database, person: int) -> PersonRow:
    """Return the person with this id under their own name, even if merged; raises Unknown."""
    row = db.execute(f"SELECT {_PERSON} FROM person WHERE id = ?", (person,)).fetchone()
    if row is None:
        raise Unknown("person")
    return _person(row)


def _person(row: tuple[Any, ...]) -> PersonRow:
    person, group, name, last_played, sign, uid = row
    return PersonRow(person, group, name, last_played, read_sign(sign), uid)


def signs(db: Database, group_id: int) -> tuple[Sign, ...]:
    """Return the signs of a group's people."""
    rows = db.execute("SELECT sign FROM person WHERE group_id = ?", (group_id,)).fetchall()
    return tuple(read_sign(sign) for (sign,) in rows)


def choose_sign(db: Database, group_id: int, person: int, sign: Sign) -> None:
    """Set a person's sign; raises Unknown."""
    change = "UPDATE person SET sign = ? WHERE id = ? AND group_id = ?"
    if db.execute(change, (str(sign), person, group_id)).rowcount != 1:
        raise Unknown("person")


def people_for(
    db: Database, group_id: int, seats: Sequence[tuple[str, str, int | None]], at: float
) -> tuple[int, ...]:
    """Return the person of each seat (id, name, person or None) and set their last-played time.

    Without a person, take the namesake not seated here yet, or create one: two players called Ann
    are two people. Raises Unknown if a given person is not in this group.
    """
    taken = [person for _, _, person in seats if person is not None]
    chosen: list[int] = []
    for _, name, person in seats:
        known = named(db, group_id, name, taken + chosen) if person is None else _still(db, person)
        if known is None:
            known = add(db, group_id, name, at, free_sign(signs(db, group_id)))
        elif db.execute(_PLAYED, (at, known, group_id)).rowcount != 1:
            raise Unknown("person")
        chosen.append(known)
    return tuple(chosen)


def _still(db: Database, person: int) -> int:
    now = persons(db, [person]).get(person)
    if now is None:
        raise Unknown("person")
    return now.id


def add(db: Database, group_id: int, name: str, at: float, sign: Sign, uid: str = "") -> int:
    """Create a person in a group and return their id."""
    values = (group_id, name, at, str(sign), uid or new_uid())
    added = db.execute(
        "INSERT INTO person (group_id, name, last_played, sign, uid) VALUES (?, ?, ?, ?, ?)", values
    )
    assert added.lastrowid is not None
    return added.lastrowid


def named(db: Database, group_id: int, name: str, but: Sequence[int] = ()) -> int | None:
    """Return the id of the group's first person with this name and not in `but`, or None."""
    asked = f"SELECT id FROM person WHERE group_id = ? AND name = ? AND {_KNOWN} ORDER BY id"
    namesakes = db.execute(asked, (group_id, name)).fetchall()
    return next((person for (person,) in namesakes if person not in but), None)


def forget_unseated(db: Database, person: int) -> None:
    """Delete a person without a seat, unless a log, a merge or a pre-0.10 result refers to them."""
    db.execute(
        "DELETE FROM person WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM seating WHERE ?1 IN"
        " (person_id, first_id)) AND NOT EXISTS (SELECT 1 FROM result_person WHERE ?1 IN"
        " (person_id, first_id)) AND NOT EXISTS (SELECT 1 FROM person WHERE merged_into = ?1) AND"
        " NOT EXISTS (SELECT 1 FROM play JOIN event ON event.table_id = play.id WHERE play.group_id"
        " = person.group_id AND event.type = 'seat' AND ?1 IN (event.data ->> 'was', event.data ->>"
        " 'now'))",
        (person,),
    )
