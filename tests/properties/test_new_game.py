"""Adding a game as docs/adding-a-game.md has it, in a copy of the project, and what is said of a
name that cannot be.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.games import FOLDERS, GAMES, QUESTIONS
from referee.words import LANGUAGES
from tests.support.examples import EXAMPLES
from tests.support.paths import ROOT
from tests.support.tiers import IN_SOAK, SOAK
from tools.__main__ import main as tool
from tools.new_game import prefix_of, silent, stages

SHORT = [stage for stage in stages.STAGES if stage != "pages"]
GUIDE = ROOT / "docs" / "adding-a-game.md"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of everything that belongs to the project."""
    names = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tmp_path / name)
    return tmp_path


def run(project: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A command in the copy; tests there look at as little as in the fast tier."""
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=project,
        env=os.environ | {"TIER": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def follow(project: Path, *commands: str) -> None:
    for command in commands:
        done = run(project, *command.split())
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def guide() -> list[str]:
    """The commands of the guide, in their order."""
    commands = re.findall(
        r"^python -m (tools [\w -]+?)\s+#", GUIDE.read_text(encoding="utf-8"), re.M
    )
    assert [command.split()[1] for command in commands] == ["new-game", "words", "check"]
    return commands


@pytest.mark.slow
def test_the_commands_of_the_guide_add_a_game(project: Path) -> None:
    """As the guide has them; the slow tier leaves the stage of all pages to ``make soak``."""
    *first, check = guide()
    follow(project, *first, *([check] if SOAK else (f"{check} --only {one}" for one in SHORT)))
    assert "`high-card`" in (project / "referee/RECORDS.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_new_game_has_words_records_and_answers(project: Path) -> None:
    tests = " ".join(
        f"tests/properties/test_{name}.py"
        for name in ("records", "ruling_records", "questions", "rulebooks")
    )
    follow(project, *guide()[:2], f"pytest --game high-card {tests} tests/games/high_card")
    words = project / "referee/games/high_card/words.en.po"
    words.write_text(
        words.read_text(encoding="utf-8").replace("line.tied", "line.other"), encoding="utf-8"
    )
    (project / "tests/games/high_card/rulings.toml").unlink()
    said = run(project, "tools", "words", "high-card")
    lacks = '# words.en.po\n#. {card} {points}\nmsgid "line.tied"\nmsgstr ""\n\n'
    assert (said.returncode, said.stdout) == (1, lacks)
    lacking = run(project, "tools", "check", "high-card", "--json")
    missing = ["tests/games/high_card/rulings.toml"]
    told = {"game": "high-card", "stage": "loads", "missing": missing}
    assert (lacking.returncode, json.loads(lacking.stdout)) == (1, told)


SLIPS = [
    (
        "game.py",
        "DECK = french()",
        "DECK = frensh()",
        "game.py:{line}: NameError: name 'frensh' is not defined",
    ),
    ("game.py", "ROUNDS = 5", "ROUNDS = = 5", "game.py:{line}: SyntaxError: invalid syntax"),
    (
        "game.py",
        "options=(one_of(",
        'options=(one_of("hook", "HC-A1", "yes", "no"), one_of(',
        "rulebook.toml: the option 'hook' of game.py has no place here",
    ),
    (
        "rulebook.toml",
        'kind = "engine"',
        'kind = "engin"',
        "rulebook.toml:{line}: clause HC-1: kind 'engin' is none of engine",
    ),
    ("rulebook.toml", "[[clause]]", "[clause", "rulebook.toml:{line}: not valid TOML"),
    (
        "rules.en.toml",
        "[HC-A1]\ntitle",
        "[HC-A1]\ntitel",
        "rules.en.toml:{line}: HC-A1: 'title' is missing",
    ),
    ("rules.ja.toml", "[HC-3]", "[HC-30]", "rules.ja.toml:{line}: HC-30: unknown key 'text'"),
]


@pytest.mark.slow
def test_a_slip_is_told_with_its_file_its_line_and_what_is_wrong(project: Path) -> None:
    """Whatever is asked of a game that cannot be loaded says so, and never that there is no such
    game.
    """
    follow(project, guide()[0])
    for file, good, bad, why in SLIPS:
        path = project / "referee/games/high_card" / file
        text = path.read_text(encoding="utf-8")
        line = text[: text.index(good)].count("\n") + 1
        path.write_text(text.replace(good, bad), encoding="utf-8")
        for command in (
            ("tools check high-card", "tools words high-card", "referee games")
            if bad == SLIPS[0][2]
            else ("tools check high-card",)
        ):
            said = run(project, *command.split()).stderr
            assert f"referee/games/high_card/{why.format(line=line)}" in said, (command, bad, said)
            assert "Unknown game" not in said
        path.write_text(text, encoding="utf-8")


@pytest.mark.slow
def test_a_property_that_does_not_hold_is_told_in_its_words_and_what_was_found_uncut(
    project: Path,
) -> None:
    follow(project, guide()[0])
    path = project / "referee/games/high_card/rules.ja.toml"
    path.write_text(
        path.read_text(encoding="utf-8").replace(
            "スートは関係ない", "札のマークは他の人の配り手が全て親。既に関係ない"
        ),
        encoding="utf-8",
    )
    done = run(project, "tools", "check", "high-card", "--only", "rulebook", "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["stage"], len(told["laws"])) == (1, "rulebook", 1)
    (failed,) = told["laws"]
    assert failed["wants"].startswith("One thing has one word in Japanese")
    assert all(
        f"{word} → " in failed["said"]
        for word in ("札", "マーク", "他の", "配り手", "全て", "親", "既に")
    )


@pytest.mark.slow
def test_a_game_that_cannot_be_played_stands_in_no_others_way(project: Path) -> None:
    """Two such games, one stuck and one that breaks off, are named; the page is made of all
    others.
    """
    follow(project, "tools new-game high-card", "tools new-game low-card")
    games = project / "referee/games"
    for folder, old, new in (
        ("high_card", "    return clash(", '    return (Ruling("never", "HC-1"), *clash('),
        ("low_card", "    best = max(", "    best = min(frensh, "),
    ):
        path = games / folder / "game.py"
        text = path.read_text(encoding="utf-8").replace(old, new)
        path.write_text(text.replace('"HC-1", "card")', '"HC-1", "card"))'), encoding="utf-8")
    path = games / "__init__.py"
    three = 'FOLDERS = ("high_card", "low_card", "long_seat")'
    text = re.sub(r"FOLDERS = \([^)]*\)", three, path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")
    said = run(project, "tools", "docs")
    assert said.returncode == 1
    assert "`long-seat`" in said.stdout
    assert "every answer to `card` is refused" in said.stderr
    assert "never HC-1" in said.stderr
    assert "low_card/game.py:" in said.stderr
    assert "Traceback" not in said.stderr
    stuck = run(project, "tools", "check", "high-card", "--only", "plays", "--json")
    assert json.loads(stuck.stdout)["error"]["code"] == "stuck"
    fine = run(project, "tools", "check", "long-seat", "--only", "plays")
    assert fine.returncode == 0, fine.stderr
    assert "`long-seat`" in (project / "referee/RECORDS.md").read_text(encoding="utf-8")


STAGE_TESTS = [
    f"tests/properties/test_{name}.py"
    for name in (
        *("imports", "words", "clauses", "rulebooks"),
        *("records", "ruling_records", "questions", "old_tables"),
    )
]
FAST = ("pytest", "-rfE", "-m", "not slow")
OTHERS = [folder for folder in FOLDERS if folder.replace("_", "-") not in EXAMPLES]


@pytest.mark.slow
@pytest.mark.soak
def test_games_are_removed_by_their_folders_and_their_lines(project: Path) -> None:
    """All of them but those that tests take their examples from; how pages are served and stored
    hangs on no game.
    """
    games = project / "referee/games/__init__.py"
    for folder in OTHERS:
        for part in ("referee", "tests"):
            shutil.rmtree(project / part / "games" / folder)
        games.write_text(
            games.read_text(encoding="utf-8").replace(f'    "{folder}",\n', ""), encoding="utf-8"
        )
    for command, file in (("docs", "RECORDS.md"), ("schema", "record.schema.json")):
        (project / "referee" / file).write_text(
            run(project, "tools", command).stdout, encoding="utf-8"
        )
    follow(project, "pytest --collect-only tests")
    hang_on_games = ["kernel", "service", "web/api", "web/finale"]
    if SOAK:
        hang_on_games += ["commands", "search"]
        hang_on_games += [f"web/{part}" for part in ("entry", "rulebook", "rulings", "tv")]
    paths = [*STAGE_TESTS, *(f"tests/{path}" for path in hang_on_games)]
    done = run(project, *FAST, *paths)
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.mark.slow
@pytest.mark.soak
def test_a_broken_file_fails_its_own_game_alone(project: Path) -> None:
    tests, data = (project / part / "games" / OTHERS[-1] for part in ("tests", "referee"))
    for path in (
        tests / "rulings.toml",
        tests / "search_cases.toml",
        tests / "old_table.json",
        next(data.glob("records/*")),
        data / "words.en.po",
    ):
        path.write_text("broken = = [", encoding="utf-8")
    follow(project, "pytest --collect-only tests")
    broken = f"--game={OTHERS[-1].replace('_', '-')}"
    assert run(project, *FAST, broken, *STAGE_TESTS).returncode == 1
    done = run(project, *FAST, f"--game={EXAMPLES[0]}", *STAGE_TESTS)
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("game.py", "raise RuntimeError"),
        pytest.param("rulebook.toml", "broken = = [", marks=IN_SOAK),
    ],
)
def test_a_game_that_cannot_be_loaded_fails_its_own_tests_alone(
    project: Path, file: str, text: str
) -> None:
    (project / "referee/games" / OTHERS[-1] / file).write_text(text, encoding="utf-8")
    games = [f"tests/games/{OTHERS[-1]}", f"tests/games/{OTHERS[0]}"]
    done = run(project, *FAST, *STAGE_TESTS[-3:], "tests/properties/test_imports.py", *games)
    failed = re.findall(r"^(?:FAILED|ERROR) (.*)", done.stdout, re.M)
    assert [one for one in failed if OTHERS[-1] not in one] == []
    assert any("test_a_game_can_be_loaded" in one for one in failed)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([next(iter(GAMES))], "game_exists"),
        (["kernel"], "game_exists"),
        (["High-Card"], "no_identifier"),
        (["class"], "no_identifier"),
        (["a--b"], "no_identifier"),
        (["../x"], "no_identifier"),
        (["x"], "no_prefix"),
        (["high-card", "--prefix", "h1"], "no_prefix"),
        (["high-card", "--prefix", next(iter(GAMES.values())).info.prefix], "prefix_taken"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_a_sentence(
    arguments: list[str], code: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (ROOT / "referee/games/__init__.py").read_text(encoding="utf-8")
    assert tool(["new-game", *arguments, "--lang", lang, "--json"]) == 1
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == code
    assert len(error["sentence"]) > 10
    assert (ROOT / "referee/games/__init__.py").read_text(encoding="utf-8") == before


@pytest.mark.slow
def test_every_property_of_a_game_is_told_in_a_sentence() -> None:
    """The page of all properties is as ``python -m tests.support.properties`` writes it, and none
    is without words.
    """
    told = run(ROOT, "tests.support.properties").stdout
    assert re.findall(r"^- \*.*\*: *$", told, re.M) == [], (
        "A property that is asked of a game needs a docstring: what is wanted, how to get there"
    )
    assert told == (ROOT / "tests/PROPERTIES.md").read_text(encoding="utf-8")


def test_a_prefix_is_made_of_the_initials() -> None:
    known = {"high-card": "HC", "the-old-man": "TO", "cracker": "CR", "x": "X"}
    assert {game: prefix_of(game) for game in known} == known


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_no_game_lacks_words(game_id: str) -> None:
    assert silent.page(GAMES[game_id], QUESTIONS[game_id]) == ""


@pytest.mark.parametrize("command", ["words", "check"])
def test_a_game_that_is_not_there_is_named(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tool([command, "whist", "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "unknown_game"
