"""The commands as people see them: text, language, colour, help, settings, and where they end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from referee import __version__
from referee.cli import main
from referee.commands.serving import SETTINGS, rows
from referee.games import GAMES
from referee.kernel.record import dump
from referee.server import serve
from tests.support.japanese import JAPANESE
from tests.support.paths import ROOT
from tests.support.processes import python
from tests.support.random_play import random_history

GAME = next(iter(GAMES))
Told = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Told:
    """The command line: its exit status and what it prints on both streams."""

    def tell(*argv: object) -> tuple[int, str, str]:
        status = main([*map(str, argv)])
        printed = capsys.readouterr()
        return status, printed.out, printed.err

    return tell


@pytest.mark.parametrize(
    "argv",
    [
        ["games"],
        ["rule", "IC-29"],
        ["rule", "IC-A1"],
        ["ask", GAME],
        ["ask", GAME, "worth", "cards=7C KD", "others=7S"],
        ["search", "thief"],
        ["settings"],
    ],
)
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_an_answer_is_made_for_reading(argv: list[str], lang: str, told: Told) -> None:
    status, text, wrong = told(*argv, "--lang", lang)
    assert (status, wrong) == (0, "")
    assert text.strip()
    assert not re.search(r"[{}]|\bNone\b|\x1b", text), (
        "JSON or colour where people read and no terminal is"
    )
    assert bool(JAPANESE.search(text)) or lang == "en"
    status, answer, _ = told(*argv, "--lang", lang, "--json")
    assert (status, json.loads(answer) != []) == (0, True)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_record_is_read_with_names_points_and_rules(
    name: str, tmp_path: Path, told: Told
) -> None:
    history = random_history(name, 4)
    names = {seat: f"Name of {seat}" for seat in history.seats}
    (tmp_path / "record.json").write_text(json.dumps(dump(history, names)), encoding="utf-8")
    status, text, _ = told("play", tmp_path / "record.json")
    assert status == 0
    assert all(name in text for name in names.values())
    assert all(f"({line.clause})" in text for line in history.lines)
    assert "Ranking" in text


def test_a_refusal_goes_to_the_other_stream(told: Told) -> None:
    assert told("rule", "XX-1")[:2] == (1, "")
    assert told("play", "/nowhere")[:2] == (2, "")
    assert "/nowhere" in told("play", "/nowhere")[2]


def test_the_language_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch, told: Told) -> None:
    assert not JAPANESE.search(told("games")[1])
    for variable in ("LANG", "LC_MESSAGES", "LC_ALL"):
        monkeypatch.setenv(variable, "ja_JP.UTF-8")
    assert JAPANESE.search(told("games")[1])
    assert JAPANESE.search(told("serve", "--help")[1])
    assert not JAPANESE.search(told("games", "--lang", "en")[1])


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch, told: Told) -> None:
    monkeypatch.setattr(
        "click.utils.should_strip_ansi", lambda stream=None, color=None: color is False
    )
    assert "\x1b" in told("games")[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in told("games")[1]


def test_whoever_serves_loads_no_game_before_the_process_that_answers() -> None:
    loaded = (
        "import sys; from referee.cli import main; main(['serve', '--help']);"
        " sys.exit('referee.games' in sys.modules)"
    )
    assert python("-c", loaded).returncode == 0


def test_the_version_is_told(told: Told) -> None:
    assert told("--version") == (0, f"referee {__version__}\n", "")


def test_a_shell_is_offered_commands_and_games(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_REFEREE_COMPLETE", "bash_complete")
    for typed, offered in (("referee pl", "play"), ("referee ask indi", GAME)):
        monkeypatch.setenv("COMP_WORDS", typed)
        monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
        with pytest.raises(SystemExit):
            main([])
        assert f"plain,{offered}\n" in capsys.readouterr().out


# Settings


def started(monkeypatch: pytest.MonkeyPatch, *argv: str) -> serve.Settings:
    """What a server would be started with."""
    found: list[serve.Settings] = []
    monkeypatch.setattr(serve, "start", found.append)
    assert main(["serve", *argv]) == 0
    return found[0]


def test_a_flag_goes_before_the_environment_and_that_before_the_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = {
        "host": "127.0.0.1", "port": "9000", "data": "/tmp/a", "phones": "64", "tls": "1",
        "behind-proxy": "2", "url": "https://a.example/", "copies": "3", "node": "AB",
    }  # fmt: skip
    served = [one for one in SETTINGS if "serve" in one.commands]
    assert {one.name for one in served} == set(other), "a setting that is not tried"
    for one in served:
        name = one.name.replace("-", "_")
        monkeypatch.delenv(one.variable, raising=False)
        default = getattr(started(monkeypatch), name)
        assert default == (Path(one.default).absolute() if one.name == "data" else one.default)
        monkeypatch.setenv(one.variable, other[one.name])
        by_environment = getattr(started(monkeypatch), name)
        assert str(by_environment) == ("True" if one.type is bool else other[one.name])
        if one.type is not bool:
            assert getattr(started(monkeypatch, one.flag, str(one.default)), name) == default
        monkeypatch.delenv(one.variable)


def test_the_hosting_guide_has_the_settings_as_they_are() -> None:
    assert "\n".join(rows("en")) in (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
