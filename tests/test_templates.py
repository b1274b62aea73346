"""What templates name is there: the names are the fields of typed pages, and a misspelt one is found here and when it is drawn."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from inspect import getmembers, isclass
from pathlib import Path

import pytest
from jinja2 import Environment, StrictUndefined, nodes

from app import create_app

TEMPLATES = Path(__file__).parents[1] / "templates"
PAGES = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))
OWN = {
    "first", "index", "index0", "last",  # of a loop
    "method", "full_path",  # of the request
    "append", "count", "items", "update",  # of lists, texts and mappings
    "lang", "theme", "suits", "letters", "awake", "turn",  # of what the device has set
}
"""What templates name of Jinja's own and Flask's own objects."""


def modules() -> Iterator[str]:
    root = TEMPLATES.parent
    for path in sorted((root / "referee" / "web").rglob("*.py")) + sorted((root / "referee" / "kernel").rglob("*.py")):
        if path.name not in ("__init__.py", "typeset.py", "serve.py"):
            yield ".".join(path.relative_to(root).with_suffix("").parts)


def known_names() -> set[str]:
    """The fields, properties and methods of every class of the project."""
    names: set[str] = set()
    for name in modules():
        for _, one in getmembers(importlib.import_module(name), isclass):
            if one.__module__.startswith("referee"):
                names |= {member for member in vars(one) if not member.startswith("_")}
                names |= {field.name for field in fields(one)} if is_dataclass(one) else set()
    return names


def parsed(page: str) -> nodes.Template:
    env = Environment(extensions=["jinja2.ext.i18n"])
    return env.parse((TEMPLATES / page).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def names() -> set[str]:
    return known_names()


@pytest.mark.parametrize("page", PAGES)
def test_every_attribute_that_a_template_names_exists(page: str, names: set[str]) -> None:
    used = {found.attr for found in parsed(page).find_all(nodes.Getattr)}
    assert sorted(used - names - OWN) == []


def test_a_misspelt_name_is_no_empty_text(tmp_path: Path) -> None:
    app = create_app({"DATABASE": str(tmp_path / "referee.db")})
    assert app.jinja_env.undefined is StrictUndefined
    app.extensions["desk"].close()


def test_pages_are_drawn_from_typed_models_alone() -> None:
    """Nobody hands a template a dict of names."""
    paths = (path for path in (TEMPLATES.parent / "referee" / "web").rglob("*.py") if path.name != "rendering.py")
    calls = (node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call))
    drawn = [call.args[0] for call in calls if getattr(call.func, "id", getattr(call.func, "attr", "")) == "render_template"]
    assert [ast.unparse(name) for name in drawn if ast.unparse(name).endswith(".html'")] == []
