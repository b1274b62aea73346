"""The benchmark still runs; how fast anything is, no test says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.processes import python


@pytest.mark.slow
def test_a_quick_run_prints_every_figure() -> None:
    done = python("-m", "bench", "--quick")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert {line[0] for line in lines if line[1:3] == "  "} == set("abcdef"), done.stdout


@pytest.mark.slow
def test_games_of_sheets_are_tried_and_the_run_goes_on_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    for sheets in (50, 90):
        done = python("-m", "bench.own_games", str(sheets), "2", str(file))
        assert done.returncode == 0, done.stdout + done.stderr
        figures = json.loads(file.read_text(encoding="utf-8"))
        read = figures["damaged sheets"]
        assert (read["done"], read["refused"] + read["readable"]) == (sheets, sheets)
        assert sum(number for name, number in read.items() if name.startswith("<")) == sheets
        assert len(figures) == 13
        assert all(figures[name]["exceptions"] == {} for name in figures)
