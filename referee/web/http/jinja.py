"""Jinja as pages here need it: macros are found and called, and texts escaped, without what Jinja
does each time for any caller.
"""

from types import FunctionType
from typing import Any

from flask.templating import Environment
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.nodes import Const, Expr, FromImport, Import, Template
from jinja2.runtime import Context, Macro
from jinja2.utils import internalcode
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]


def escaped(value: Any) -> str:
    """A value as it stands on a page: as ``markupsafe.escape`` has it, but not copied once more
    where it is markup or a text.
    """
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return _escape_inner(value)
    return escape(value)


class LeanCode(CodeGenerator):
    """Compiled templates that escape by ``escaped`` and import from ``macros_of``."""

    def visit_Template(self, node: Template, frame: Frame | None = None) -> None:  # noqa: N802 - named by Jinja
        """Bring the name that is written before everything that is shown."""
        self.writeline(f"from {__name__} import {escaped.__name__}")
        super().visit_Template(node, frame)

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write(f"{escaped.__name__}(")

    def _import_common(self, node: Import | FromImport, frame: Frame) -> None:
        if node.with_context or not isinstance(node.template, Const):
            super()._import_common(node, frame)
        else:
            self.write(f"environment.macros_of({node.template.value!r})")


class LeanContext(Context):
    """A context that calls macros and plain functions as they are; anything else as Jinja does."""

    @internalcode
    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call what a template calls."""
        if type(called) is Macro:
            args = (self.eval_ctx, *args)
        elif type(called) is not FunctionType or hasattr(called, "jinja_pass_arg"):
            return super().call(called, *args, **kwargs)
        if kwargs:
            kwargs.pop("_loop_vars", None)
            kwargs.pop("_block_vars", None)
        return called(*args, **kwargs)


class LeanEnvironment(Environment):
    """Templates that all have the same globals, so that macros are the same wherever they are
    imported.
    """

    context_class = LeanContext
    code_generator_class = LeanCode

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._macros: dict[str, TemplateModule] = {}

    def macros_of(self, name: str) -> TemplateModule:
        """What a template has to be imported."""
        if self.auto_reload or name not in self._macros:
            self._macros[name] = self.get_template(name).module
        return self._macros[name]

    def make_globals(self, more: Any) -> Any:
        """The globals of a template."""
        return {**self.globals, **(more or {})}
