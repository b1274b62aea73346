"""``referee sheet``: a score sheet is checked, and a record is counted by it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from referee.cli import main
from referee.files import PACKAGE
from referee.kernel.contract import totals
from referee.kernel.history import History
from referee.kernel.record import dump
from referee.sheets import game_of_sheet
from referee.words import LANGUAGES
from tests.kernel.test_record import record
from tests.support.commands import Run
from tests.support.japanese import JAPANESE
from tests.support.sheet_games import added, begun
from tests.support.sheets import SAMPLES, random_move

NAMES = {"s1": "Ann", "s2": "Bo", "s3": "Cy"}


def sample(name: str) -> Path:
    return PACKAGE / "own" / "samples" / f"{name}.toml"


def saved(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def played(told: dict[str, Any], entries: int) -> History:
    """A random game of a sheet with three players."""
    rng = random.Random(1)
    history = begun(game_of_sheet(told), rng, 3)
    for _ in range(entries):
        if move := random_move(history.game, history.state, rng):
            history = added(history, move)
    return history


@pytest.mark.parametrize("name", [*SAMPLES])
def test_a_sound_sheet_is_told_by_its_rules(name: str, run: Run) -> None:
    """Its name and every rule with its number."""
    status, answer = run("sheet", "check", sample(name), "--lang", "ja")
    assert (status, answer["name"]) == (0, SAMPLES[name]["name"]["ja"])
    assert [rule["id"] for rule in answer["rules"]][:2] == ["R-1", "R-2"]
    assert all(JAPANESE.search(rule["text"]) for rule in answer["rules"][:2])


def test_toml_and_json_are_the_same_sheet(tmp_path: Path, run: Run) -> None:
    """A shared game is JSON, whatever the end of its name; a mark of its encoding does no harm."""
    wanted = run("sheet", "check", sample("wizard"))
    text = json.dumps(SAMPLES["wizard"])
    for name, told in (("Wizard.referee-game", text), ("wizard.json", "\ufeff" + text)):
        path = tmp_path / name
        path.write_text(told, encoding="utf-8")
        assert run("sheet", "check", path) == wanted


@pytest.mark.parametrize("lang", LANGUAGES)
def test_people_read_name_rules_and_faults(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sound sheet on standard output, faults with their places on the other one."""
    assert main(["sheet", "check", str(sample("wizard")), "--lang", lang]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == SAMPLES["wizard"]["name"][lang]
    assert len(out) == 9
    path = saved(tmp_path / "bad.json", {**SAMPLES["wizard"], "rank": "wonn"})
    assert main(["sheet", "check", str(path), "--lang", lang]) == 1
    head, fault = capsys.readouterr().err.splitlines()
    told = {
        "en": "Ranking: No entry is called “wonn”. Did you mean “Tricks”?",
        "ja": "順位：「wonn」という項目はありません。「トリック数」ですか？",
    }
    assert ("1" in head, fault) == (True, f"  {told[lang]}")


def test_faults_have_their_data_too(tmp_path: Path, run: Run) -> None:
    """Code, path and replacement, for programs."""
    told = {**SAMPLES["wizard"], "rank": "wonn"}
    status, answer = run("sheet", "check", saved(tmp_path / "bad.json", told))
    assert (status, answer["error"]["code"]) == (1, "bad_sheet")
    (fault,) = answer["error"]["faults"]
    assert (fault["code"], fault["path"], fault["at"]) == ("no_name", ["rank"], [0, 4])
    assert fault["mend"] == {"start": 0, "end": 4, "text": "won"}


def test_random_play_is_part_of_the_check(tmp_path: Path, run: Run) -> None:
    """A check that nothing meets is found by playing."""
    never = {"that": "bid > round", "say": "Bid more"}
    path = saved(tmp_path / "never.json", {**SAMPLES["wizard"], "check": [never]})
    status, answer = run("sheet", "check", path)
    assert (status, answer["error"]["code"]) == (1, "sheet_fails")
    assert [fault["code"] for fault in answer["error"]["faults"]] == ["never"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "not_json"),
        ('{"a": NaN}', "not_json"),
        ("a = \n", "not_toml"),
        ("a = nan", "not_json"),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_no_file_of_a_sheet_is_named(
    text: str, code: str, lang: str, tmp_path: Path, run: Run
) -> None:
    """With the place of the first wrong sign; nothing of it is played."""
    path = tmp_path / "sheet"
    path.write_text(text, encoding="utf-8")
    status, answer = run("sheet", "check", path, "--lang", lang)
    assert (status, answer["error"]["code"]) == (2, code)
    assert run("sheet", "check", tmp_path / "none")[1]["error"]["code"] == "no_file"


def test_a_date_of_toml_is_no_text_of_a_sheet(tmp_path: Path, run: Run) -> None:
    """It is read as one, and is one fault among the others."""
    path = tmp_path / "sheet.toml"
    path.write_text("players = 2026-12-01\nformat = 'referee-sheet/1'\n", encoding="utf-8")
    status, answer = run("sheet", "check", path)
    assert status == 1
    assert "bad_players" in [fault["code"] for fault in answer["error"]["faults"]]


def test_a_record_is_counted_by_its_sheet(tmp_path: Path, run: Run) -> None:
    """The same lines, totals and result as in the game."""
    history = played(SAMPLES["wizard"], 40)
    path = saved(tmp_path / "record.json", dump(history, NAMES))
    status, answer = run("sheet", "play", sample("wizard"), path)
    assert status == 0
    assert set(answer) == {"game", "rules_version", "lines", "totals", "rulings", "result"}
    assert answer["totals"] == totals(history.lines, history.seats)
    assert [line["points"] for line in answer["lines"]] == [line.points for line in history.lines]
    assert answer["lines"][0]["sentence"].startswith(("Bid made: +", "Bid missed: −"))
    assert answer["result"]["ranking"]


def test_a_record_brings_its_sheet_to_play_and_what_if(tmp_path: Path, run: Run) -> None:
    """Both know its game and say its words; one that cannot be read is named."""
    history = played(SAMPLES["wizard"], 4)
    told = dump(history, NAMES)
    path = saved(tmp_path / "record.json", told)
    assert told["sheet"] == SAMPLES["wizard"]
    assert run("play", path) == run("sheet", "play", sample("wizard"), path)
    status, answer = run("what-if", path, "dealer=s2")
    assert (status, answer["here"]) == (0, answer["other"])
    for sheet in ([], {}, "", 1, {**SAMPLES["wizard"], "rank": "bidd"}):
        path = saved(tmp_path / "record.json", {**told, "sheet": sheet})
        status, answer = run("play", path)
        assert (status, answer["error"]["code"]) == (2, "unreadable_sheet")


def test_the_same_moves_are_counted_by_another_sheet(tmp_path: Path, run: Run) -> None:
    """A check they do not meet is told and allowed; the rows of the other sheet count."""
    history = played(SAMPLES["wizard"], 4)
    path = saved(tmp_path / "record.json", dump(history, NAMES))
    stricter = {"that": "sum(bid) > 99", "say": "Bid more"}
    other = {
        **SAMPLES["wizard"],
        "deal": "nobody",
        "check": [stricter],
        "points": [{"points": "5 × won", "why": "Tricks"}],
    }
    status, answer = run("sheet", "play", saved(tmp_path / "other.json", other), path)
    assert status == 0
    assert [line["sentence"] for line in answer["lines"] if line["points"] == 5] != []
    assert {line["points"] for line in answer["lines"]} <= {0, 5, 10}
    assert [ruling["sentence"] for ruling in answer["rulings"]] == ["Bid more"] * 2
    assert sum(answer["totals"].values()) == 5 * (1 + 2)


def test_moves_that_a_sheet_does_not_ask_for_end_the_count(tmp_path: Path, run: Run) -> None:
    """As `play` ends it, with the number of the entry."""
    path = saved(tmp_path / "record.json", dump(played(SAMPLES["wizard"], 4), NAMES))
    status, answer = run("sheet", "play", sample("golf"), path)
    assert (status, answer["error"]["code"], answer["error"]["event"]) == (1, "refused", 2)


def test_a_record_that_is_none_is_named(tmp_path: Path, run: Run) -> None:
    """Not JSON, of a game that has no sheet, or of too few players."""
    told = dump(played(SAMPLES["wizard"], 2), NAMES)
    for value, code in (
        (record(), "no_record_of_sheet"),
        ({**told, "seats": told["seats"][:1]}, "no_start"),
        ({**told, "seats": []}, "not_a_list"),
        ([], "not_an_object"),
    ):
        path = saved(tmp_path / "record.json", value)
        status, answer = run("sheet", "play", sample("wizard"), path)
        assert (status, answer["error"]["code"]) == (2, code)
    path.write_text("{", encoding="utf-8")
    assert run("sheet", "play", sample("wizard"), path)[1]["error"]["code"] == "not_json"
