"""The wheel: built, installed in an environment of its own, started from an empty folder, played and printed with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from referee import __version__
from referee.games import GAMES
from tests.support.paths import ROOT
from tests.support.real_server import PATIENCE, free_port

PIP = ("-m", "pip", "--quiet", "--disable-pip-version-check")


def run(*command: object, cwd: Path) -> str:
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": ""})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of an installed wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, *PIP, "wheel", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    run(sys.executable, "-m", "venv", folder / "own", cwd=folder)
    (wheel,) = folder.glob("*.whl")
    run(folder / "own/bin/python", *PIP, "install", wheel, cwd=folder)
    return folder / "own/bin/referee"


@pytest.mark.slow
def test_the_command_tells_version_games_and_rules(program: Path, tmp_path: Path) -> None:
    assert run(program, "--version", cwd=tmp_path) == f"referee {__version__}\n"
    assert len(json.loads(run(program, "games", "--json", cwd=tmp_path))) == len(GAMES)
    assert "IC-29" in run(program, "rule", "IC-29", cwd=tmp_path)
    refused = subprocess.run([program, "new-game", "high-card"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "clone" in refused.stderr


@pytest.mark.slow
def test_an_evening_from_an_empty_folder(program: Path, tmp_path: Path) -> None:
    """A table is opened over HTTP, its page and styles come, and its sheet is a PDF."""
    address = f"http://127.0.0.1:{(port := free_port())}"
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    with (tmp_path / "log").open("w") as log, subprocess.Popen([program, "serve", "--host", "127.0.0.1", "--port", str(port)], cwd=tmp_path, stdout=log, stderr=log) as server:
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
            body = json.dumps({"game": "blind-date", "seats": [{"name": name} for name in ("Ann", "Bo", "Cy")]}).encode()
            opened = json.load(browser.open(Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})))
            assert b"Ann" in browser.open(f"{address}/t/{opened['code']}").read()
            assert browser.open(f"{address}/static/app.css").status == 200
            assert browser.open(f"{address}/sw.js").status == 200
            for game in ("blind-date", "pairs"):
                assert browser.open(f"{address}/print/{game}?players=3&paper=a4").status == 200
            assert browser.open(f"{address}/t/{opened['code']}/sheet.pdf").read().startswith(b"%PDF-")
        finally:
            server.terminate()
    assert (tmp_path / "data/referee.db").is_file()
