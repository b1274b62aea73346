"""The edition without a server, built once for all tests that open it."""

from __future__ import annotations

import atexit
import gzip
import json
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import pytest

from referee.__main__ import main
from referee.browser.build import files_beside, listing
from tests.support.static_host import HOST, PATH, free_port

LARGE = "runtime/python_stdlib.zip.gz"
"""What takes longest to load."""


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


def listed(folder: Path) -> Any:
    """What a site says that it holds."""
    return json.loads((folder / "files.json").read_text(encoding="utf-8"))


def newer(site: Site, folder: Path) -> Path:
    """The same site with another style, and its largest file packed in another way."""
    shutil.copytree(site.folder, folder)
    files = {name: (folder / name).read_bytes() for name in listed(folder)["files"]}
    files["shell/shell.css"] += b"/* newer */\n"
    files[LARGE] = gzip.compress(gzip.decompress(files[LARGE]), 1)
    told = (folder / "sw.js").read_text(encoding="utf-8").partition("\n")[0]
    beside = json.loads(told.removeprefix("const SITE = ").removesuffix(";"))["beside"]
    for name, data in (files | files_beside(PATH, files, listing(files), beside)).items():
        (folder / name).write_bytes(data)
    return folder
