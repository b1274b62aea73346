"""Merge, separate and forget the people of a group."""

from sqlite_utils import Database

from . import groups
from .errors import NameTaken, PlayedTogether, Unknown
from .values import PersonRow

Place = tuple[int, str]  # Table id and seat id

_ALL_OF = (
    "WITH RECURSIVE one(id) AS (SELECT ?1 UNION ALL SELECT person.id FROM person JOIN one ON"
    " merged_into = one.id) SELECT id FROM one"
)

_TOGETHER = (
    "SELECT 1 FROM seating one JOIN seating other USING (table_id) WHERE one.person_id = ? AND"
    " other.person_id = ?"
)


def places_of(db: Database, person: int, but_named: str = "") -> list[Place]:
    """Return a person's places, except those shown under the name `but_named`."""
    return db.execute(
        "SELECT table_id, seat FROM seating WHERE person_id = ? AND name <> ?", (person, but_named)
    ).fetchall()


def merged(db: Database, person: int) -> tuple[PersonRow, ...]:
    """Return the people merged into this person, as they were before."""
    asked = "SELECT id FROM person WHERE merged_into = ? ORDER BY id"
    ids = [known for (known,) in db.execute(asked, (person,)).fetchall()]
    return tuple(groups.as_known(db, one) for one in ids)


def merge(db: Database, group_id: int, person: int, into: int) -> list[Place]:
    """Merge a person `into` another, return places; raises Unknown, NameTaken, PlayedTogether."""
    names = {one: _name(db, group_id, one) for one in (person, into)}
    if len(names) < 2:
        raise Unknown("person")
    if db.execute(_TOGETHER, (person, into)).fetchone():
        raise PlayedTogether
    places = places_of(db, person, names[into])
    _free_at(db, person, names[into])
    db.execute("UPDATE person SET merged_into = ? WHERE id = ?", (into, person))
    played = (
        "UPDATE person SET last_played = max(last_played, (SELECT last_played FROM person WHERE id"
        " = ?)) WHERE id = ?"
    )
    db.execute(played, (person, into))
    db.execute(
        "UPDATE seating SET first_id = coalesce(first_id, person_id), person_id = ?1, name = ?2"
        " WHERE person_id = ?3",
        (into, names[into], person),
    )
    return places


def part(db: Database, group_id: int, person: int) -> list[Place]:
    """Undo a merge; return places renamed. Raises Unknown, NameTaken."""
    name = _name(db, group_id, person, "merged_into IS NOT NULL")
    if groups.named(db, group_id, name) is not None:
        raise NameTaken(name)
    db.execute("UPDATE person SET merged_into = NULL WHERE id = ?", (person,))
    db.execute(
        "UPDATE seating SET person_id = ?1, first_id = nullif(first_id, ?1) WHERE first_id IN"
        f" ({_ALL_OF})",
        (person,),
    )
    places = places_of(db, person, name)
    _free_at(db, person, name)
    db.execute("UPDATE seating SET name = ? WHERE person_id = ?", (name, person))
    return places


def forget(db: Database, group_id: int, person: int) -> list[Place]:
    """Erase a person's name (seats show P1, P2 …) and return their places. Raises Unknown."""
    _name(db, group_id, person)
    places = places_of(db, person)
    for table_id, seat in places:
        names = dict(
            db.execute("SELECT seat, name FROM seating WHERE table_id = ?", (table_id,)).fetchall()
        )
        others = {name.casefold() for at, name in names.items() if at != seat}
        name = next(
            name for at in range(1, len(names) + 1) if (name := f"P{at}").casefold() not in others
        )
        db.execute(
            "UPDATE seating SET name = ? WHERE table_id = ? AND seat = ?", (name, table_id, seat)
        )
    db.execute(f"UPDATE person SET name = '', last_played = 0 WHERE id IN ({_ALL_OF})", (person,))
    return places


def _name(db: Database, group_id: int, person: int, where: str = "merged_into IS NULL") -> str:
    """Return a person's name; raises Unknown, also if merged or forgotten."""
    asked = f"SELECT name FROM person WHERE id = ? AND group_id = ? AND name <> '' AND {where}"
    known = db.execute(asked, (person, group_id)).fetchone()
    if known is None:
        raise Unknown("person")
    return str(known[0])


def _free_at(db: Database, person: int, name: str) -> None:
    """Raise NameTaken if another player at one of the person's tables has this name."""
    names = (
        "SELECT other.name FROM seating one JOIN seating other USING (table_id) WHERE one.person_id"
        " = ?1 AND other.person_id IS NOT ?1"
    )
    if any(
        other.casefold() == name.casefold() for (other,) in db.execute(names, (person,)).fetchall()
    ):
        raise NameTaken(name)
