"""Plays that the app BG Stats wrote become results: who played what and when, who won and by which score, as nothing else is told."""

import hashlib
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from referee.games import GAMES
from referee.kernel.info import Info
from referee.rulebook import LANGUAGES, load
from referee.store.results import Came, Result

from .taking_in import NotTaken, name_of

OURS = UUID("6d8a3c55-2b0e-5f4e-9f0b-1f7a62c1b9d4")
"""What the ids of games and people are made in."""
MOST_PLAYS = 20_000
MOST_GAMES = 1000
"""So many games one after the other are one play, at most."""
DAY = 86_400
MOST_POINTS = 10**9
NUMBER = re.compile(r"[+-]?[0-9]{1,9}")

Ref = int | str
Read = tuple[str, Result | NotTaken]


@dataclass(frozen=True)
class _File:
    """What the plays of a file refer to, by id."""

    games: Mapping[Ref, Mapping[str, Any]]
    players: Mapping[Ref, Mapping[str, Any]]


def play_id(name: str) -> str:
    """What a game or somebody is known by in the files that are written here."""
    return str(uuid5(OURS, name))


def is_plays(told: object) -> bool:
    """Whether something is a file of plays, sound or not."""
    return isinstance(told, Mapping) and "plays" in told and "format" not in told


def read_plays(told: Mapping[str, Any]) -> Iterator[Read]:
    """Every play of a file with its place as a JSON pointer: its result, or why it cannot be taken. NotTaken where that is all of it."""
    plays = told.get("plays")
    if not isinstance(plays, list) or len(plays) > MOST_PLAYS:
        raise NotTaken("not_a_list", "/plays")
    file = _File(_by_id(told, "games"), _by_id(told, "players"))
    for at, play in enumerate(plays):
        where = f"/plays/{at}"
        try:
            yield where, _read(file, play, where)
        except NotTaken as bad:
            yield where, bad


def taken_and_refused(told: Mapping[str, Any]) -> tuple[list[Result], list[NotTaken]]:
    """The results of a file, and why its other plays cannot be taken. NotTaken where that is all of it."""
    read = [one for _where, one in read_plays(told)]
    return [one for one in read if isinstance(one, Result)], [one for one in read if isinstance(one, NotTaken)]


def _by_id(told: Mapping[str, Any], name: str) -> dict[Ref, Mapping[str, Any]]:
    rows = told.get(name)
    if not isinstance(rows, list):
        raise NotTaken("not_a_list", f"/{name}")
    return {row["id"]: row for row in rows if isinstance(row, Mapping) and _is_ref(row.get("id"))}


def _is_ref(told: object) -> bool:
    return isinstance(told, int | str) and not isinstance(told, bool)


def _referred(rows: Mapping[Ref, Mapping[str, Any]], told: object) -> Mapping[str, Any]:
    """The row that is meant; an empty one where there is none."""
    return rows.get(told, {}) if isinstance(told, int | str) and _is_ref(told) else {}


def _read(file: _File, play: object, where: str) -> Result:
    if not isinstance(play, Mapping):
        raise NotTaken("not_an_object", where)
    if play.get("ignored") is True:
        raise NotTaken("play_ignored", f"{where}/ignored")
    known = _referred(file.games, play.get("gameRefId"))
    info = _game(known, f"{where}/gameRefId")
    rows = play.get("playerScores")
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise NotTaken("not_a_list", f"{where}/playerScores")
    least, most = info.seats
    if not least <= len(rows) <= most:
        raise NotTaken("play_seats", f"{where}/playerScores", {"found": len(rows), "least": least, "most": most})
    at = _time(play.get("playDate"), f"{where}/playDate")
    names = _names(file, rows, f"{where}/playerScores")
    games, came = _came_to(rows, names, _low_wins(known, info), _rounds(play, info))
    return Result(_uid(play, (info.id, at, games, came)), info.id, at, games, came)


