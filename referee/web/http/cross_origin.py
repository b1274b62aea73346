"""The views that pages of other sites may ask: one, to which a phone sends a game with a code.

Browsers ask beforehand whether they may (CORS). No cookie comes along, as nothing here allows it.
"""

import re
from typing import Any, TypeVar

from flask import Flask, Response, abort, current_app, request

View = TypeVar("View")
ORIGIN = re.compile(
    r"https://[\w.-]{1,253}(:\d{1,5})?"
    r"|http://(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?",
    re.ASCII,
)
"""Sites that run without a server: by https, or on this very machine."""
SECONDS = "600"


def open_to_other_sites(view: View) -> View:
    """Decorate a view, above or below its route, that pages of other sites may ask."""
    vars(view)["cross_origin"] = True
    return view


def is_open(app: Flask, endpoint: str | None) -> bool:
    """Whether pages of other sites may ask a view."""
    return bool(endpoint and vars(app.view_functions[endpoint]).get("cross_origin"))


def is_reachable(url: str) -> bool:
    """Whether a page that came by https may send something to this address."""
    return ORIGIN.fullmatch("/".join(url.split("/")[:3])) is not None


def check() -> None:
    """Abort with 403 where a page of no proper origin asks a view that is open."""
    origin = request.environ.get("HTTP_ORIGIN")
    if origin and is_open(current_app, request.endpoint) and not ORIGIN.fullmatch(origin):
        abort(403)


def allow(response: Response) -> Response:
    """Let the page that asked an open view read what it is told, an error too."""
    origin: Any = request.environ.get("HTTP_ORIGIN", "")
    if not is_open(current_app, request.endpoint):
        return response
    response.headers["Vary"] = "Origin"
    if ORIGIN.fullmatch(origin):
        response.headers["Access-Control-Allow-Origin"] = origin
        if request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Methods"] = "POST"
            response.headers["Access-Control-Allow-Headers"] = "Content-Type"
            response.headers["Access-Control-Max-Age"] = SECONDS
    return response
