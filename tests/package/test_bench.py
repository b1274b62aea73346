"""The benchmark still runs; how fast anything is, no test says."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.paths import ROOT


@pytest.mark.slow
def test_a_quick_run_prints_every_figure() -> None:
    command = [sys.executable, "-m", "bench", "--quick"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert {line[0] for line in lines if line[1:3] == "  "} == set("abcde"), done.stdout
