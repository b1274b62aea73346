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
from typing import Any

from referee.game_files import game_file
from referee.games import GAMES
from referee.kernel.contract import Checked, Line, complete_options, totals
from referee.kernel.game import AnyGame, check

FORMAT = "referee-lines/1"
MOVE_KEYS = {"seat", "kind", "accept", "refused"}
"""Keys of a move besides the fields of its prompt."""


def files(game: str) -> list[Path]:
    """The golden records of a game."""
    return sorted(game_file(game, "records").glob("*.toml"))


@cache
def document(game: str) -> str:
    """The cases of a game as JSON, one per line."""
    cases = ",\n".join(json.dumps(_case(path), ensure_ascii=False) for path in files(game))
    head = json.dumps({"format": FORMAT, "game": game, "rules_version": GAMES[game].info.version})
    return f'{head[:-1]}, "cases": [\n{cases}\n]}}\n'


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


def _case(path: Path) -> dict[str, Any]:
    told = read(path)
    game, seats = GAMES[told["game"]], tuple(told["seats"])
    state, moves = game.setup(seats, told["options"]), []
    for move, checked, after in played(game, state, told["moves"]):
        state = after
        refused = [ruling.clause or ruling.code for ruling in checked.objections]
        asked = {
            "kind": move["kind"],
            "seat": move.get("seat"),
            "data": answer(move),
            "accept": move.get("accept", []),
        }
        moves.append({**asked, "refused": refused})
    lines, result = game.lines(state), game.result(state)
    return {
        "id": path.stem,
        "name": told["name"],
        "clauses": told["clauses"],
        "seats": seats,
        "options": told["options"],
        "moves": moves,
        "lines": [*map(_line, lines)],
        "totals": totals(lines, seats),
        "ranking": [*result.ranking] if result else None,
        "winners": result.winners if result else None,
    }


def _line(line: Line) -> dict[str, Any]:
    """A line of the score sheet; only those with ``counts`` make up the totals."""
    return {
        "seat": None if line.nobody else line.seat,
        "round": line.round,
        "points": line.points,
        "counts": line.counts,
        "clause": line.clause,
        "code": line.code,
        "slot": line.slot,
        "part": line.part,
        "cards": line.cards,
    }


@cache
def everything() -> str:
    """The documents of all games in one."""
    told = ",\n".join(document(game).rstrip() for game in GAMES)
    return f'{{"format": "{FORMAT}", "games": [\n{told}\n]}}\n'
