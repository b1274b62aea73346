"""Jinja as pages here need it: macros and functions are called, and texts escaped, without what Jinja does each time for any caller."""

from types import FunctionType
from typing import Any

from flask.templating import Environment
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Expr, Template
from jinja2.runtime import Context, Macro
from jinja2.utils import internalcode
from markupsafe import Markup, _escape_inner, escape  # type: ignore[attr-defined]


def escaped(value: Any) -> str:
    """A value as it stands on a page: as ``markupsafe.escape`` has it, but not copied once more where it is markup or a text."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[no-any-return]
    if kind is str:
        return _escape_inner(value)
    return escape(value)


class LeanCode(CodeGenerator):
    """Compiled templates that escape by ``escaped``."""

    def visit_Template(self, node: Template, frame: Frame | None = None) -> None:  # noqa: N802 - named by Jinja
        """Bring the name that is written before everything that is shown."""
        self.writeline(f"from {__name__} import {escaped.__name__}")
        super().visit_Template(node, frame)

    def _output_child_pre(self, node: Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write(f"{escaped.__name__}(")


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
    """Templates whose globals are one plain dict: every import of macros compares them."""

    context_class = LeanContext
    code_generator_class = LeanCode

    def make_globals(self, more: Any) -> Any:
        """The globals of a template."""
        return {**self.globals, **(more or {})}