def _game(known: Mapping[str, Any], where: str) -> Info:
    """The game of a play: by the id that is written here, else by its name in any language. NotTaken."""
    name = name if isinstance(name := known.get("name"), str) else ""
    for game, kept in GAMES.items():
        book = load(game)
        called = {text[lang].casefold() for text in (book.name, book.short) for lang in LANGUAGES}
        if known.get("uuid") == play_id(game) or name.strip().casefold() in called:
            return kept.info
    raise NotTaken("unknown_game", where, {"found": name[:40].encode(errors="replace").decode()})


def _low_wins(known: Mapping[str, Any], info: Info) -> bool:
    told = known.get("highestWins")
    return not told if isinstance(told, bool) else info.low_wins


def _rounds(play: Mapping[str, Any], info: Info) -> int:
    """How many games were played one after the other, where such are counted and that is told."""
    told = play.get("rounds")
    return told if info.tally and type(told) is int and 0 < told <= MOST_GAMES else 0


def _time(told: object, where: str) -> float:
    """When it was played. NotTaken."""
    try:
        at = datetime.strptime(str(told), "%Y-%m-%d %H:%M:%S").timestamp()
    except (ValueError, OverflowError, OSError) as bad:
        raise NotTaken("no_play_date", where) from bad
    if not 0 <= at <= time.time() + DAY:
        raise NotTaken("no_play_date", where)
    return at


def _names(file: _File, rows: Sequence[Mapping[str, Any]], where: str) -> list[str]:
    """The names of those who played; NotTaken where one has none, or plays twice."""
    refs = [row.get("playerRefId") for row in rows]
    found = []
    for at, ref in enumerate(refs):
        known = _referred(file.players, ref)
        if not known or ref in refs[:at]:
            raise NotTaken("no_person", f"{where}/{at}/playerRefId")
        name = known.get("name")
        if known.get("isAnonymous") is True or not isinstance(name, str) or not name.strip():
            raise NotTaken("play_nameless", f"{where}/{at}/playerRefId")
        found.append(name_of(name.strip(), f"{where}/{at}/playerRefId"))
    return found


def _came_to(rows: Sequence[Mapping[str, Any]], names: Sequence[str], low_wins: bool, rounds: int) -> tuple[int, tuple[Came, ...]]:
    """How many games there were, and what everybody came to."""
    scores = [_score(row.get("score")) for row in rows]
    place = _places([_rank(row.get("rank")) for row in rows]) or _places(scores, not low_wins)
    won = _winners(rows, place)
    if place is None and any(won):
        place = _places([*map(int, won)], True)
    known = [score for score in scores if score is not None]
    several = bool(rounds) and len(known) == len(rows) and all(0 <= score <= rounds for score in known)
    wins = known if several else [*map(int, won)]
    came = (Came(None, place[at] if place else None, scores[at], wins[at], name) for at, name in enumerate(names))
    return rounds if several else 1, tuple(came)


def _score(told: object) -> int | None:
    """A whole number, as text or not."""
    if type(told) is int:
        return told if abs(told) < MOST_POINTS else None
    return int(told) if isinstance(told, str) and NUMBER.fullmatch(told.strip()) else None


def _rank(told: object) -> int | None:
    return told if type(told) is int and told > 0 else None


def _places(numbers: Sequence[int | None], high: bool = False) -> list[int] | None:
    """The place of everybody by numbers, ``high`` ones first; None where one has none."""
    known = [-number if high else number for number in numbers if number is not None]
    return [1 + sum(other < own for other in known) for own in known] if len(known) == len(numbers) else None


def _winners(rows: Sequence[Mapping[str, Any]], place: Sequence[int] | None) -> list[bool]:
    """Who is said to have won, else who came out first; nobody where everybody is ranked and said not to have won."""
    said = [row.get("winner") is True for row in rows]
    lost = all(row.get("winner") is False and _rank(row.get("rank")) for row in rows)
    return said if any(said) or lost or place is None else [own == 1 for own in place]


def _uid(play: Mapping[str, Any], read: object) -> str:
    """What it is known by; a play without an id is known by what was read of it."""
    try:
        return UUID(str(play.get("uuid"))).hex
    except ValueError:
        return hashlib.sha256(repr(read).encode()).hexdigest()[:32]
