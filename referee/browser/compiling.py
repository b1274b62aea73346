"""Compile what a phone starts with, in the very Python that phones run.

``build.py`` has node run this once for each site. Most of a start would be compiling: Python's own
modules, packages, the application and its templates.
"""

from __future__ import annotations

import os
import py_compile
import re
import sys
import zipfile
from pathlib import Path

from jinja2 import Environment

from referee.browser.phone import TEMPLATES, Phone

LIBRARY = "python_stdlib.zip"
"""Python's own modules: those that are used compiled, without their source."""

UNUSED = re.compile(
    r"(_pyrepl|pydoc_data|unittest|wsgiref|xmlrpc)/"
    r"|(doctest|ftplib|imaplib|mailbox|modulefinder|pdb|poplib|pydoc|smtplib|trace|wave)\.py"
    r"|encodings/(?!(__init__|aliases|ascii|cp1252|cp437|idna|latin_1|punycode|utf_\w+)\.py)"
)
"""Modules of Python itself that nothing here asks for."""


def compile_site(folder: Path, url: str) -> None:
    """Compile in ``folder`` all that is loaded once a phone has its first page.

    A compiled module stands in the place of its source. Docstrings of packages are left out.
    """
    phone = Phone("/tables.db", url)
    phone.answer("GET", "/", [])
    loaded = loaded_files()
    compile_library(Path(os.__file__).parent, folder / LIBRARY, loaded)
    compile_templates(phone.app.jinja_env, folder / TEMPLATES)
    for source in (folder / "referee" / "templates").rglob("*.html"):
        source.unlink()
    compile_folder(folder, loaded)


def loaded_files() -> set[str]:
    """The files of all modules that are loaded."""
    return {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}


def compile_library(library: Path, target: Path, loaded: set[str]) -> None:
    """Write an archive of modules anew, with those that are loaded compiled."""
    source, compiled = target.with_suffix(".py"), target.with_suffix(".pyc")
    with zipfile.ZipFile(library) as packed, zipfile.ZipFile(target, "w") as made:
        for name in packed.namelist():
            data = packed.read(name)
            if str(library / name) in loaded and name.endswith(".py"):
                source.write_bytes(data)
                compile_file(source, compiled, str(library / name))
                name, data = f"{name}c", compiled.read_bytes()
            if not UNUSED.match(name):
                made.writestr(zipfile.ZipInfo(name), data)
    source.unlink(missing_ok=True)
    compiled.unlink(missing_ok=True)


def compile_templates(environment: Environment, folder: Path) -> None:
    """Compile every page; Jinja loads such a folder as it is."""
    environment.compile_templates(str(folder), ["html"], zip=None, ignore_errors=False)
    for source in folder.glob("*.py"):
        compile_file(source, source.with_suffix(".pyc"), source.name)
        source.unlink()


def compile_folder(folder: Path, loaded: set[str]) -> None:
    """Compile the loaded modules of a folder, each in the place of its source."""
    for source in sorted(folder.rglob("*.py")):
        if str(source) in loaded:
            # The application keeps what it asserts; of packages only the program is wanted.
            own = source.relative_to(folder).parts[0] == "referee"
            compile_file(source, source.with_suffix(".pyc"), str(source), 0 if own else 2)
            source.unlink()


def compile_file(source: Path, compiled: Path, called: str, optimize: int = 2) -> None:
    """Compile for good: nothing compares the result with its source any more."""
    py_compile.compile(
        str(source),
        str(compiled),
        called,
        doraise=True,
        optimize=optimize,
        invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    )
