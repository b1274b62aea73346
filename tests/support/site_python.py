"""The Python of the edition without a server, as a phone loads it, run by node."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from referee.browser.build import build
from tests.support.paths import ROOT

URL = "https://games.example/cards/"
MISSING = None if shutil.which("npm") and shutil.which("node") else "no npm: it fetches that Python"


class Asked:
    """A Python that runs; what it is asked and what it answers is JSON."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def send(self, asked: object) -> None:
        """Ask; whoever sends twice has to take what comes in between."""
        assert self._process.stdin
        self._process.stdin.write(f"{json.dumps(asked)}\n")
        self._process.stdin.flush()

    def take(self) -> Any:
        """The answer to what was sent."""
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, "Python has ended"
        return json.loads(line)

    def ask(self, asked: object) -> Any:
        """The answer."""
        self.send(asked)
        return self.take()


def built(folder: Path, url: str = URL) -> Path:
    """A site in this folder, with its Python unpacked beside it, as browsers do at loading."""
    (fetched := folder / "fetched").mkdir()
    build(folder / "site", url, fetched)
    (runtime := folder / "runtime").mkdir()
    for file in (folder / "site" / "runtime").iterdir():
        data = file.read_bytes()
        packed = file.suffix == ".gz"
        name = file.stem if packed else file.name
        (runtime / name).write_bytes(gzip.decompress(data) if packed else data)
    return folder


def there(folder: Path, module: str) -> list[str]:
    """The command that runs a module of the tests in the Python of a built site."""
    script = Path(__file__).with_suffix(".mjs")
    command = ["node", script, folder / "runtime", folder / "site", ROOT, module]
    return [*map(str, command)]


def here(module: str) -> list[str]:
    """The command that runs it in this Python."""
    return [sys.executable, "-m", module]


@contextmanager
def running(command: list[str]) -> Iterator[Asked]:
    """A program that answers line by line, while the context lasts."""
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, "TZ": "Asia/Tokyo"},
    ) as process:
        try:
            yield Asked(process)
        finally:
            process.kill()
