"""Scripts are modules: what one imports another exports, at the version that the page asked for,
and nothing is left on the window for others to find.
"""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.web.http.rendering import asset
from tests.support.paths import ROOT

SCRIPTS = sorted((ROOT / "static").glob("*.js"))
IMPORT = re.compile(r'^import (?:\{ ([^}]+) \}|\* as \w+) from "(\./\w+\.js)";$', re.MULTILINE)
EXPORT = re.compile(
    r"^export (?:async )?(?:const|let|function) (?:(\w+)|\{ ([^}]+) \})", re.MULTILINE
)
TAG = re.compile(r"<script\b[^>]*>")


def exported(path: Path) -> set[str]:
    """The names that a script exports."""
    found = EXPORT.findall(path.read_text())
    return {name for one, several in found for name in (one, *several.split(", ")) if name}


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_whatever_a_script_imports_is_exported(path: Path) -> None:
    text = path.read_text()
    assert len(IMPORT.findall(text)) == len(re.findall(r"^import ", text, re.MULTILINE))
    for names, file in IMPORT.findall(text):
        other = path.parent / file
        assert other.is_file(), file
        assert {name for name in names.split(", ") if name} <= exported(other), file


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_whatever_a_script_exports_is_imported(path: Path) -> None:
    """By another script, or by a test."""
    others = [
        *(one for one in SCRIPTS if one != path),
        *(ROOT / "tests" / "js").glob("*.js"),
        *(ROOT / "tests" / "browser").glob("*.py"),
    ]
    texts = [text for one in others if f"/{path.name}" in (text := one.read_text())]
    for name in exported(path):
        assert any(re.search(rf"\b{name}\b", text) for text in texts), name


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_script_puts_anything_on_the_window(path: Path) -> None:
    assert re.findall(r"\b(?:window|globalThis|self)\.\w+ \??\??=[^=].*", path.read_text()) == []


def test_every_page_asks_for_modules(client: FlaskClient) -> None:
    """Only what comes from elsewhere is a script of the old kind."""
    for page in ("/", "/new/indian-chief", "/settings", "/ask/indian-chief", "/rules"):
        tags = TAG.findall(client.get(page).text)
        assert len(tags) > 1
        assert [one for one in tags if 'type="module"' not in one and "vendor" not in one] == []


def test_an_import_keeps_the_version(app: Flask) -> None:
    """So that no script runs twice, and none is an old one out of a cache."""
    with app.test_request_context():
        assert urljoin(asset("queue.js"), "./app.js") == asset("app.js")


def test_one_changed_script_changes_the_address_of_all(fresh_app: Flask, tmp_path: Path) -> None:
    addresses = set()
    fresh_app.static_folder = str(tmp_path)
    (tmp_path / "one.js").write_text("export const one = 1;")
    for times in (1, 2):
        (tmp_path / "other.js").write_text(f"export const other = {times};")
        asset.__globals__["_static_path"].cache_clear()
        with fresh_app.test_request_context():
            addresses.add(asset("one.js"))
    asset.__globals__["_static_path"].cache_clear()
    assert len(addresses) == 2


def test_a_script_is_sent_whatever_version_is_named(client: FlaskClient) -> None:
    """A page that was opened before an update still finds its scripts."""
    answer = client.get("/static/js-0123456789ab/queue.js")
    assert (answer.status_code, answer.mimetype) == (200, "text/javascript")
    assert "max-age=31536000" in answer.headers["Cache-Control"]
    assert answer.data == (ROOT / "static" / "queue.js").read_bytes()


@pytest.mark.parametrize("name", ["nothing.js", "..%2fapp.py", "%2e%2e/app.py"])
def test_nothing_else_is_sent(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/js-0123456789ab/{name}").status_code == 404
