"""Where the tests of a game lie, and what its golden records make the referee say: every state,
ruling and sentence along them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from referee.games import GAMES, find_question
from referee.kernel.contract import Illegal, Line, Message, Result, Ruling, Scene, complete_options
from referee.kernel.game import AnyGame
from referee.kernel.question import Question, seats_of, settle
from tests.support.paths import ROOT
from tools.conformance import files, played, read
from tools.new_game.silent import of_table

GAMES_FOLDER = ROOT / "tests" / "games"
Spoken = Line | Ruling | Message


def folder_of(game_id: str) -> Path:
    """The folder of a game's own tests."""
    return GAMES_FOLDER / game_id.replace("-", "_")


@cache
def spoken(game_id: str) -> tuple[Spoken, ...]:
    """Every distinct line, ruling and sentence of a game's golden records."""
    found = {repr(said): said for path in files(game_id) for said in _case(path)}
    return (*of_start(GAMES[game_id]), *found.values())


def clauses(game_id: str) -> set[str]:
    """Every clause that the golden records of a game make the referee cite."""
    return {said.clause for said in spoken(game_id) if said.clause}


def sheets(game_id: str) -> Iterator[list[Line]]:
    """The lines of each golden record, as often as they stood there."""
    return ([said for said in _case(path) if isinstance(said, Line)] for path in files(game_id))


def _case(path: Path) -> Iterator[Spoken]:
    case = read(path)
    game, seats = GAMES[case["game"]], tuple(case["seats"])
    yield from of_guide(game, seats, case["options"])
    first = game.setup(seats, case["options"])
    yield from of_state(game, first)
    for _move, checked, state in played(game, first, case["moves"]):
        yield from checked.rulings
        if not checked.objections:
            yield from of_state(game, state)


@cache
def records(game_id: str) -> list[dict[str, Any]]:
    """The golden records of a game's questions."""
    with (folder_of(game_id) / "rulings.toml").open("rb") as file:
        return list(tomllib.load(file)["case"])


def options_of(game_id: str, case: Mapping[str, Any]) -> dict[str, Any]:
    """The options under which a question is recorded."""
    game = GAMES[game_id]
    return complete_options(game.info, seats_of(game), case.get("options", {}))


def asked(game_id: str, case: Mapping[str, Any]) -> tuple[Question, dict[str, Any], dict[str, Any]]:
    """The question of a record, its options, and its facts as an address would hold them."""
    question = find_question(game_id, case["question"])
    assert question is not None, case["question"]
    facts = {
        name: value if isinstance(value, bool) else str(value)
        for name, value in case["facts"].items()
    }
    return question, options_of(game_id, case), facts


def rulings_of_questions(game_id: str) -> Iterator[Ruling]:
    """Every ruling of the golden records of a game's questions: the objections of the answers, and
    what is refused.
    """
    for case in records(game_id):
        try:
            answer = settle(*asked(game_id, case))
        except Illegal as refused:
            yield from refused.rulings
        else:
            yield from (
                said for said in (answer.verdict, *answer.rulings) if isinstance(said, Ruling)
            )


def of_start(game: AnyGame) -> tuple[Ruling, ...]:
    """What a table is told that has one seat too many."""
    seats = [f"seat{n}" for n in range(game.info.seats[1] + 1)]
    try:
        complete_options(game.info, seats, {})
    except Illegal as refused:
        return refused.rulings
    raise AssertionError(f"{game.info.id} starts with {len(seats)} seats")


def of_state(game: AnyGame, state: Any) -> Iterator[Spoken]:
    """Everything said about a state: its lines, its scene, what its prompts cite, its result."""
    yield from game.lines(state)
    yield from of_scene(game.scene(state))
    yield from of_result(game.result(state))
    for prompt in game.prompts(state):
        yield Message("", {}, prompt.clause)


def of_scene(scene: Scene) -> Iterator[Message]:
    """All that the table says: where we are, banner, hint, what the newest entry led to, and the
    notes of the board.
    """
    return of_table(scene)


def of_result(result: Result | None) -> Iterator[Message]:
    """How it was decided."""
    yield from result.reasons if result else ()


def of_guide(game: AnyGame, seats: tuple[str, ...], options: Any) -> Iterator[Message]:
    """The setup guide."""
    for step in game.guide(seats, options):
        yield step.title
        yield from step.body
        yield from (said for said, _, _ in step.deal)
