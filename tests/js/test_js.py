"""The cases of the scripts, each a test of its own; the node that Playwright brings runs them."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import playwright
import pytest

FOLDER = Path(__file__).parent
NODE = next((Path(playwright.__file__).parent / "driver").glob("node*"))
FILES = sorted(FOLDER.glob("*.test.js"))
CASE = re.compile(r'^test\("(.+?)", ', re.MULTILINE)
CASES = [name for file in FILES for name in CASE.findall(file.read_text(encoding="utf-8"))]

pytestmark = pytest.mark.xdist_group("js")


@pytest.fixture(scope="module")
def results() -> Counter[tuple[str, str]]:
    """How each case ended: with nothing to say, or with what went wrong."""
    command = [str(NODE), "--test", "--test-reporter=junit", *map(str, FILES)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    cases = ElementTree.fromstring(ended.stdout).iter("testcase")
    return Counter((case.attrib["name"], "".join(map(wrong_with, case))) for case in cases)


def wrong_with(part: ElementTree.Element) -> str:
    """What a part of a case says: a failure, or that it was left out."""
    return f"{part.tag}: {part.text or part.attrib}"


@pytest.mark.parametrize("name", CASES)
def test_a_case_of_the_scripts(results: Counter[tuple[str, str]], name: str) -> None:
    assert [(wrong, times) for (case, wrong), times in results.items() if case == name] == [("", 1)]


def test_no_case_is_overlooked(results: Counter[tuple[str, str]]) -> None:
    """Those that ran are those that are listed above, and each has a name of its own."""
    assert len(CASES) > 80
    assert sorted(name for name, _ in results.elements()) == sorted(CASES)
