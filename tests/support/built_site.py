"""The edition without a server, built once for all tests that open it."""

from __future__ import annotations

import atexit
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from referee.__main__ import main
from tests.support.static_host import HOST, PATH, free_port


@dataclass(frozen=True)
class Site:
    """A site that was built for this port."""

    folder: Path
    port: int

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}{PATH}"


@cache
def built_site() -> Site:
    """Built by the command that everybody uses; nobody changes it."""
    if shutil.which("npm") is None:
        pytest.skip("no npm: it fetches Python for browsers")
    made = Site(Path(mkdtemp()), free_port())
    atexit.register(shutil.rmtree, made.folder, ignore_errors=True)
    assert main(["build-site", str(made.folder), "--url", made.url]) == 0
    return made
