"""The conformance files: a reader who knows nothing but what they say plays every case of them and
comes to the same.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.games import GAMES
from referee.kernel.contract import Illegal
from referee.kernel.game import play
from tests.support.schema import problems
from tests.support.tiers import by_turns
from tools.__main__ import main as tool
from tools.conformance import FORMAT, document, everything, files
from tools.lines_schema import lines_schema, schema_text

EACH = pytest.mark.parametrize("game_id", sorted(GAMES))
SCHEMA = lines_schema(GAMES)
CASE = {
    *("id", "name", "clauses", "seats", "options", "moves", "lines", "totals", "ranking"),
    "winners",
}
MOVE = {"kind", "seat", "data", "accept", "refused"}
LINE = {"seat", "round", "points", "counts", "clause", "code", "slot", "part", "cards"}


def tried(game: Any, state: Any, move: dict[str, Any]) -> tuple[Any, list[str]]:
    """The state after a move, and the clauses that refused it."""
    try:
        return play(game, state, move["kind"], move["seat"], move["data"], move["accept"]), []
    except Illegal as no:
        return state, [ruling.clause or ruling.code for ruling in no.rulings]


@by_turns
@EACH
def test_a_reader_of_the_file_comes_to_the_same(game_id: str) -> None:
    """Whoever reads the published cases comes to the lines and totals that the game has."""
    told, game = json.loads(document(game_id)), GAMES[game_id]
    head = (told["format"], told["game"], told["rules_version"])
    assert head == (FORMAT, game_id, game.info.version)
    for case in told["cases"]:
        assert case.keys() == CASE
        state = game.setup(tuple(case["seats"]), case["options"])
        for move in case["moves"]:
            assert move.keys() == MOVE
            state, refused = tried(game, state, move)
            assert refused == move["refused"], case["id"]
        lines, result = game.lines(state), game.result(state)
        assert all(line.keys() == LINE for line in case["lines"])
        for name in LINE - {"seat", "cards"}:
            assert [one[name] for one in case["lines"]] == [getattr(line, name) for line in lines]
        assert [tuple(one["cards"]) for one in case["lines"]] == [line.cards for line in lines]
        seats = [None if line.nobody else line.seat for line in lines]
        assert [one["seat"] for one in case["lines"]] == seats
        sums = dict.fromkeys(case["seats"], 0)
        for one in case["lines"]:
            if one["counts"] and one["seat"]:
                sums[one["seat"]] += one["points"]
        assert sums == case["totals"]
        assert case["ranking"] == ([list(equal) for equal in result.ranking] if result else None)
        assert case["winners"] == (list(result.winners) if result else None)


@EACH
def test_every_record_is_in_it_once_and_something_is_refused(game_id: str) -> None:
    """The published cases hold every golden record once, and at least one refusal."""
    cases = json.loads(document(game_id))["cases"]
    assert [case["id"] for case in cases] == [path.stem for path in files(game_id)]
    assert any(move["refused"] for case in cases for move in case["moves"])
    assert any(case["lines"] for case in cases)


@by_turns
@EACH
def test_a_file_is_as_its_schema_says_and_nothing_else_is(game_id: str) -> None:
    """The published cases are as their schema says."""
    told = json.loads(document(game_id))
    assert problems(SCHEMA, told) == problems(SCHEMA, {"format": FORMAT, "games": [told]}) == []
    case = told["cases"][0]
    for part in (*case, "more"):
        assert problems(SCHEMA, {**told, "cases": [{**case, part: 1}]}), part
    for part in told:
        assert problems(SCHEMA, {name: value for name, value in told.items() if name != part}), part
    move, line = case["moves"][0], next(line for one in told["cases"] for line in one["lines"])
    for name, one, fields in (("moves", move, MOVE), ("lines", line, LINE)):
        for field in fields:
            wrong = {**case, name: [{**one, field: 1.5}]}
            assert problems(SCHEMA, {**told, "cases": [wrong]}), field
    for option in case["options"]:
        fewer = {name: value for name, value in case["options"].items() if name != option}
        assert problems(SCHEMA, {**told, "cases": [{**case, "options": fewer}]}), option


def test_the_command_tells_one_game_all_games_and_their_schema(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game_id = next(iter(GAMES))
    for words, text in (
        ([game_id], document(game_id)),
        ([], everything()),
        (["--schema"], schema_text(GAMES)),
    ):
        assert tool(["conformance", *words]) == 0
        assert capsys.readouterr().out == text
    assert tool(["conformance", "chess"]) == 2
