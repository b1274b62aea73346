"""The benchmark still runs; how fast anything is, no test says."""

from __future__ import annotations

import pytest

from tests.support.processes import python


@pytest.mark.slow
def test_a_quick_run_prints_every_figure() -> None:
    done = python("-m", "bench", "--quick")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert {line[0] for line in lines if line[1:3] == "  "} == set("abcdef"), done.stdout
