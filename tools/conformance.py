"""Golden records as data for other programs: moves, refusals, lines, totals and results.

A golden record is a file in a game's ``records``. Its keys are ``name game seats clauses moves``,
optional ``options`` and ``edition``, and expectations for the tests here. A move has ``seat``
(absent: the table), ``kind``, its fields, and optional ``accept`` or ``refused``.
"""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from referee.game_files import game_file
from referee.games import GAMES
from referee.kernel import contract
from referee.kernel.contract import Checked, complete_options, totals
from referee.kernel.game import AnyGame, check

FORMAT = "referee-lines/1"
Value = str | int | bool | None | list[str]
MOVE_KEYS = {"seat", "kind", "accept", "refused"}
"""Keys of a move besides the fields of its prompt."""


class Whole(Struct, forbid_unknown_fields=True):
    """An object with all of its fields and no others."""


class Move(Whole):
    """A move as it was tried; the data of a refused one may be anything."""

    kind: str
    seat: str | None
    data: dict[str, Value]
    accept: list[str]
    refused: list[str]


class Line(Whole):
    """A line of the score sheet; only those with ``counts`` make up the totals."""

    seat: str | None
    round: int
    points: int
    counts: bool
    clause: str
    code: str
    slot: str
    part: str
    cards: list[str]


class Case(Whole):
    """One table from first to last move, and what comes of it."""

    id: Annotated[str, Meta(min_length=1)]
    name: str
    clauses: Annotated[list[str], Meta(min_length=1)]
    seats: Annotated[list[str], Meta(min_length=1)]
    options: dict[str, Any]
    moves: list[Move]
    lines: list[Line]
    totals: dict[str, int]
    ranking: list[list[str]] | None
    winners: list[str] | None


class Cases(Whole):
    """The cases of a game."""

    format: Annotated[str, Meta(extra_json_schema={"const": FORMAT})]
    game: str
    rules_version: str
    cases: Annotated[list[Case], Meta(min_length=1)]


class AllCases(Whole):
    """The cases of all games."""

    format: Annotated[str, Meta(extra_json_schema={"const": FORMAT})]
    games: list[Cases]


def files(game: str) -> list[Path]:
    """The golden records of a game."""
    return sorted(game_file(game, "records").glob("*.toml"))


@cache
def cases(game: str) -> tuple[Mapping[str, Any], ...]:
    """The golden records of a game as written."""
    return tuple(tomllib.loads(path.read_text(encoding="utf-8")) for path in files(game))


@cache
def document(game: str) -> str:
    """The cases of a game as JSON, one per line."""
    told = ",\n".join(
        json.dumps(msgspec.to_builtins(_case(path)), ensure_ascii=False) for path in files(game)
    )
    head = json.dumps({"format": FORMAT, "game": game, "rules_version": GAMES[game].info.version})
    return f'{head[:-1]}, "cases": [\n{told}\n]}}\n'


def read(path: Path) -> dict[str, Any]:
    """A golden record as written, with every option filled in."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    info, chosen = GAMES[told["game"]].info, told.get("options", {})
    options = complete_options(
        info, tuple(told["seats"]), {**info.unsaid, **chosen}, told.get("edition", "page")
    )
    return {**told, "options": options}


def answer(move: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a move that answer its prompt."""
    return {key: value for key, value in move.items() if key not in MOVE_KEYS}


def played(
    game: AnyGame, state: Any, moves: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[Mapping[str, Any], Checked, Any]]:
    """Each move with its check and the state after it, unchanged if refused."""
    for move in moves:
        checked = check(
            game, state, move["kind"], move.get("seat"), answer(move), move.get("accept", ())
        )
        if checked.move is not None and not checked.objections:
            state = game.advance(state, checked.move)
        yield move, checked, state


def _case(path: Path) -> Case:
    told = read(path)
    game, seats = GAMES[told["game"]], tuple(told["seats"])
    state, moves = game.setup(seats, told["options"]), []
    for move, checked, after in played(game, state, told["moves"]):
        state = after
        refused = [ruling.clause or ruling.code for ruling in checked.objections]
        moves.append(
            Move(move["kind"], move.get("seat"), answer(move), move.get("accept", []), refused)
        )
    lines, result = game.lines(state), game.result(state)
    return Case(
        id=path.stem,
        name=told["name"],
        clauses=told["clauses"],
        seats=told["seats"],
        options=told["options"],
        moves=moves,
        lines=[_line(line) for line in lines],
        totals=totals(lines, seats),
        ranking=[list(tied) for tied in result.ranking] if result else None,
        winners=list(result.winners) if result else None,
    )


def _line(line: contract.Line) -> Line:
    told = {name: getattr(line, name) for name in Line.__struct_fields__}
    return Line(**told | {"seat": None if line.nobody else line.seat, "cards": list(line.cards)})


@cache
def everything() -> str:
    """The documents of all games in one."""
    told = ",\n".join(document(game).rstrip() for game in GAMES)
    return f'{{"format": "{FORMAT}", "games": [\n{told}\n]}}\n'
