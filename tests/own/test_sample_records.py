"""Records of the samples, played to their end: each still counts as it did when it was made."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from referee.kernel.history import History
from referee.kernel.record import dump, load
from referee.sheets import game_in
from tests.oracles.samples import PADS
from tests.support.commands import Run
from tests.support.sheet_records import EACH, FOLDER, RESULTS, made, written
from tests.support.sheets import SAMPLES
from tests.support.told_rounds import check_by_oracle

FILES = sorted(FOLDER.glob("*.json"))
MOST_TOGETHER = 400_000
WON = tomllib.loads(RESULTS.read_text(encoding="utf-8"))
each_record = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def loaded(path: Path) -> tuple[History, dict[str, str]]:
    """The game of a record by its own sheet, and the names; the record is told again alike."""
    record = json.loads(path.read_text(encoding="utf-8"))
    history, names = load(record, game_in(record))
    assert dump(history, names) == record
    return history, names


@each_record
def test_a_record_ends_as_it_did(path: Path) -> None:
    """Every entry stands; totals and winners are those that were written down."""
    history, names = loaded(path)
    assert history.broken is None
    assert history.prompts == ()
    scores = {names[seat]: total for seat, total in history.state.scores.items()}
    result = history.game.result(history.state)
    assert result is not None
    assert {"totals": scores, "winners": [names[seat] for seat in result.winners]} == WON[path.stem]


@each_record
def test_a_record_counts_as_its_rules_say(path: Path) -> None:
    """Round by round, whatever its sheet says."""
    history, _names = loaded(path)
    check_by_oracle(history, PADS[path.stem.rpartition("-")[0]](len(history.seats)))


def test_every_sample_has_three_small_records() -> None:
    assert Counter(path.stem.rpartition("-")[0] for path in FILES) == dict.fromkeys(SAMPLES, EACH)
    assert {path.stem for path in FILES} == WON.keys()
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST_TOGETHER


def test_a_record_can_be_made_again(tmp_path: Path) -> None:
    """A new one is read like those that are kept, and has the result told with it."""
    record, told = made("golf", 1)
    path = tmp_path / "golf.json"
    path.write_text(written(record), encoding="utf-8")
    history, names = loaded(path)
    assert {names[seat]: total for seat, total in history.state.scores.items()} == told["totals"]


def test_the_command_plays_a_record(run: Run) -> None:
    """With the sheet that it brings; partners share the first place."""
    status, answer = run("play", FOLDER / "spades-1.json")
    assert status == 0
    _history, names = loaded(FOLDER / "spades-1.json")
    told = {names[seat]: total for seat, total in answer["totals"].items()}
    first = [names[seat] for seat in answer["result"]["ranking"][0]]
    assert {"totals": told, "winners": first} == WON["spades-1"]
