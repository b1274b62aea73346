"""What a phone compiles while nothing is asked, for its next start."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment, FileSystemBytecodeCache

from referee.browser.bytecode import FILES, LIBRARY, compile_modules, compile_templates

RUN = """import sys; sys.path[:0] = sys.argv[1:]
import compiled_library, compiled_module
print(compiled_library.__file__, compiled_library.VALUE, compiled_module.VALUE)"""


class Place:
    """A folder and an archive, each with a module that is loaded, and an environment."""

    def __init__(self, root: Path) -> None:
        self.library, self.folder, self.out = root / "lib.zip", root / "folder", root / "out"
        self.templates = self.folder / "compiled"
        self.templates.mkdir(parents=True)
        with zipfile.ZipFile(self.library, "w") as packed:
            packed.writestr("compiled_library.py", "VALUE = 1\n")
            packed.writestr("compiled_never.py", "VALUE = 2\n")
        (self.folder / "compiled_module.py").write_text("VALUE = 3\n", encoding="utf-8")
        self.environment = Environment(
            loader=DictLoader({"page.html": "{{ 1 }}"}),
            bytecode_cache=FileSystemBytecodeCache(str(self.templates)),
        )

    def compile(self) -> list[str]:
        """Everything; the names that are worth keeping."""
        modules = compile_modules(self.library, self.folder, self.out)
        templates = compile_templates(self.folder, self.out, self.environment)
        return [name for name in (*modules, *templates) if name]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    made = Place(tmp_path)
    monkeypatch.syspath_prepend(str(made.library))
    monkeypatch.syspath_prepend(str(made.folder))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    names = ("compiled_library", "compiled_module")
    for name in names:
        importlib.import_module(name)
    yield made
    for name in names:
        del sys.modules[name]


def test_a_start_reads_no_source(place: Place, tmp_path: Path) -> None:
    """The compiled files alone run, even where the sources say something else by now."""
    assert place.compile() == [LIBRARY, FILES, FILES]
    (place.folder / "compiled_module.py").write_text("VALUE = 0\n", encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, "-c", RUN, str(place.out / LIBRARY), str(place.folder)],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert ran.stdout.split() == [str(place.out / LIBRARY / "compiled_library.pyc"), "1", "3"]
    with zipfile.ZipFile(place.out / LIBRARY) as packed:
        assert packed.namelist() == ["compiled_library.pyc", "compiled_never.py"]


def test_the_files_are_listed_as_a_phone_unpacks_them(place: Place) -> None:
    place.compile()
    head, _, rest = (place.out / FILES).read_bytes().partition(b"\n")
    at = 0
    for name, size in json.loads(head):
        assert (place.folder / name).read_bytes() == rest[at : at + size]
        at += size
    assert at == len(rest)
    assert {Path(name).suffix for name, _size in json.loads(head)} == {".pyc", ".cache"}


def test_what_is_compiled_is_left_alone(place: Place) -> None:
    place.compile()
    shutil.copy(place.out / LIBRARY, place.library)
    assert place.compile() == []
