"""The benchmarks still run; how fast anything is, no test says."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from importlib import import_module

import pytest

from bench.__main__ import NAMES, main
from bench.inside import Inside, application
from bench.poker import check
from bench.recording import PHONES, recorded, replay, seated
from bench.report import Row, against, table
from tests.support.paths import ROOT

MODULES = sorted(path.stem for path in (ROOT / "bench").glob("*.py") if path.stem != "__main__")


@pytest.mark.parametrize("name", MODULES)
def test_every_module_can_be_imported(name: str) -> None:
    assert import_module(f"bench.{name}").__doc__


def test_every_benchmark_that_runs_has_rows() -> None:
    assert set(NAMES) <= set(MODULES)
    assert all(callable(import_module(f"bench.{name}").rows) for name in NAMES)


def test_a_quick_run_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--quick", "poker", "games"]) == 0
    printed = capsys.readouterr().out
    assert "best Chief split, 2 packs" in printed
    assert "judge + advance" in printed


@pytest.mark.slow
def test_a_quick_run_with_servers_tells_of_waiting_phones() -> None:
    command = [
        sys.executable,
        "-m",
        "bench",
        "--quick",
        "live",
        "pages",
        "stopping",
        "evening",
        "resting",
    ]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    printed = done.stdout
    for number, what in (
        ("T3", "24 streams open beside none"),
        ("T4", "to the last of 5 phones beside its reply"),
        ("T4", "to the last of 8, p99"),
        ("T4", "another process' entry"),
        ("T12", "stop with 20 open streams"),
        ("T17", "an entry with all that is asked, indian-chief"),
        ("T18", "after 10 printed sheets"),
        ("T19", "start to the first page"),
    ):
        assert any(line.startswith(number) and what in line for line in printed.splitlines()), what


def test_an_evening_is_recorded_once_and_answered_alike_at_another_table() -> None:
    evening = recorded("captains-orders")
    whys = Counter(ask.why for ask in evening.asked)
    assert whys["entry"] == evening.entries
    assert whys["page"] >= (PHONES - 1) * evening.entries
    assert whys["tap"] > evening.entries
    with application() as app:
        phones = [Inside(app) for _ in range(PHONES)]
        answered: list[str] = []
        replay(
            evening,
            seated("captains-orders", phones),
            phones,
            lambda why, ask: (answered.append(why), ask())[1],
        )
    assert Counter(answered) == whys


def test_splits_agree_with_a_plain_and_with_a_published_evaluation() -> None:
    assert check(hands=2_000, seed=5) == 0


def test_a_ratio_is_the_median_of_neighbours_and_is_what_is_judged() -> None:
    row = against("T1", "entries", [90.0, 40.0, 300.0], [100.0, 50.0, 100.0], least=0.85)
    assert row.ratio == 0.9
    assert row.met
    assert not against("T2", "p99", [3.0], [2.0], most=1.3).met
    assert not Row("T9", "load", 31.0, "kB", most=30).met
    assert table([row]).splitlines()[1].split()[-1] == "met"
