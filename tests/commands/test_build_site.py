"""``referee build-site`` without a network: what the site holds, and why it is refused."""

from __future__ import annotations

import json
import re
import tarfile
import zipfile
from pathlib import Path

import pytest
from lxml import html

from referee.browser.build import (
    WHEELS,
    application,
    bundle,
    files_beside,
    is_wanted,
    listing,
    pack,
    shell_files,
    versions,
)
from referee.browser.licences import licence_files
from tests.support.commands import Run
from tests.support.paths import ROOT

PINNED = re.compile(r"^([\w-]+)==(\S+)", re.MULTILINE)


def pins(file: Path) -> dict[str, str]:
    """Versions by name, as pip reads a name."""
    text = file.read_text(encoding="utf-8")
    return {name.lower().replace("_", "-"): version for name, version in PINNED.findall(text)}


def test_its_packages_are_those_of_the_server() -> None:
    server = pins(ROOT / "requirements.txt")
    packages = pins(WHEELS)
    assert len(packages) > 15
    assert packages == {name: server[name] for name in packages}


def test_the_same_files_are_the_same_bytes() -> None:
    """The application, without servers, commands, records of games, and fonts for paper."""
    files = application()
    made = bundle(files)
    assert pack(made) == pack(bundle(dict(reversed(files.items()))))
    listed = json.loads(made.partition(b"\n")[0])
    assert sum(size for _name, size in listed) + made.index(b"\n") + 1 == len(made)
    names = {name for name, _size in listed}
    assert {"referee/browser/phone.py", "referee/templates/base.html", "referee/static/app.js"} <= (
        names
    )
    assert not any(
        name.startswith(("referee/server/", "referee/commands/"))
        or "/records/" in name
        or "__pycache__" in name
        or name.endswith(".ttf")
        for name in names
    )


def test_the_page_around_the_application_runs_its_own_scripts_alone() -> None:
    """Nothing in it is inline, and only WebAssembly is made of bytes; it stands for a 404, too."""
    files = shell_files("/cards/")
    assert files_beside("/cards/", files, listing(files), {})["404.html"] == files["index.html"]
    page = html.fromstring(files["index.html"])
    (told,) = page.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    policy = dict(part.split(" ", 1) for part in told.split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert policy["style-src"] == "'self'"
    run = [script for script in page.iter("script") if script.get("type") != "application/json"]
    assert all(script.get("src") and not script.text for script in run)
    assert not page.xpath("//style | //@style | //@*[starts-with(name(), 'on')]")


def test_each_folder_beside_the_first_load_has_a_version_of_its_own() -> None:
    """A phone keeps the sheets it has where only pages changed."""
    before = versions({"ready/a.html": b"1", "sheets/a.pdf": b"1"})
    after = versions({"ready/a.html": b"2", "sheets/a.pdf": b"1"})
    assert before.keys() == after.keys() == {"ready", "sheets"}
    assert before["sheets"] == after["sheets"]
    assert before["ready"] != after["ready"]


def test_licences_are_those_that_packages_say(tmp_path: Path) -> None:
    """Each with name and version; a text that two share stands once."""
    told = {"a": "License-Expression: MIT", "b": "Classifier: License :: OSI Approved :: BSD"}
    for name, licence in told.items():
        with zipfile.ZipFile(tmp_path / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
            metadata = f"Name: {name}\nVersion: 1.0\n{licence}\n\nLicense-Expression: not this\n"
            wheel.writestr(f"{name}-1.0.dist-info/METADATA", metadata)
            wheel.writestr(f"{name}-1.0.dist-info/licenses/LICENSE.txt", "Do what you like.")
    with tarfile.open(tmp_path / "c.tgz", "w:gz") as package:
        data = {"name": "c", "version": "2", "license": "0BSD", "repository": {"url": "git+//c"}}
        (tmp_path / "package.json").write_text(json.dumps(data), encoding="utf-8")
        package.add(tmp_path / "package.json", "package/package.json")
    (listed,) = licence_files(tmp_path).values()
    lines = listed.decode().splitlines()
    assert {"a 1.0 · MIT · https://pypi.org/project/a", "c 2 · 0BSD · //c"} <= set(lines)
    assert "b 1.0 · BSD · https://pypi.org/project/b" in lines
    assert lines.count("Do what you like.") == 1


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("flask/app.py", True),
        ("flask/app.pyi", False),
        ("babel/locale-data/ja.dat", True),
        ("babel/locale-data/en_GB.dat", True),
        ("babel/locale-data/fr.dat", False),
        ("pytz/zoneinfo/Asia/Tokyo", False),
        ("jinja2-3.1.6.dist-info/METADATA", False),
    ],
)
def test_only_what_a_browser_uses_is_taken(name: str, wanted: bool) -> None:
    assert is_wanted(name) is wanted


def test_without_npm_the_reason_is_said(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    status, told = run("build-site", tmp_path / "out", "--url", "https://cards.example/")
    assert status == 1
    assert "npm was not found" in told["error"]["sentence"]
    assert not (tmp_path / "out").exists()


def test_another_python_for_browsers_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What npm brings is compared with the checksum that is kept."""
    fake = tmp_path / "npm"
    fake.write_text('#!/bin/sh\necho other > "$5/pyodide-314.0.7.tgz"\n', encoding="utf-8")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    status, told = run("build-site", tmp_path / "out", "--url", "https://cards.example/")
    assert status == 1
    assert "not what was expected" in told["error"]["sentence"]
