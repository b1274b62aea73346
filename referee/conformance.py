"""Golden records as data by which any other program tests its rules: every case with its moves,
refusals, lines, totals and result.

A golden record is a file in the ``records`` of a game: a table played move by move. Its keys are
``name game seats clauses moves`` and perhaps ``options``, ``edition`` and what is expected, which
the tests of this program read. A move has ``seat`` (absent: the table), ``kind``, the fields of the
prompt, and perhaps ``accept`` or ``refused``.
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
"""What a move has beside the fields that its prompt asks."""


def files(game: str) -> list[Path]:
    """The golden records of a game."""
    return sorted(game_file(game, "records").glob("*.toml"))


@cache
def document(game: str) -> str:
    """The cases of a game as JSON, a line for each."""
    cases = ",\n".join(json.dumps(_case(path), ensure_ascii=False) for path in files(game))
    head = json.dumps({"format": FORMAT, "game": game, "rules_version": GAMES[game].info.version})
    return f'{head[:-1]}, "cases": [\n{cases}\n]}}\n'


def read(path: Path) -> dict[str, Any]:
    """A golden record as it is written, with every option."""
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    info, chosen = GAMES[told["game"]].info, told.get("options", {})
    options = complete_options(
        info, tuple(told["seats"]), {**info.unsaid, **chosen}, told.get("edition", "page")
    )
    return {**told, "options": options}


def answer(move: Mapping[str, Any]) -> dict[str, Any]:
    """What a move answers to its prompt."""
    return {key: value for key, value in move.items() if key not in MOVE_KEYS}


def played(
    game: AnyGame, state: Any, moves: Iterable[Mapping[str, Any]]
) -> Iterator[tuple[Mapping[str, Any], Checked, Any]]:
    """Each move with what was found of it, and the state after it: the same one where it was
    refused.
    """
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
    """A line of the score sheet; only those that ``count`` make up the totals."""
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
