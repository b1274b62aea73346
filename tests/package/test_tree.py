"""The tree: what is tracked has a known place and a modest size, and a release holds no more than
that.
"""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from tests.package.test_project import PROJECT
from tests.support.paths import ROOT
from tests.support.processes import python, ran

PLACES = {
    ".ci", ".dockerignore", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile",
    "README.md", "SECURITY.md", "app.py", "bench", "deploy", "docs", "mkdocs.yml", "pyproject.toml",
    "referee", "requirements.txt", "static", "templates", "tests", "tools",
}  # fmt: skip
LARGE = 1_000_000
MAY_BE_LARGE = {".ttf", ".mp4"}
"""Fonts, and the film that keeps a phone awake."""
SDIST_MOST = 12_000_000


def tracked() -> list[Path]:
    """Every file that git keeps or would keep, as it lies in the work tree."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = ran("git", "ls-files", "-coz", "--exclude-standard").stdout
    assert listed
    return [Path(name) for name in listed.split("\0") if name and (ROOT / name).exists()]


def test_every_tracked_file_has_a_known_place() -> None:
    assert {path.parts[0] for path in tracked()} - PLACES == set()


def test_no_tracked_file_is_large_but_fonts_and_the_film() -> None:
    large = [path for path in tracked() if (ROOT / path).stat().st_size > LARGE]
    assert [path for path in large if path.suffix not in MAY_BE_LARGE] == []


def test_no_tracked_name_can_be_taken_for_a_flag() -> None:
    assert [path for path in tracked() if f"/{path}".count("/-")] == []


def test_a_source_release_is_small_and_holds_what_is_tracked_alone(tmp_path: Path) -> None:
    python("-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path)
    (made,) = tmp_path.iterdir()
    assert made.stat().st_size < SDIST_MOST
    with tarfile.open(made) as held:
        names = {Path(*Path(name).parts[1:]) for name in held.getnames()}
    assert names - {Path("PKG-INFO")} - set(tracked()) == set()
    assert Path("app.py") in names
    assert Path("referee/__init__.py") in names


def test_the_release_is_built_by_the_builder_that_is_tested() -> None:
    pinned = (ROOT / "tests" / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert set(PROJECT["build-system"]["requires"]) <= set(pinned)
