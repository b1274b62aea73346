"""The systemd units: as systemd reads them, and how much of the machine they leave to the
services.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from referee.commands.serving import SETTINGS
from tests.support.paths import ROOT
from tests.support.processes import ran

UNITS = sorted((ROOT / "deploy").glob("*.service"))
analyze = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")


@pytest.fixture(params=UNITS, ids=lambda path: path.name)
def unit(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A unit, starting a program that is here."""
    made = tmp_path / request.param.name
    text = request.param.read_text(encoding="utf-8")
    started = re.sub(r"(?<=^ExecStart=)\S+", sys.executable, text, flags=re.M)
    made.write_text(started, encoding="utf-8")
    return made


@analyze
def test_systemd_has_nothing_to_say_against_it(unit: Path) -> None:
    done = ran("systemd-analyze", "verify", unit)
    assert done.returncode == 0
    assert unit.name not in done.stderr


@analyze
def test_it_is_exposed_to_two_of_ten_at_most(unit: Path) -> None:
    done = ran("systemd-analyze", "security", "--offline=yes", "--threshold=20", unit)
    assert done.returncode == 0, done.stdout
    assert float(re.search(r"exposure level.*?: ([\d.]+)", done.stdout)[1]) <= 2.0  # type: ignore[index]


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_it_sets_what_can_be_set(path: Path) -> None:
    named = set(re.findall(r"REFEREE_\w+", path.read_text(encoding="utf-8")))
    assert named
    assert named <= {one.variable for one in SETTINGS}


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_it_cannot_take_all_of_the_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.search(r"^MemoryMax=\d+[MG]$", text, re.M)
    assert re.search(r"^TasksMax=\d+$", text, re.M)
