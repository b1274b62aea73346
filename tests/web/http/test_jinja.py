"""What a template shows is escaped as Jinja escapes it, by a shorter way."""

from __future__ import annotations

from typing import Any

import pytest
from jinja2 import Environment
from markupsafe import Markup

from referee.web.http.jinja import LeanEnvironment, escaped


class Drawn:
    """Something that draws itself."""

    def __repr__(self) -> str:
        return "Drawn"

    def __html__(self) -> str:
        return "<i>drawn</i>"


class Named(str):
    """A text of another kind."""


VALUES = [
    "<b>&'\"",
    "plain",
    "",
    "日本語 <",
    Markup("<b>bold</b>"),
    Markup("&amp;"),
    Named("<b>"),
    Drawn(),
    7,
    -1.5,
    None,
    True,
    ["<"],
    {"a": "<"},
]
SOURCE = (
    "{% macro m(x) %}<p title='{{ x }}'>{{ x }}</p>{% endmacro %}{{ v }}|{{ m(v) }}|{% set s %}{{ v"
    " }}{% endset %}{{ s }}|{{ v ~ '<' }}|{% filter upper %}{{ v }}{% endfilter %}|{% autoescape"
    " false %}{{ v }}{% endautoescape %}|{{ v|e }}|{{ v|safe }}|{% for c in [v, v] %}{{ c }}{%"
    " endfor %}"
)


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_stands_as_it_would_by_jinja_alone(value: Any) -> None:
    lean, plain = (kind(autoescape=True).from_string(SOURCE) for kind in (of_app, Environment))
    assert lean.render(v=value) == plain.render(v=value)


def of_app(autoescape: bool) -> Environment:
    """An environment that compiles as the application's does."""
    made = Environment(autoescape=autoescape)
    made.code_generator_class = LeanEnvironment.code_generator_class
    return made


def test_markup_is_not_made_twice() -> None:
    bold = Markup("<b>")
    assert escaped(bold) is bold
