"""What templates name is there: the names are the fields of typed pages, and a misspelt one is
found here and when it is drawn.
"""

from __future__ import annotations

import ast
import importlib
import re
from dataclasses import fields, is_dataclass
from functools import cache
from inspect import getmembers, isclass
from pathlib import Path
from typing import get_args, get_origin, get_type_hints

import pytest
from jinja2 import Environment, StrictUndefined, nodes
from jinja2.meta import find_undeclared_variables
from msgspec import Struct

from app import create_app
from referee.event import Event
from referee.kernel.history import Played
from referee.web.http.parts import Page
from referee.web.view.view import View
from tests.support.paths import ROOT

TEMPLATES = ROOT / "templates"
PAGES = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))
OWN = {
    *("first", "index", "index0", "last"),  # of a loop
    *("method", "path", "full_path"),  # of the request
    "key",  # of what a form sends unseen
    *("append", "count", "get", "items", "partition", "update"),  # of lists, texts and mappings
    *("lang", "theme", "suits", "letters", "awake", "turn"),  # of what the device has set
}
"""What templates name of Jinja's own and Flask's own objects."""
NAMES = {
    *("partial", "revision", "live_url", "two_colours", "ui", "clause_url", "asset"),
    *("drawn_once", "has_server", "num", "drawing", "text_width"),  # of rendering
    *("spot_shown", "is_dense", "score_told", "in_its_language"),
    "shown_address",  # of what is read aloud
    *("request", "url_for", "_", "ngettext", "self", "super", "caller", "range"),
    "namespace",  # of Flask and Jinja
}
"""What every template may name beside the fields of its page."""


@cache
def pages() -> list[type]:
    """Every kind of page."""
    found = []
    for path in sorted((ROOT / "referee" / "web").rglob("*.py")):
        if path.name not in ("__init__.py", "pdf_worker.py", "serve.py"):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found += [one for _, one in getmembers(importlib.import_module(name), isclass)]
    return [one for one in found if issubclass(one, Page)]


LATER = {"Event": Event, "Played": Played}
"""What a module of the kernel names for the type checker alone, as it is imported there."""


def is_model(model: type) -> bool:
    return is_dataclass(model) or issubclass(model, Struct)


def field_names(model: type) -> tuple[str, ...]:
    if issubclass(model, Struct):
        return model.__struct_fields__
    return tuple(field.name for field in fields(model))


def models(hint: object, known: set[type]) -> set[type]:
    """The dataclasses and structs that a hint names, and those that their fields and properties
    name in turn.
    """
    for part in get_args(hint):
        models(part, known)
    model = get_origin(hint) or hint
    if isclass(model) and is_model(model) and model not in known:
        known.add(model)
        computed = [
            getattr(member, "fget", None) or getattr(member, "func", None)
            for kind in model.__mro__
            for member in vars(kind).values()
        ]
        for part in [
            *get_type_hints(model, localns=LATER).values(),
            *(get_type_hints(one, localns=LATER).get("return") for one in computed if one),
        ]:
            models(part, known)
    return known


@pytest.fixture(scope="module")
def names() -> set[str]:
    """The fields, properties and methods of all that a page holds."""
    held = models(View, set())
    for page in pages():
        models(page, held)
    own = {name for one in held for kind in one.__mro__ for name in vars(kind) if name[0] != "_"}
    return own | {name for one in held for name in field_names(one)}


def parsed(page: str) -> nodes.Template:
    env = Environment(extensions=["jinja2.ext.i18n"])
    env.filters["dateformat"] = str  # of Flask-Babel
    return env.parse((TEMPLATES / page).read_text(encoding="utf-8"))


def attributes(tree: nodes.Template) -> set[str]:
    """The attributes a template names, also those that it filters by."""
    filters = list(tree.find_all(nodes.Filter))
    by = [one.args[0] for one in filters if one.name in ("selectattr", "rejectattr")]
    by += [named.value for one in filters for named in one.kwargs if named.key == "attribute"]
    return {found.attr for found in tree.find_all(nodes.Getattr)} | {
        one.value for one in by if isinstance(one, nodes.Const)
    }


def taken(tree: nodes.Template) -> set[str]:
    """The names a template takes from its page: what it neither imports nor makes."""
    own = {
        name if isinstance(name, str) else name[1]
        for found in tree.find_all(nodes.FromImport)
        for name in found.names
    }
    own |= {macro.name for macro in tree.find_all(nodes.Macro)} | {
        found.name for found in tree.find_all(nodes.Name) if found.ctx == "store"
    }
    return find_undeclared_variables(tree) - own


@pytest.mark.parametrize("page", PAGES)
def test_what_a_template_names_is_there(page: str, names: set[str]) -> None:
    tree, given = parsed(page), {field.name for one in pages() for field in fields(one)}
    assert attributes(tree) - names - OWN == set()
    assert taken(tree) - NAMES - given == set()


def test_what_a_page_is_given_is_read() -> None:
    read = set().union(*(taken(parsed(page)) for page in PAGES))
    for one in pages():
        assert {field.name for field in fields(one)} <= read, one.__name__


def test_a_misspelt_name_is_no_empty_text(tmp_path: Path) -> None:
    app = create_app({"DATABASE": str(tmp_path / "referee.db")})
    assert app.jinja_env.undefined is StrictUndefined
    app.extensions["service"].close()


def test_pages_are_drawn_from_typed_models_alone() -> None:
    """Nobody hands a template a dict of names."""
    for path in (ROOT / "referee/web").rglob("*.py"):
        if path.name == "rendering.py":
            continue
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = getattr(call, "func", None)
            if "render_template" in (getattr(called, "id", ""), getattr(called, "attr", "")):
                assert not ast.unparse(call.args[0]).endswith(".html'"), path


OPENING = re.compile(r'<details name="(?:log|explained)"><summary>(.*?)</summary>', re.DOTALL)
"""A row that opens what can be done about it."""


def test_a_row_that_opens_shows_that_it_does() -> None:
    """Rows are tapped for what can be done about them: a sign at their end says so."""
    sources = {page: (TEMPLATES / page).read_text(encoding="utf-8") for page in PAGES}
    rows = {page: OPENING.findall(source) for page, source in sources.items()}
    assert {page for page, found in rows.items() if found} == {"sheet/macros.html"}
    assert all("icon('more')" in row for row in rows["sheet/macros.html"])
