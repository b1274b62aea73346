"""Where an answer sends on within the site, htmx is given what stands there: one way over the air
less after every entry.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

STEPS = 3
"""An entry leads to its table, and at the end of the game from there to the result."""
OF_THE_BODY = ("CONTENT_TYPE", "CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING", "wsgi.input_terminated")
Headers = list[tuple[str, str]]


def followed(answer: WSGIApplication) -> WSGIApplication:
    """A WSGI application whose 303 to a form of htmx is followed here, as the browser would: asked
    anew, with all that is checked of it.

    The browser itself follows what sets a cookie or leads elsewhere; of where the answer was found
    ``Content-Location`` tells.
    """

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] != "POST" or environ.get("HTTP_HX_REQUEST") != "true":
            return answer(environ, start_response)
        found, said = _ask(answer, environ)
        for _ in range(STEPS):
            where = _leads_to(environ, *said[:2])
            if where is None:
                break
            _close(found)
            environ = _asking(environ, where)
            found, said = _ask(answer, environ)
            said = said[0], [*said[1], ("Content-Location", where)], *said[2:]
        start_response(*said)
        return found

    return answered


def _ask(answer: WSGIApplication, environ: WSGIEnvironment) -> tuple[Iterable[bytes], Any]:
    """The parts of an answer, and what it begins with."""
    said: list[Any] = []
    return answer(environ, lambda *begins: said.extend(begins)), said  # type: ignore[arg-type]


def _leads_to(environ: WSGIEnvironment, status: str, headers: Headers) -> str | None:
    """The address within the site that an answer sends on to and nothing else, or None."""
    told = {name.lower(): value for name, value in headers}
    where = told.get("location", "")
    within = where.startswith(f"{environ['SCRIPT_NAME']}/") and not where.startswith("//")
    return where if status.startswith("303") and within and "set-cookie" not in told else None


def _asking(environ: WSGIEnvironment, where: str) -> WSGIEnvironment:
    """The request for an address that a request's answer leads to."""
    path, _, query = where.partition("#")[0].partition("?")
    there = unquote(path.removeprefix(environ["SCRIPT_NAME"]), "latin-1")
    same = {
        name: value
        for name, value in environ.items()
        if name not in OF_THE_BODY and not name.startswith(("werkzeug.", "flask."))
    }
    return same | {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": there,
        "QUERY_STRING": query,
        "wsgi.input": io.BytesIO(),
    }


def _close(parts: Iterable[bytes]) -> None:
    close = getattr(parts, "close", None)
    if close is not None:
        close()
