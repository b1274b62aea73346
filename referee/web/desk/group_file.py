"""A group from elsewhere becomes a group here, with its people, tables and results; whatever is here already stays as it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel.game import AnyGame
from referee.kernel.record import LATEST
from referee.store import Store
from referee.store.errors import Unstorable
from referee.store.results import Came, Result
from referee.store.signs import read_sign
from referee.store.values import NewPerson, NewRecord

from .plays import MOST_GAMES, MOST_POINTS
from .taking_in import NotTaken, Taken, name_of, read_record, stored, uid_of

FORMAT = "referee-group/1"


@dataclass(frozen=True)
class TakenGroup:
    """The group of a file, its tables, and how many results without one are new here."""

    group: int
    tables: tuple[Taken, ...]
    results: int


def is_group(told: object) -> bool:
    """Whether something is the file of a group, sound or not."""
    return isinstance(told, Mapping) and str(told.get("format", "")).startswith("referee-group/")


def take_in_group(store: Store, told: Mapping[str, Any], games: Mapping[str, AnyGame]) -> TakenGroup:
    """Store a group once all of it is read and played through. NotTaken."""
    if told.get("format") != FORMAT:
        raise NotTaken("unknown_format", "/format", {"found": str(told.get("format"))[:40]})
    uid, name = uid_of(told, ""), str(told.get("name") or "")
    if name:
        name_of(name, "/name")
    people = [_person(one, f"/people/{at}") for at, one in enumerate(_list(told, "people", ""))]
    tables = [_table(one, f"/tables/{at}", people, games) for at, one in enumerate(_list(told, "tables", ""))]
    results = [_result(one, f"/results/{at}", len(people), games) for at, one in enumerate(_list({"results": [], **told}, "results", ""))]
    began = min((*(record.events[0][1] for record, _members in tables), *(one.at for one in results)), default=0.0)
    group, ids = store.take_in_group(uid, name, people, began)
    taken = tuple(stored(store, record, group, [one and ids[one - 1] for one in members]) for record, members in tables)
    here = [replace(one, people=tuple(replace(came, person=ids[(came.person or 0) - 1]) for came in one.people)) for one in results]
    return TakenGroup(group, taken, store.take_in_results(group, here))


def _list(told: Mapping[str, Any], name: str, where: str) -> list[Any]:
    found = told.get(name)
    if not isinstance(found, list):
        raise NotTaken("not_a_list", f"{where}/{name}")
    return found


def _person(told: Any, where: str) -> NewPerson:
    if not isinstance(told, Mapping):
        raise NotTaken("not_an_object", where)
    name, played = told.get("name"), told.get("played")
    if not isinstance(played, int | float) or isinstance(played, bool) or not 0 <= played < LATEST:
        raise NotTaken("not_a_number", f"{where}/played")
    try:
        sign = read_sign(str(told.get("sign")))
    except Unstorable as bad:
        raise NotTaken("no_sign", f"{where}/sign") from bad
    return NewPerson(uid_of(told, where), "" if name == "" else name_of(name, f"{where}/name"), sign, float(played))


def _table(told: Any, where: str, people: Sequence[NewPerson], games: Mapping[str, AnyGame]) -> tuple[NewRecord, list[int | None]]:
    """A table's record, and who its people are among those of the group, from 1; None for whoever is not known."""
    if not isinstance(told, Mapping):
        raise NotTaken("not_an_object", where)
    try:
        record = read_record(told.get("record"), games)
    except NotTaken as bad:
        raise NotTaken(bad.code, f"{where}/record{bad.pointer}", bad.params, bad.rulings) from bad
    members = _list(told, "people", where)
    if len(members) != len(record.people):
        raise NotTaken("no_person", f"{where}/people")
    for at, one in enumerate(members):
        if one is not None and not (type(one) is int and 0 < one <= len(people) and one not in members[:at]):
            raise NotTaken("no_person", f"{where}/people/{at}")
    return record, members


def _result(told: Any, where: str, people: int, games: Mapping[str, AnyGame]) -> Result:
    """What was played without a record; its people are known by their places in the group, from 1."""
    if not isinstance(told, Mapping):
        raise NotTaken("not_an_object", where)
    game, at = str(told.get("game")), told.get("at")
    if game not in games:
        raise NotTaken("unknown_game", f"{where}/game", {"found": game[:40]})
    if not isinstance(at, int | float) or isinstance(at, bool) or not 0 <= at < LATEST:
        raise NotTaken("not_a_number", f"{where}/at")
    played = _whole(told.get("games"), f"{where}/games", 1, MOST_GAMES)
    came: list[Came] = []
    for number, one in enumerate(_list(told, "people", where)):
        here = f"{where}/people/{number}"
        if not isinstance(one, Mapping):
            raise NotTaken("not_an_object", here)
        if (person := _whole(one.get("person"), f"{here}/person", 1)) > people or person in [other.person for other in came]:
            raise NotTaken("no_person", f"{here}/person")
        place = None if one.get("place") is None else _whole(one.get("place"), f"{here}/place", 1)
        score = None if one.get("score") is None else _whole(one.get("score"), f"{here}/score", -MOST_POINTS)
        came.append(Came(person, place, score, _whole(one.get("won"), f"{here}/won", 0, played)))
    if not came:
        raise NotTaken("no_person", f"{where}/people")
    return Result(uid_of(told, where), game, float(at), played, tuple(came))


def _whole(told: Any, where: str, least: int, most: int = MOST_POINTS) -> int:
    if type(told) is not int or not least <= told <= most:
        raise NotTaken("not_a_number", where)
    return told
