"""What people read where a command refuses: whole sentences of ours, each with an end, and what
there is instead.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from referee.cli import main
from referee.games import GAMES
from referee.store import Store
from referee.words import LANGUAGES
from tests.commands.test_cli import store_table
from tests.support.commands import Run
from tests.support.paths import ROOT
from tests.support.processes import ran
from tests.support.random_play import EVERY

FOREIGN = ("Expecting", "Traceback", "None", "The database could not", "char 0")
"""Words of Python's, and ours where others of ours stand around them."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_files_that_cannot_be_taken_in_are_refused_in_our_words(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file.json"
    for text in ("x", "{}", '["\\ud800"]', "[1e999]", '{"format": "x"}'):
        file.write_text(text, encoding="utf-8")
        assert main(["import", str(file), "--data", str(tmp_path / "data"), "--lang", lang]) == 1
        said = capsys.readouterr().out
        assert not [word for word in FOREIGN if word in said], said
        assert not re.search(r" /$", said, re.MULTILINE), "the whole file has no place"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_reason_is_enough(
    lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.db").write_text("Dear Sir or Madam, " * 100, encoding="utf-8")
    for argv in (["audit", "letter.db"], ["backup", "letter.db", "copies"]):
        assert main([argv[0], *(str(tmp_path / one) for one in argv[1:]), "--lang", lang]) == 2
        said = capsys.readouterr().err
        assert not [word for word in FOREIGN if word in said], said
        assert said.rstrip().endswith((".", "。")) or "：" in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_that_follow_one_another_end(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["ask", "indian-chief", "worth", "cards=7C KZ", "--lang", lang])
    said = capsys.readouterr().err
    assert {"en": "isn’t a card. At character 5.", "ja": "ない。5文字目"}[lang] in said


def test_games_are_told_where_one_is_not_known(capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (["ask", "chess", "worth"], ["search", "rob", "--game", "chess"]):
        main(argv)
        said = capsys.readouterr().err
        assert all(f"  {game}\n" in said for game in GAMES)
        main([*argv, "--json"])
        assert json.loads(capsys.readouterr().out)["error"]["games"] == [*GAMES]


@pytest.mark.parametrize("typed", ["80000", "0", "abc", "-1"])
def test_a_wrong_port_names_both_ways_of_writing_it(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", f"--port={typed}"]) == 2
    assert "make run PORT=8001" in capsys.readouterr().err


def test_settings_are_lines_at_a_terminal_and_a_table_elsewhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["settings"]) == 0
    assert "| `--port` |" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert main(["settings"]) == 0
    said = capsys.readouterr().out
    assert "|" not in said
    assert "REFEREE_PORT = 8000" in said


@pytest.mark.parametrize("same", [True, False])
def test_what_differs_is_summed_up_and_a_copy_of_others_is_known(
    same: bool, tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("here.db", "other.db"):
        with Store(tmp_path / name) as store:
            store_table(store, "toy", 1)
    copied = tmp_path / ("here.db" if same else "other.db")
    made = run("backup", copied, tmp_path / "copies")[1]["copy"]
    with Store(tmp_path / "here.db") as store:
        store_table(store, "toy", 2)
    assert main(["restore", made, str(tmp_path / "here.db")], EVERY) == 1
    said = capsys.readouterr()
    assert f"{1 if same else 3} games differ; 1 are in the backup." in said.out + said.err
    assert ("another server" in said.out + said.err) is not same


def test_make_refuses_a_python_of_long_ago_in_our_words(tmp_path: Path) -> None:
    """Such a one knows neither `-I` nor the marks of check.py."""
    old = tmp_path / "python2.7"
    old.write_text(
        '#!/bin/sh\ncase "$1" in -c) exit 1;; *) echo "Unknown option: $1" >&2; exit 2;; esac\n',
        encoding="utf-8",
    )
    old.chmod(0o755)
    for name in ("Makefile", "requirements.txt"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    done = ran("make", ".venv/run.stamp", f"PYTHON={old}", cwd=tmp_path)
    assert done.returncode
    assert "needs Python 3.11" in done.stderr
    assert "Unknown option" not in done.stderr
