"""What click says by itself, at a Japanese terminal: no word of it is English."""

from __future__ import annotations

import os
import re
import string
import subprocess
import sys

import click
import pytest

from referee.cli import main, referee
from referee.commands import click_words
from referee.words import catalogue
from tests.support.japanese import JAPANESE
from tests.support.paths import ROOT

SAID = catalogue("ja", "click")
ENGLISH = {word.lower() for text in SAID for word in re.findall("[A-Za-z]{3,}", re.sub(r"\{[^}]*\}", "", text))} | {"show", "message", "exit"}
OWN = re.compile(r"'[^']*'|`[^`]*`|--[\w-]+|REFEREE_\w+|referee( [a-z-]+)?|^  [a-z-]+ |\[en\|ja\]|\b[A-Z]+(=[A-Z:]+)?\b", re.MULTILINE)
"""What is the same in every language: what is typed, and names."""
WRONG = [
    ["nosuch"], ["serve", "--nosuch"], ["serve", "--prt"], ["rule"], ["what-if", "x"], ["serve", "--port", "x"], ["serve", "--port", "99999"],
    ["serve", "--threads", "1"], ["rule", "--lang", "xx"], ["rule", "a", "b"], ["rule", "a", "b", "c"], ["serve", "--node"], ["settings", "--json=3"],
    ["serve", "--node", "11"], ["serve", "--url", "x"], ["nginx"],
]


def english(text: str) -> set[str]:
    """The words of click that are left in what was printed."""
    return ENGLISH & {word.lower() for word in re.findall("[A-Za-z]+", OWN.sub(" ", text))}


@pytest.fixture
def japanese_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")


@pytest.mark.usefixtures("japanese_terminal")
@pytest.mark.parametrize("command", ["", *referee.list_commands(click.Context(referee))])
def test_every_help_is_japanese(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command.split(), "--help"]) == 0
    printed = capsys.readouterr().out
    assert {"使い方：", "オプション:", "このヘルプを示して終わる。"} <= set(printed.split())
    assert not english(printed)
    assert "[OPTIONS]" not in printed
    assert not re.search(r"TEXT|INTEGER|COMMAND\b|ARGS|LETTERS", printed)


@pytest.mark.usefixtures("japanese_terminal")
@pytest.mark.parametrize("argv", WRONG, ids=" ".join)
def test_every_failure_is_japanese(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    printed = capsys.readouterr().err
    assert "エラー：" in printed
    assert not english(printed)


@pytest.mark.parametrize(("argv", "status"), [(["--help"], 0), (["serve", "--help"], 0), (["serve", "--nosuch"], 2), (["rule"], 2), (["serve", "--port", "x"], 2)])
def test_the_program_speaks_the_language_of_its_terminal(argv: list[str], status: int) -> None:
    for lang in ("ja_JP.UTF-8", "en_GB.UTF-8"):
        env = {name: value for name, value in os.environ.items() if not name.startswith("LC_")} | {"LANG": lang, "PYTHONUTF8": "1"}
        done = subprocess.run([sys.executable, "-m", "referee", *argv], cwd=ROOT, env=env, capture_output=True, encoding="utf-8", timeout=60, check=False)
        assert done.returncode == status
        assert bool(JAPANESE.search(done.stdout + done.stderr)) is bool(not english(done.stdout + done.stderr)) is lang.startswith("ja")


@pytest.mark.parametrize(("locale", "lang", "said"), [("en", "ja", "エラー："), ("ja", "en", "Error: ")])
def test_the_language_that_is_asked_for_goes_before_the_terminals(
    locale: str, lang: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    assert main(["rule", "--lang", lang]) == 2
    assert said in capsys.readouterr().err


def test_every_word_is_filled_as_click_fills_it() -> None:
    def names(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    # Every number that is asked for is a whole one.
    assert {text for text, said in SAID.items() if names(text) - {"number_type"} != names(said)} == set()


def test_every_module_of_click_that_speaks_says_it_here() -> None:
    for module in click_words.MODULES:
        assert vars(module)["_"] is click_words.word
    assert click_words.counted("One {n}", "Several {n}", 1) == "One {n}"
    assert click_words.counted("One {n}", "Several {n}", 2) == "Several {n}"
