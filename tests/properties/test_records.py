"""Golden records: every file in the ``records`` of a game is a table played move by move, with what
must come of it.

Keys of a file: ``name game seats clauses moves``; optional ``options``, ``edition``, ``[[lines]]``
(each must be matched on the keys it gives), ``[totals]``, ``winners`` and ``[result]``
(``ranking``, ``reasons``: clauses). A move has ``seat`` (absent: the table), ``kind``, the fields
of the prompt, and perhaps ``accept`` (codes let stand) or ``refused`` (the clauses, or codes, of
all objections; the table is then unchanged).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.files import PACKAGE
from referee.games import FOLDERS, GAMES
from referee.kernel.contract import Illegal, Line, complete_options, totals
from referee.kernel.game import play
from referee.rulebook import load
from tests.support.golden import clauses, files
from tools.conformance import answer

FILES = [path for game in GAMES for path in files(game)]


def matches(found: Any, wanted: Any) -> bool:
    """Whether a value has everything that is wanted of it; mappings may have more."""
    if isinstance(wanted, Mapping):
        return isinstance(found, Mapping) and all(
            key in found and matches(found[key], value) for key, value in wanted.items()
        )
    if isinstance(wanted, list):
        return list(found) == wanted
    return bool(found == wanted)


def play_case(case: Mapping[str, Any]) -> tuple[Any, Any]:
    """The game of a case and its state after the last move; every refusal is checked on the way."""
    game, seats = GAMES[case["game"]], tuple(case["seats"])
    chosen = {**game.info.unsaid, **case.get("options", {})}
    options = complete_options(game.info, seats, chosen, case.get("edition", "page"))
    state = game.setup(seats, options)
    for number, move in enumerate(case["moves"], 1):
        entry = (move["kind"], move.get("seat"), answer(move), move.get("accept", ()))
        if "refused" not in move:
            state = play(game, state, *entry)
            continue
        with pytest.raises(Illegal) as caught:
            play(game, state, *entry)
        said = [ruling.clause or ruling.code for ruling in caught.value.rulings]
        assert said == move["refused"], f"move {number}: {caught.value}"
    return game, state


def find_line(wanted: Mapping[str, Any], lines: Sequence[Line]) -> Line | None:
    """The first line that matches on every key given."""
    for line in lines:
        if all(matches(getattr(line, key), value) for key, value in wanted.items()):
            return line
    return None


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parents[1].name}/{path.stem}")
def test_case(path: Path) -> None:
    """A golden record has the lines, totals and winners that its file says."""
    case = tomllib.loads(path.read_text(encoding="utf-8"))
    game, state = play_case(case)
    lines = game.lines(state)
    for wanted in case.get("lines", ()):
        among = "\n".join(map(str, lines))
        assert find_line(wanted, lines), f"no line like {wanted} among\n{among}"
    sums = totals(lines, case["seats"])
    assert {seat: sums[seat] for seat in case.get("totals", {})} == case.get("totals", {})
    result = game.result(state)
    if "winners" in case:
        assert list(result.winners) == case["winners"]
    if "result" in case:
        found = {
            "ranking": [list(seats) for seats in result.ranking],
            "reasons": [say.clause for say in result.reasons],
        }
        assert matches(found, case["result"])


@pytest.mark.parametrize("game", GAMES)
def test_every_record_of_a_game_expects_something_and_cites_real_clauses(game: str) -> None:
    """Every golden record expects something and is called by clauses that exist."""
    for path in files(game):
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        assert case.keys() & {"lines", "totals", "winners", "result"} or any(
            "refused" in move for move in case["moves"]
        ), path
        for clause in case["clauses"]:
            assert load(game).entry(clause), path


def test_every_folder_with_records_is_that_of_a_game() -> None:
    found = [path.parent.name for path in (PACKAGE / "games").glob("*/records")]
    assert sorted(found) == sorted(FOLDERS)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_clause_the_referee_enforces_or_works_out_is_cited_in_a_golden_record(
    game: str,
) -> None:
    """Every clause of kind engine or computed is cited along some golden record: in a line, a
    refusal, the scene, the guide or the end. Write the record that makes the referee say it, or
    make the clause `table`.
    """
    book = load(game)
    promised = [clause.id for clause in book.clauses if clause.kind in ("engine", "computed")]
    assert promised, "The rulebook has no clause of kind engine or computed"
    uncited = [clause for clause in promised if clause not in clauses(game)]
    assert uncited == [], f"No golden record makes the referee cite {', '.join(uncited)}"
