"""Compiled templates that are kept: used at the next start, by nobody else's hand, and never what a
page depends on.
"""

from __future__ import annotations

import marshal
import os
import stat
from pathlib import Path

import pytest
from flask import Flask
from jinja2.bccache import bc_magic

from referee.application import create_app
from referee.web.http import compiled

pytestmark = pytest.mark.skipif(
    os.name != "posix", reason="only there it can be told who may write"
)


def first_page(folder: Path) -> str:
    """The first page of an application that has just been made and may keep templates here."""
    app = create_app(
        {
            "DATABASE": str(folder / "referee.db"),
            "COMPILED": str(folder / "compiled"),
            "RATE_LIMITS": False,
        }
    )
    answer = app.test_client().get("/")
    assert answer.status_code == 200
    return answer.text


def kept(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in (folder / "compiled").iterdir()}


def test_the_next_start_compiles_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown, files = first_page(tmp_path), kept(tmp_path)
    assert files
    monkeypatch.setattr("jinja2.environment.Environment.compile", None)
    assert first_page(tmp_path) == shown
    assert kept(tmp_path) == files


def test_what_is_kept_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    first_page(tmp_path)
    folder = tmp_path / "compiled"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert not any(one.stat().st_mode & 0o077 for one in folder.iterdir())


@pytest.mark.parametrize(
    "damaged",
    [b"", b"junk", bc_magic, bc_magic + b"junk", bc_magic + b"c", bc_magic + marshal.dumps("x")],
)
def test_a_damaged_file_is_made_anew(tmp_path: Path, damaged: bytes) -> None:
    shown, files = first_page(tmp_path), kept(tmp_path)
    for name in files:
        (tmp_path / "compiled" / name).write_bytes(damaged)
    assert first_page(tmp_path) == shown
    assert kept(tmp_path) == files


@pytest.mark.parametrize(
    "made_with", ["referee.web.http.compiled.__version__", "jinja2.__version__"]
)
def test_what_another_version_compiled_is_compiled_anew_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made_with: str
) -> None:
    shown, files = first_page(tmp_path), kept(tmp_path)
    monkeypatch.setattr(made_with, "0")
    assert first_page(tmp_path) == shown
    now = kept(tmp_path)
    assert now.keys() == files.keys()
    assert not any(now[name] == files[name] for name in files)


def test_without_being_told_a_folder_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Flask, "jinja_options", {})  # The tests keep what they compile.
    assert create_app({"DATABASE": str(tmp_path / "referee.db")}).jinja_env.bytecode_cache is None


@pytest.mark.parametrize("mode", [0o770, 0o702, 0o777, 0o1777])
def test_a_folder_that_others_may_write_to_is_left_alone(tmp_path: Path, mode: int) -> None:
    folder = tmp_path / "compiled"
    folder.mkdir()
    folder.chmod(mode)
    assert compiled.compiled(folder) is None
    assert first_page(tmp_path)
    assert not kept(tmp_path)


@pytest.mark.parametrize(
    ("mode", "safe"), [(0o700, True), (0o755, True), (0o1777, True), (0o777, False), (0o770, False)]
)
def test_a_folder_that_others_may_rename_is_not_trusted(
    tmp_path: Path, mode: int, safe: bool
) -> None:
    tmp_path.chmod(mode)
    assert (compiled.compiled(tmp_path / "compiled") is not None) is safe


def test_a_link_and_a_file_are_no_folder(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "file").touch()
    assert compiled.compiled(tmp_path / "link") is compiled.compiled(tmp_path / "file") is None


def test_a_folder_of_somebody_else_is_not_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: owner + 1)
    assert compiled.compiled(tmp_path / "compiled") is None


def test_a_full_disk_costs_time_and_no_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("jinja2.bccache.tempfile.NamedTemporaryFile", full)
    assert first_page(tmp_path)
    assert not kept(tmp_path)
