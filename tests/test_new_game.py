"""Adding a game as ADDING_A_GAME.md has it, in a copy of the project, and what is said of a name that cannot be."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import main
from referee.games import GAMES, QUESTIONS
from referee.new_game import prefix_of, silent
from referee.words import LANGUAGES

ROOT = Path(__file__).parent.parent
GUIDE = ROOT / "ADDING_A_GAME.md"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of everything that belongs to the project."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tmp_path / name)
    return tmp_path


def run(project: Path, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *command], cwd=project, capture_output=True, text=True, check=False)


def follow(project: Path, *commands: str) -> None:
    for command in commands:
        done = run(project, *command.split())
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def guide() -> list[str]:
    """The commands of the guide, in their order."""
    commands = re.findall(r"^python -m (referee [\w -]+?)\s+#", GUIDE.read_text(encoding="utf-8"), re.M)
    assert [command.split()[1] for command in commands] == ["new-game", "words", "check"]
    return commands


@pytest.mark.slow
def test_the_commands_of_the_guide_add_a_game(project: Path) -> None:
    follow(project, *guide())
    assert "`high-card`" in (project / "referee/RECORDS.md").read_text(encoding="utf-8")


def test_a_new_game_has_words_records_and_answers(project: Path) -> None:
    tests = " ".join(f"tests/test_{name}.py" for name in ("cases", "disputes", "questions", "rulebook_data"))
    follow(project, *guide()[:2], f"pytest --game high-card {tests} tests/games/high_card")
    words = project / "referee/games/high_card/words.en.po"
    words.write_text(words.read_text(encoding="utf-8").replace("line.tied", "line.other"), encoding="utf-8")
    (project / "tests/games/high_card/desk.toml").unlink()
    said = run(project, "referee", "words", "high-card")
    assert (said.returncode, said.stdout) == (1, '# words.en.po\n#. {card} {points}\nmsgid "line.tied"\nmsgstr ""\n\n')
    lacking = run(project, "referee", "check", "high-card")
    assert (lacking.returncode, json.loads(lacking.stdout)) == (1, {"missing": ["tests/games/high_card/desk.toml"]})


LAWS = [f"tests/test_{name}.py" for name in ("imports", "words", "rulebook", "rulebook_data", "cases", "disputes", "questions", "random_games", "old_tables")]


@pytest.mark.slow
def test_a_game_is_removed_by_its_two_folders_and_its_line(project: Path) -> None:
    for part in ("referee", "tests"):
        shutil.rmtree(project / part / "games/cracker")
    games = project / "referee/games/__init__.py"
    games.write_text(games.read_text(encoding="utf-8").replace('    "cracker",\n', ""), encoding="utf-8")
    done = run(project, "pytest", "-m", "not slow and not browser", *LAWS)
    assert done.returncode == 0, done.stdout[-4000:]
    assert "cracker" not in run(project, "referee", "games").stdout


@pytest.mark.slow
def test_a_broken_file_fails_its_own_game_alone(project: Path) -> None:
    tests, data = project / "tests/games/cracker", project / "referee/games/cracker"
    for path in (tests / "desk.toml", tests / "questions.toml", tests / "old_table.json", next(tests.glob("records/*")), data / "words.en.po"):
        path.write_text("broken = = [", encoding="utf-8")
    assert run(project, "pytest", "--collect-only", "tests").returncode == 0
    laws = [law for law in LAWS if "random" not in law]
    assert run(project, "pytest", "-m", "not slow", "--game=cracker", *laws).returncode == 1
    done = run(project, "pytest", "-m", "not slow", "--game=pyramid", *laws)
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("arguments", "code"), [
    ([next(iter(GAMES))], "game_exists"), (["kernel"], "game_exists"), (["High-Card"], "no_identifier"), (["class"], "no_identifier"), (["a--b"], "no_identifier"),
    (["../x"], "no_identifier"), (["x"], "no_prefix"), (["high-card", "--prefix", "h1"], "no_prefix"),
    (["high-card", "--prefix", next(iter(GAMES.values())).info.prefix], "prefix_taken"),
])
def test_a_game_that_cannot_be_is_refused_with_a_sentence(arguments: list[str], code: str, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = (ROOT / "referee/games/__init__.py").read_text(encoding="utf-8")
    assert main(["new-game", *arguments, "--lang", lang]) == 1
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == code
    assert len(error["sentence"]) > 10
    assert (ROOT / "referee/games/__init__.py").read_text(encoding="utf-8") == before


def test_a_prefix_is_made_of_the_initials() -> None:
    assert [prefix_of(game) for game in ("high-card", "the-old-man", "cracker", "x")] == ["HC", "TO", "CR", "X"]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_no_game_lacks_words(game_id: str) -> None:
    assert silent.page(GAMES[game_id], QUESTIONS[game_id]) == ""


@pytest.mark.parametrize("command", ["words", "check"])
def test_a_game_that_is_not_there_is_named(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "whist"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "unknown_game"
