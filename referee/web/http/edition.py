"""The two editions: a server for many phones, and the browser of one phone without any server.

In a browser nobody can join, and nothing may wait for news: one thread answers everything.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import abort, current_app, request

SERVER, BROWSER = "server", "browser"
ViewFunction = TypeVar("ViewFunction", bound=Callable[..., Any])


def has_server() -> bool:
    """Whether other phones can reach this application."""
    return bool(current_app.config["EDITION"] == SERVER)


def server_only(view: ViewFunction) -> ViewFunction:
    """Decorate a view, above or below its route, that the edition for a browser leaves out."""
    vars(view)["server_only"] = True
    return view


def check() -> None:
    """Abort with 404 where a view is asked for that this edition leaves out."""
    view = current_app.view_functions.get(request.endpoint or "")
    if view and not has_server() and "server_only" in vars(view):
        abort(404)
