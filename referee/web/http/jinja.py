"""Jinja as pages here need it: macros and functions are called without the questions that Jinja asks each time."""

from types import FunctionType
from typing import Any

from flask.templating import Environment
from jinja2.runtime import Context, Macro
from jinja2.utils import internalcode


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

    def make_globals(self, more: Any) -> Any:
        """The globals of a template."""
        return {**self.globals, **(more or {})}
