"""The two editions: a server for many phones, and the browser of one phone without any server.

In a browser nobody can join, and nothing may wait for news: one thread answers everything.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, abort, current_app, request

SERVER, BROWSER = "server", "browser"
ViewFunction = TypeVar("ViewFunction", bound=Callable[..., Any])


def has_server() -> bool:
    """Whether other phones can reach this application."""
    return bool(current_app.config["EDITION"] == SERVER)


def server_only(view: ViewFunction) -> ViewFunction:
    """Decorate a view, above or below its route, that the edition for a browser leaves out."""
    vars(view)["edition"] = SERVER
    return view


def browser_only(view: ViewFunction) -> ViewFunction:
    """Decorate a view, above or below its route, that servers leave out."""
    vars(view)["edition"] = BROWSER
    return view


def has_view(app: Flask, endpoint: str) -> bool:
    """Whether an application's edition has a view."""
    own = app.config.get("EDITION", SERVER)
    return bool(vars(app.view_functions[endpoint]).get("edition", own) == own)


def check() -> None:
    """Abort with 404 where a view is asked for that this edition leaves out."""
    if request.endpoint and not has_view(current_app, request.endpoint):
        abort(404)
