"""The package: what it says of itself is said once, and is true."""

from __future__ import annotations

import re
import tomllib
from datetime import date

from flask.testing import FlaskClient

from referee import __version__
from tests.support.paths import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
REQUIRED = (ROOT / "requirements.txt").read_text(encoding="utf-8")
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_it_asks_for_the_packages_that_the_tests_ran_with() -> None:
    """Each is pinned, with the hashes of its files; what Referee itself asks for is in its pins."""
    blocks = re.findall(r"^(\S+==\S+)(.*(?:\n    .+)+)", REQUIRED, re.M)
    assert [pin for pin, rest in blocks if "--hash=sha256:" not in rest] == []
    assert len(blocks) == len(re.findall(r"^\w", REQUIRED, re.M))
    asked = {pin for pin, rest in blocks if "referee-for-cards (pyproject.toml)" in rest}
    named = {line.partition(";")[0].lower() for line in PROJECT["project"]["dependencies"]}
    assert asked == named
    assert all(re.fullmatch(r"[\w-]+==[\d.]+", one) for one in named)


def test_the_version_stands_in_one_place_and_is_told_everywhere(client: FlaskClient) -> None:
    assert "version" in PROJECT["project"]["dynamic"]
    assert client.get("/api/").get_json()["version"] == __version__
    assert client.get("/api/openapi.json").get_json()["info"]["version"] == __version__
    assert f"Referee {__version__}</p>" in client.get("/settings").get_data(as_text=True)


def test_the_newest_release_of_the_changelog_is_this_version() -> None:
    """What is not released yet stands above it, under a heading of its own."""
    releases = re.findall(r"^## (\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)$", CHANGES, re.M)
    assert releases[0][0] == __version__
    assert all(date.fromisoformat(day) for _, day in releases)
