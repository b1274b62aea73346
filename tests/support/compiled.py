"""Templates are compiled once for all the applications that tests make."""

from __future__ import annotations

from flask import Flask
from jinja2 import FileSystemBytecodeCache

from tests.support.paths import ROOT

FOLDER = ROOT / ".cache" / "jinja"


def keep_compiled() -> None:
    """Let every Flask application keep and find its compiled templates; a changed template is
    compiled again.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    Flask.jinja_options = {
        **Flask.jinja_options,
        "bytecode_cache": FileSystemBytecodeCache(str(FOLDER)),
    }
