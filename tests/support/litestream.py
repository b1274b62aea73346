"""Litestream beside a server, as deploy/litestream.yml has it; the program is fetched once and
kept.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from tests.support.paths import ROOT

WANTED = ROOT / "tests/litestream.txt"
CONFIG = ROOT / "deploy/litestream.yml"
KEPT = ROOT / ".cache/litestream"


def program() -> Path:
    """The wanted version's program; CalledProcessError where it cannot be had."""
    version = WANTED.read_text(encoding="utf-8").rpartition("==")[2].strip()
    made = KEPT / version / "litestream"
    if not made.exists():
        made.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=made.parent) as folder:
            _fetch(Path(folder)).rename(made)
    return made


def _fetch(folder: Path) -> Path:
    # The wheel asks for a newer Python than the program inside it needs, which is none.
    chosen = ("--no-deps", "--only-binary=:all:", "--python-version=3.12")
    pip = (sys.executable, "-m", "pip", "download", "--quiet")
    subprocess.run([*pip, *chosen, "--dest", folder, "--requirement", WANTED], check=True)
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as packed:
        (name,) = (one for one in packed.namelist() if one.endswith(".data/scripts/litestream"))
        found = Path(packed.extract(name, folder))
    found.chmod(0o755)
    return found


class Litestream:
    """``litestream replicate`` from a folder of tables into another; as a context it is killed at
    the end.
    """

    def __init__(self, data: Path, copy: Path) -> None:
        self._program, self._database = program(), data / "referee.db"
        self._log = data / "litestream.log"
        self._environment = os.environ | {"REFEREE_DATA": str(data), "SECOND_COPY": str(copy)}

    def __enter__(self) -> Litestream:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start it, also anew."""
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [self._program, "replicate", "-config", CONFIG],
                stdout=log,
                stderr=log,
                env=self._environment,
            )

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._process.kill()
        self._process.wait(15)

    def restore(self, target: Path) -> bool:
        """Make a file of what the other folder holds and look it through; False if that cannot be
        done.
        """
        how = ("-config", CONFIG, "-integrity-check", "full", "-o", target)
        done = subprocess.run(
            [self._program, "restore", *how, self._database],
            env=self._environment,
            capture_output=True,
            check=False,
        )
        return done.returncode == 0
