"""Results without a log: what a group played elsewhere, known by its end alone."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlite_utils import Database

from . import groups
from .values import EVERY


@dataclass(frozen=True, slots=True)
class Came:
    """What somebody came to: their place, where one is known, their score, if any, and how many games they won.

    ``person`` is None for whoever is known by their ``name`` alone.
    """

    person: int | None
    place: int | None
    score: int | None
    won: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """So many ``games`` of one kind, played at one time; ``uid`` is what they are known by everywhere."""

    uid: str
    game: str
    at: float
    games: int
    people: tuple[Came, ...]


def take_in(db: Database, group_id: int, results: Iterable[Result]) -> int:
    """Store what is not here yet, and say how much that is; what is here as a table is here."""
    return sum(_is_new(db, group_id, result) for result in results)


def _is_new(db: Database, group_id: int, result: Result) -> bool:
    here = "SELECT 1 FROM play WHERE uid = ?1 UNION ALL SELECT 1 FROM result WHERE uid = ?1 AND group_id = ?2"
    if db.execute(here, (result.uid, group_id)).fetchone():
        return False
    values = (group_id, result.uid, result.game, result.at, result.games)
    added = db.execute("INSERT INTO result (group_id, uid, game, at, games) VALUES (?, ?, ?, ?, ?)", values).lastrowid
    people = groups.people_for(db, group_id, [("", one.name, one.person) for one in result.people], result.at)
    for position, (person, one) in enumerate(zip(people, result.people, strict=True)):
        db.execute(
            "INSERT INTO result_person (result_id, position, person_id, place, score, won) VALUES (?, ?, ?, ?, ?, ?)",
            (added, position, person, one.place, one.score, one.won),
        )
    return True


def give_way(db: Database, group_id: int, uid: str) -> None:
    """Remove the result of what is a table of the group by now, so that nothing counts twice."""
    where = "SELECT id FROM result WHERE group_id = ? AND uid = ?"
    db.execute(f"DELETE FROM result_person WHERE result_id IN ({where})", (group_id, uid))
    db.execute("DELETE FROM result WHERE group_id = ? AND uid = ?", (group_id, uid))


def take_out(db: Database, group_id: int, uid: str) -> None:
    """Remove a result, and whoever is known by it alone."""
    people = "SELECT person_id FROM result_person JOIN result ON id = result_id WHERE group_id = ? AND uid = ?"
    there = db.execute(people, (group_id, uid)).fetchall()
    give_way(db, group_id, uid)
    known = ("seating WHERE person_id = ?1", "result_person WHERE person_id = ?1", "person WHERE merged_into = ?1")
    alone = " AND ".join(f"NOT EXISTS (SELECT 1 FROM {rows})" for rows in known)
    for (person,) in there:
        db.execute(f"DELETE FROM person WHERE id = ?1 AND merged_into IS NULL AND {alone}", (person,))


def of_group(db: Database, group_id: int, limit: int = EVERY) -> tuple[Result, ...]:
    """Return a group's results, those played last first."""
    newest = "SELECT * FROM result WHERE group_id = ? ORDER BY at DESC, uid DESC LIMIT ?"
    people = "position, person_id, place, score, won"
    rows = db.execute(f"SELECT at, uid, game, games, {people} FROM ({newest}) JOIN result_person ON result_id = id", (group_id, limit))
    found: dict[tuple[float, str, str, int], list[Came]] = {}
    for at, uid, game, games, _position, *came in sorted(rows.fetchall(), key=lambda row: row[4]):
        found.setdefault((at, uid, game, games), []).append(Came(*came))
    return tuple(Result(uid, game, at, games, tuple(found[at, uid, game, games])) for at, uid, game, games in sorted(found, reverse=True))
