"""The command line: its answers, its failures of one shape, its exit statuses."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from referee import rulebook
from referee.cli import main
from referee.event import Event
from referee.games import GAMES
from referee.kernel.contract import totals
from referee.kernel.game import AnyGame
from referee.kernel.record import dump
from referee.store import Store
from referee.words import catalogue
from tests.kernel.test_record import record
from tests.support.commands import Run
from tests.support.paths import ROOT
from tests.support.processes import python
from tests.support.random_play import EVERY, random_history
from tests.support.talk import meld
from tools.__main__ import main as tool

GAME = next(iter(GAMES))


def write(path: Path, value: object) -> Path:
    path.write_text(
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), encoding="utf-8"
    )
    return path


def assert_failure(answer: Any) -> dict[str, Any]:
    """Every failure has one shape."""
    assert set(answer) == {"error"}
    error: dict[str, Any] = answer["error"]
    assert set(error) - {"where", "event"} == {"code", "sentence", "rulings"}
    assert error["sentence"] not in ("", error["code"])
    for ruling in error["rulings"]:
        assert {"code", "clause", "level", "field", "params", "sentence", "why"} == set(ruling)
        assert ruling["sentence"] != ruling["code"]
    return error


def test_the_games_are_listed(run: Run) -> None:
    status, answer = run("games", "--lang", "ja")
    assert status == 0
    assert {game["id"]: game["rules_version"] for game in answer} == {
        name: game.info.version for name, game in EVERY.items()
    }
    assert {game["name"] for game in answer} > {rulebook.load(name).name["ja"] for name in GAMES}


@pytest.mark.parametrize("name", sorted(EVERY))
def test_a_record_is_played(name: str, tmp_path: Path, run: Run) -> None:
    history = random_history(name, 4)
    status, answer = run("play", write(tmp_path / "record.json", dump(history, {})))
    assert status == 0
    assert set(answer) == {"game", "rules_version", "lines", "totals", "rulings", "result"}
    assert answer["totals"] == totals(history.lines, history.seats)
    assert [line["points"] for line in answer["lines"]] == [line.points for line in history.lines]
    result = history.game.result(history.state)
    assert result is not None
    assert answer["result"]["ranking"] == [list(group) for group in result.ranking]
    if name in GAMES:
        assert all(line["sentence"] != line["code"] for line in answer["lines"])


def test_a_record_comes_from_standard_input(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(record())))
    status, answer = run("play", "-")
    assert (status, answer["totals"], answer["result"]) == (0, {"ann": 5, "bo": 0}, None)


def with_a_card_too_many(**more: object) -> dict[str, Any]:
    """A record whose last entry has a card that another seat has."""
    last = {"seat": "bo", "kind": "two", "data": {"cards": "5S AS"}} | more
    return record(events=[*record()["events"], last])


def test_the_first_refusal_is_told_with_its_clause(tmp_path: Path, run: Run) -> None:
    status, answer = run("play", write(tmp_path / "record.json", with_a_card_too_many()))
    error = assert_failure(answer)
    assert (status, error["code"], error["where"], error["event"]) == (1, "refused", "events[1]", 3)
    (ruling,) = error["rulings"]
    assert (ruling["code"], ruling["clause"]) == ("no_copy_left", "TO-1")
    assert ruling["sentence"] == "There is only one 5♠"
    assert ruling["why"].startswith("It is in Ann’s")


def test_what_was_overruled_is_told_too(tmp_path: Path, run: Run) -> None:
    path = write(tmp_path / "record.json", with_a_card_too_many(accept=["no_copy_left"]))
    status, answer = run("play", path, "--lang", "ja")
    (ruling,) = answer["rulings"]
    assert (status, ruling["event"], ruling["sentence"]) == (0, 3, "5♠は1枚しかない")


@pytest.mark.parametrize(
    ("content", "code", "where"),
    [
        ("{", "not_json", "record"),
        (record(game="whist"), "unknown_game", "game"),
        (record(events=[{"seq": 7}]), "wrong_number", "events[0]"),
        (record(options={"bonus": "huge"}), "no_start", "options"),
        (record(seats=[{"id": "ann"}]), "no_start", "options"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_what_cannot_be_read_is_named(
    content: object,
    code: str,
    where: str,
    lang: str,
    tmp_path: Path,
    run: Run,
) -> None:
    status, answer = run("play", write(tmp_path / "record.json", content), "--lang", lang)
    error = assert_failure(answer)
    assert (status, error["code"], error["where"]) == (2, code, where)


def test_a_file_that_is_not_there_or_no_text_is_named(tmp_path: Path, run: Run) -> None:
    picture = tmp_path / "picture.json"
    picture.write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "nothing.json", picture, tmp_path):
        status, answer = run("play", path)
        assert (status, assert_failure(answer)["code"]) == (2, "no_file")


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_clause_is_looked_up(lang: str, run: Run) -> None:
    for name in rulebook.games():
        book = rulebook.load(name)
        for clause in book.clauses:
            status, answer = run("rule", clause.id.lower(), "--lang", lang)
            assert (status, answer["id"], answer["kind"]) == (0, clause.id, clause.kind)
            assert (answer["text"], answer["version"]) == (clause.text[lang], book.version)
            assert answer["options"] == list(clause.options)
            assert answer["example"] == (clause.example[lang] if clause.example else None)
            assert answer["source"]["heading"] == clause.source


def test_an_ambiguity_is_looked_up_with_its_choices(run: Run) -> None:
    for name in rulebook.games():
        for point in rulebook.load(name).ambiguities:
            status, answer = run("rule", point.id)
            assert (status, answer["kind"], answer["why"]) == (0, "ambiguity", point.why["en"])
            values = [choice["value"] for choice in answer["choices"]]
            assert values == [choice.value for choice in point.choices]


@pytest.mark.parametrize("clause", ["IC-999", "XX-1", "nonsense", ""])
def test_an_unknown_clause_is_refused(clause: str, run: Run) -> None:
    status, answer = run("rule", clause)
    assert (status, assert_failure(answer)["code"]) == (1, "no_clause")


# Audit


def store_table(
    store: Store, name: str, seed: int, version: str | None = None, drop: int = 0
) -> int:
    """Store a random game; ``drop`` leaves out one of its moves."""
    history = random_history(name, seed)
    start = dict(history.events[0].data) | ({"rules_version": version} if version else {})
    seats = [(seat, f"Name of {seat}", None) for seat in history.seats]
    table = store.create_table(name, Event(0, "start", data=start), seats)
    moves = [event for event in history.events[1:] if event.seq != drop]
    store.append(table.id, 1, moves, "moves")
    return table.id


def test_an_audit_of_sound_tables_finds_nothing(tmp_path: Path, run: Run) -> None:
    with Store(tmp_path / "tables.db") as store:
        for name in EVERY:
            for seed in range(3):
                store_table(store, name, seed)
    status, answer = run("audit", tmp_path / "tables.db")
    assert (status, answer) == (0, {"tables": 3 * len(EVERY), "broken": [], "other_version": []})


def test_an_audit_names_tables_played_under_other_rules_with_their_totals(
    tmp_path: Path, run: Run
) -> None:
    with Store(tmp_path / "tables.db") as store:
        store_table(store, GAME, 1)
        old = store_table(store, GAME, 2, version="2001.1")
    status, answer = run("audit", tmp_path / "tables.db")
    history = random_history(GAME, 2)
    told = {"game": GAME, "played_under": "2001.1", "now": GAMES[GAME].info.version}
    now = totals(history.lines, history.seats)
    assert (status, answer["other_version"]) == (0, [told | {"table": old, "totals": now}])


def test_an_audit_names_tables_that_no_longer_replay(tmp_path: Path, run: Run) -> None:
    with Store(tmp_path / "tables.db") as store:
        store_table(store, "toy", 1)
        needed = next(
            event.seq for event in random_history("toy", 2).events if event.kind == "favourite"
        )
        gap = store_table(store, "toy", 2, drop=needed)
        lost, start, empty = (
            store.create_table(game, Event(0, "start", data=data), [("a", "A", None)]).id
            for game, data in (("whist", {"seats": ["a"]}), ("toy", {"seats": ["a"]}), ("toy", {}))
        )
    status, answer = run("audit", tmp_path / "tables.db", "--lang", "ja")
    assert status == 1
    assert answer["tables"] == 5
    broken = {row["table"]: row["error"] for row in answer["broken"]}
    codes = {gap: "refused", lost: "unknown_game", start: "no_start", empty: "no_start"}
    assert {table: error["code"] for table, error in broken.items()} == codes
    assert broken[gap]["rulings"]
    for row in answer["broken"]:
        assert_failure({"error": row["error"]})


def test_an_audit_needs_a_database(tmp_path: Path, run: Run) -> None:
    status, answer = run("audit", tmp_path / "nothing.db")
    assert (status, assert_failure(answer)["code"]) == (2, "no_file")
    assert not (tmp_path / "nothing.db").exists()
    status, answer = run("audit", write(tmp_path / "letter.db", "Dear Sir or Madam, " * 100))
    assert (status, assert_failure(answer)["code"]) == (2, "no_database")


# Documentation


@pytest.mark.xdist_group("docs")
@pytest.mark.parametrize(("lang", "games"), [("en", EVERY), ("ja", {"toy": EVERY["toy"]})])
def test_the_page_has_every_option_and_every_kind_of_move(
    lang: str,
    games: Mapping[str, AnyGame],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    toys = {name: game for name, game in games.items() if name not in GAMES}
    assert tool(["docs", "--lang", lang], toys) == 0
    drawn = capsys.readouterr().out
    page = drawn + (ROOT / "referee" / "RECORDS.md").read_text(encoding="utf-8")
    for name, game in games.items():
        section = page.partition(f"\n`{name}`")[2].partition("\n## ")[0]
        played = [event for seed in range(12) for event in random_history(name, seed).events[1:]]
        kinds = {event.kind for event in played if event.data} | {
            code.removeprefix("kind.") for code in catalogue("en", name) if code.startswith("kind.")
        }
        fields = {option.field.name for option in game.info.options} | {
            re.sub(r"_p\d$", "_SEAT", field) for event in played for field in event.data
        }
        wanted = {f"### `{kind}`:" for kind in kinds} | {f"| `{field}` |" for field in fields}
        assert {one for one in wanted if one not in section} == set()
    if lang == "ja":
        path = str(write(tmp_path / "page.md", drawn))
        assert tool(["docs", "--json", "--lang", lang, "--check", path], games) == 0
        assert json.loads(capsys.readouterr().out) == {"same": True}


def test_a_page_that_is_out_of_date_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    toy = {"toy": EVERY["toy"]}
    assert tool(["docs", "--json", "--check", str(write(tmp_path / "page.md", "# Old"))], toy) == 1
    assert assert_failure(json.loads(capsys.readouterr().out))["code"] == "out_of_date"
    assert tool(["docs", "--json", "--check", str(tmp_path / "nothing.md")], toy) == 2
    assert assert_failure(json.loads(capsys.readouterr().out))["code"] == "no_file"


def test_the_module_runs() -> None:
    done = python("-m", "referee", "games", "--json")
    assert done.returncode == 0, done.stderr
    assert [game["id"] for game in json.loads(done.stdout)] == list(GAMES)


def test_a_search_finds_rules_in_the_language_asked_for(run: Run) -> None:
    for lang in ("en", "ja"):
        typed = ("泥棒が何人も出た", "--game", "indian-chief", "--lang", lang)
        status, answer = run("search", *typed)
        assert status == 0
        assert "IC-22" in [found["id"] for found in answer[:3]]
        assert answer[0]["text"] == rulebook.find_rule(answer[0]["id"])[1].text[lang]


def test_a_search_that_finds_nothing_or_names_no_game_is_refused(
    run: Run,
) -> None:
    assert run("search", "qqqqxxxx") == (1, [])
    status, answer = run("search", "thief", "--game", "chess")
    assert (status, answer["error"]["code"]) == (1, "unknown_game")


@pytest.mark.parametrize("argv", [[], ["nonsense"], ["play"], ["rule", "IC-1", "--lang", "fr"]])
def test_a_wrong_call_says_how_it_is_used(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    assert "Usage: referee" in capsys.readouterr().err


@pytest.mark.xdist_group("docs")
@pytest.mark.slow
def test_the_generated_files_in_the_repository_are_up_to_date() -> None:
    assert tool(["docs", "--check", str(ROOT / "referee" / "RECORDS.md")]) == 0
    assert tool(["schema", "--check", str(ROOT / "referee" / "record.schema.json")]) == 0
    assert tool(["sheet-schema", "--check", str(ROOT / "referee" / "sheet.schema.json")]) == 0


def test_the_page_of_the_api_is_up_to_date() -> None:
    assert tool(["api", "--check", str(ROOT / "docs" / "api.md")]) == 0


# Ask the referee


def test_a_record_is_counted_under_other_options(tmp_path: Path, run: Run) -> None:
    """A round of Indian Chief in which the two readings of a match differ."""
    melds = [meld("beggar", "s1", "7C KD"), meld("lawyer", "s2", "7S KS QS TC")]
    told = record(
        game=GAME,
        options={},
        seats=[{"id": seat, "name": seat} for seat in ("s1", "s2", "s3")],
        events=[*melds, meld("poor", "s3", "7H 2D 5H")],
    )
    path = write(tmp_path / "record.json", told)
    status, answer = run("what-if", path, "match=rank")
    assert status == 0
    assert (answer["here"]["s1"], answer["other"]["s1"]) == (10, 6)
    assert answer["stopped"] is None
    assert [run("what-if", path, wrong)[0] for wrong in ("colour=red", "match=colour")] == [1, 1]
    assert run("what-if", tmp_path / "none.json", "match=rank")[0] == 2


def test_the_desk_is_asked(run: Run) -> None:
    status, answer = run(
        "ask", GAME, "worth", "cards=7C KD", "others=7S 7H", "--option", "match=rank"
    )
    assert status == 0
    assert answer["verdict"]["text"] == "The Beggar is worth 4."
    assert run("ask", GAME)[1]["questions"][0]["id"] == "worth"
    refused, failure = run("ask", GAME, "worth", "cards=7C 7C")
    assert (refused, failure["error"]["rulings"][0]["field"]) == (1, "cards")
    assert run("ask", "poker")[0] == 2


def test_what_the_referee_does_not_ask_for_is_named_and_never_passed_over(
    run: Run,
) -> None:
    status, failure = run("ask", GAME, "worth", "cards=7C KD", "other=7S 7H", "KD")
    assert status == 1
    named = [ruling["params"].get("name") for ruling in failure["error"]["rulings"]]
    assert named[:2] == ["other", "KD"]
    asked = ("ask", GAME, "worth", "cards=7C KD", "others=QS")
    assert run(*asked, "--option", "mach=rank")[1]["error"]["code"] == "no_option"
    assert run(*asked, "--edition", "orignal")[1]["error"]["code"] == "no_edition"
    assert run(*asked, "--edition", "original")[1]["verdict"]["params"]["n"] == 0
    status, failure = run("ask", GAME, "nothing")
    assert status == 2
    assert "worth" in failure["error"]["questions"]


def test_a_reader_who_has_had_enough_ends_it_quietly() -> None:
    """A page is written to a pipe that nobody reads any more."""
    command = [sys.executable, "-m", "tools", "permissions"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0
