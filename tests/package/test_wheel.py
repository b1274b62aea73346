"""The wheel: built, installed in an environment of its own, started from an empty folder, played
and printed with.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from referee import __version__
from referee.games import GAMES
from tests.support.paths import ROOT
from tests.support.processes import ran
from tests.support.real_server import PATIENCE, free_port

CONTAINER = (ROOT / "deploy/Containerfile").read_text(encoding="utf-8")
HEALTH = json.loads(re.search(r"^HEALTHCHECK .*?CMD (\[.+\])$", CONTAINER, re.M)[1])  # type: ignore[index]
"""The command by which a container asks whether its server is well."""
PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")


def run(*command: object, cwd: Path) -> str:
    done = ran(*command, cwd=cwd, env={**os.environ, "PYTHONPATH": ""}, timeout=None)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def names_in(wheel: Path) -> list[str]:
    """What a wheel holds, apart from what Python compiled beside it."""
    with zipfile.ZipFile(wheel) as held:
        return sorted(name for name in held.namelist() if "__pycache__" not in name)


def wheel_of(source: Path, folder: Path) -> Path:
    """The wheel of a source tree, built into a folder."""
    run(sys.executable, *PIP, "wheel", "--no-deps", "--wheel-dir", folder, source, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree."""
    return wheel_of(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def program(wheel: Path) -> Path:
    """The command of an installed wheel."""
    own = wheel.parent / "own"
    run(sys.executable, "-m", "venv", own, cwd=wheel.parent)
    run(own / "bin/python", *PIP, "install", wheel, cwd=wheel.parent)
    return own / "bin/referee"


@pytest.mark.slow
def test_a_container_is_built_from_all_that_the_package_needs(wheel: Path, tmp_path: Path) -> None:
    source, built = tmp_path / "source", tmp_path / "built"
    source.mkdir()
    built.mkdir()
    for line in re.findall("^COPY (?!--from)(.+)$", CONTAINER, re.M):
        *copied, target = line.split()
        for one in copied:
            if (ROOT / one).is_dir():
                shutil.copytree(ROOT / one, source / target)
            else:
                shutil.copy(ROOT / one, source)
    assert names_in(wheel_of(source, built)) == names_in(wheel)


@pytest.mark.slow
def test_the_command_tells_version_games_and_rules(program: Path, tmp_path: Path) -> None:
    assert run(program, "--version", cwd=tmp_path) == f"referee {__version__}\n"
    assert len(json.loads(run(program, "games", "--json", cwd=tmp_path))) == len(GAMES)
    assert "IC-29" in run(program, "rule", "IC-29", cwd=tmp_path)


@pytest.mark.slow
def test_an_evening_from_an_empty_folder(program: Path, tmp_path: Path) -> None:
    """A table is opened over HTTP, its page and styles come, and its sheet is a PDF."""
    address = f"http://127.0.0.1:{(port := free_port())}"
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    with (
        (tmp_path / "log").open("w") as log,
        subprocess.Popen(
            [program, "serve", "--host", "127.0.0.1", "--port", str(port)],
            cwd=tmp_path,
            stdout=log,
            stderr=log,
        ) as server,
    ):
        try:
            ends = time.monotonic() + PATIENCE
            while True:
                try:
                    browser.open(address)
                    break
                except OSError:
                    if server.poll() is not None or time.monotonic() > ends:
                        pytest.fail((tmp_path / "log").read_text())
                    time.sleep(0.1)
            seats = [{"name": name} for name in ("Ann", "Bo", "Cy")]
            body = json.dumps({"game": "blind-date", "seats": seats}).encode()
            start = Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})
            opened = json.load(browser.open(start))
            assert b"Ann" in browser.open(f"{address}/t/{opened['code']}").read()
            assert browser.open(f"{address}/static/entry.css").status == 200
            assert browser.open(f"{address}/sw.js").status == 200
            for asked, status in ((port, 0), (1, 1)):
                health = {**os.environ, "REFEREE_PORT": str(asked)}
                done = subprocess.run(HEALTH, env=health, capture_output=True, check=False)
                assert done.returncode == status, done.stderr
            for game in ("blind-date", "pairs"):
                assert browser.open(f"{address}/print/{game}?players=3&paper=a4").status == 200
            sheet = browser.open(f"{address}/t/{opened['code']}/sheet.pdf")
            assert sheet.read().startswith(b"%PDF-")
        finally:
            server.terminate()
    assert (tmp_path / "data/referee.db").is_file()
