"""Compile for the next start, while nobody asks for anything.

Most of a start is compiling: Python's own modules, the application, its templates. A phone does so
once, and keeps the result with the version of the site. It may be lost at any time.
"""

from __future__ import annotations

import json
import os
import py_compile
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache

LIBRARY = "python_stdlib.zip"
"""Python's own modules: those that are used compiled, without their source."""
FILES = "files"
"""What is compiled of the packages, the application and its templates."""


def compile_modules(library: Path, folder: Path, out: Path) -> Iterator[str]:
    """Compile what is loaded of the archive ``library`` and of ``folder``, as far as it is not yet.

    It does a little with each step, and yields the name of a file in ``out`` once it is complete.
    """
    out.mkdir(exist_ok=True)
    yield from _compile_library(library, out)
    yield from _compile_folder(folder, out)


def compile_templates(folder: Path, out: Path, environment: Environment) -> Iterator[str]:
    """The same for templates; the environment keeps them in a folder in ``folder``."""
    out.mkdir(exist_ok=True)
    cache = environment.bytecode_cache
    assert isinstance(cache, FileSystemBytecodeCache)
    names = environment.list_templates(extensions=["html"])
    if len(os.listdir(cache.directory)) >= len(names):
        return
    for name in names:
        environment.get_template(name)
        yield ""
    yield _put_together(folder, out)


def _compile_library(library: Path, out: Path) -> Iterator[str]:
    loaded = set(_loaded(library))
    with zipfile.ZipFile(library) as packed:
        if loaded.isdisjoint(packed.namelist()):
            return
        source, compiled = out / "source.py", out / "source.pyc"
        with zipfile.ZipFile(out / LIBRARY, "w") as made:
            for name in packed.namelist():
                data = packed.read(name)
                if name in loaded:
                    source.write_bytes(data)
                    _compile(source, compiled, str(library / name), optimize=2)
                    name, data = f"{name}c", compiled.read_bytes()
                    yield ""
                made.writestr(zipfile.ZipInfo(name), data)
    yield LIBRARY


def _compile_folder(folder: Path, out: Path) -> Iterator[str]:
    missing = [
        (source, compiled)
        for source in map(folder.joinpath, _loaded(folder))
        if not (compiled := Path(cache_from_source(str(source)))).exists()
    ]
    for source, compiled in missing:
        _compile(source, compiled, str(source))
        yield ""
    if missing:
        yield _put_together(folder, out)


def _put_together(folder: Path, out: Path) -> str:
    """Write everything compiled to one file; its first line lists names and sizes."""
    suffixes = {".pyc", ".cache"}
    paths = sorted(path for path in folder.rglob("*") if path.suffix in suffixes)
    listed = json.dumps(
        [[path.relative_to(folder).as_posix(), path.stat().st_size] for path in paths]
    )
    with (out / FILES).open("wb") as made:
        made.write(f"{listed}\n".encode())
        for path in paths:
            made.write(path.read_bytes())
    return FILES


def _loaded(place: Path) -> list[str]:
    """The sources of the loaded modules below a place, in order."""
    files = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
    start = f"{place}/"
    return sorted(
        file.removeprefix(start) for file in files if file.startswith(start) and file[-3:] == ".py"
    )


def _compile(source: Path, compiled: Path, called: str, optimize: int = -1) -> None:
    """Compile for good: nothing compares the result with its source any more."""
    py_compile.compile(
        str(source),
        str(compiled),
        called,
        doraise=True,
        optimize=optimize,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
