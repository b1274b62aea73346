"""The language of the command line: the terminal's, unless another is asked for, wherever it
stands.
"""

from __future__ import annotations

import os

import click
import pytest

from referee.cli import main, referee, sheet
from referee.words import LANGUAGES, catalogue
from tests.support.japanese import JAPANESE
from tests.support.processes import python

COMMANDS = [
    "",
    *referee.list_commands(click.Context(referee)),
    *(f"sheet {name}" for name in sheet.list_commands(click.Context(sheet))),
]
LOCALES = {"en": "en_GB.UTF-8", "ja": "ja_JP.UTF-8"}


def speaks(monkeypatch: pytest.MonkeyPatch, lang: str) -> None:
    """The terminal speaks this language."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", LOCALES[lang])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_in_the_language_that_is_asked_for(
    name: str, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before the command, before `--help` or behind it; and so it is at such a terminal."""

    def help_of(*argv: str) -> str:
        assert main(argv) == 0
        return capsys.readouterr().out

    command = name.split()
    speaks(monkeypatch, lang)
    told = help_of(*command, "--help")
    sentence = catalogue(lang, "commands")[f"command.{'.'.join(command) or 'referee'}"]
    assert "".join(sentence.split()) in "".join(told.split())
    assert bool(JAPANESE.search(told)) is (lang == "ja")
    for terminal in LANGUAGES:
        speaks(monkeypatch, terminal)
        assert help_of("--lang", lang, *command, "--help") == told
        assert help_of(*command, "--lang", lang, "--help") == told
        assert help_of(*command, "--help", "--lang", lang) == told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_own_sentences_about_a_wrong_call_are_in_that_language(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for argv, code in (
        (["serve", "--lang", lang, "--url", "x"], "no_address"),
        (["--lang", lang, "serve", "--node", "11"], "no_letters"),
        (["nginx", "--lang", lang], "no_nodes"),
    ):
        assert main(argv) == 2
        assert catalogue(lang, "commands")[code] in capsys.readouterr().err, argv


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_program_speaks_the_language_of_its_terminal(lang: str) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    done = python("-m", "referee", "--help", env=env | {"LANG": LOCALES[lang], "PYTHONUTF8": "1"})
    assert done.returncode == 0
    assert bool(JAPANESE.search(done.stdout)) is (lang == "ja")
