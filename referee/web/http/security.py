"""What protects a table: response headers, refusal of cross-site requests, and sizes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask import Flask, abort, request
from werkzeug.routing import IntegerConverter, Map
from werkzeug.wsgi import get_host

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})
MAX_BODY = 256 * 1024
MAX_PARTS = 500
MAX_HEADERS = 16 * 1024
"""Bytes of all headers together; a browser with every cookie of this site sends less than two
thousand.
"""
MAX_ADDRESS = 8 * 1024
MAX_NUMBER = 2**31 - 1
"""No table gets that far, and SQLite, JavaScript and every form can hold it."""
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), microphone=(), geolocation=(), payment=(), screen-wake-lock=(self)"
    ),
}
VARY = ("Cookie", "Accept-Language", "Accept-Encoding", "HX-Request")
PAGE_HEADERS = {"Cache-Control": "no-cache, private", "Vary": ", ".join(VARY)}
EVERYWHERE = list(HEADERS.items())
STREAM = ("Content-Type", "text/event-stream; charset=utf-8")
ON_STREAMS = [("X-Content-Type-Options", "nosniff")]
"""Nobody shows a stream as a page, and all the other headers would cost every waiting phone 20 KiB
of the server's memory.
"""
ON_PAGES = [(name.lower(), (name, value)) for name, value in PAGE_HEADERS.items()]
STATIC = "/static/"
HOST = re.compile(
    r"((?:[\w-]{1,63}\.){0,9}[\w-]{1,63}\.?|\[[\da-fA-F:.]{2,50}\])(:\d{1,5})?", re.ASCII
)


def protect(app: Flask) -> None:
    """Install headers and checks on an application."""
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_BODY, MAX_FORM_MEMORY_SIZE=MAX_BODY, MAX_FORM_PARTS=MAX_PARTS
    )
    app.url_map.converters["int"] = Number
    app.before_request(refuse_too_much)
    app.before_request(refuse_cross_site)
    app.wsgi_app = with_headers(app.wsgi_app)  # type: ignore[assignment, method-assign]


class Number(IntegerConverter):
    """A number in a path: one that nothing here is called by leads nowhere."""

    def __init__(self, url_map: Map) -> None:
        super().__init__(url_map, max=MAX_NUMBER)


def number(values: Mapping[str, str], name: str, default: int = 0) -> int:
    """The number that a form or a query has under a name, as ``whole`` reads it."""
    return whole(values.get(name, ""), default)


def whole(text: str, default: int) -> int:
    """The whole number that somebody sent; the default for anything that is none from 0 to
    ``MAX_NUMBER``.
    """
    return (
        int(text)
        if len(text) <= 10 and text.isascii() and text.isdecimal() and int(text) <= MAX_NUMBER
        else default
    )


def refuse_too_much() -> None:
    """Abort with 431 or 414 where headers or the address are longer than anything here sends."""
    environ = request.environ
    if (
        sum(len(name) + len(value) for name, value in environ.items() if name.startswith("HTTP_"))
        > MAX_HEADERS
    ):
        abort(431)
    if len(environ["PATH_INFO"]) + len(environ.get("QUERY_STRING", "")) > MAX_ADDRESS:
        abort(414)


def refuse_cross_site() -> None:
    """Abort with 403 when another site makes the browser send an unsafe request."""
    if request.method in UNSAFE and not same_site(request.environ):
        abort(403)


def same_site(environ: WSGIEnvironment) -> bool:
    """Whether a request comes from this site's own pages, or from no browser at all."""
    # Asked for under their names in the environment, as a header that is missing costs an exception
    # otherwise.
    fetch_site = environ.get("HTTP_SEC_FETCH_SITE")
    if fetch_site is not None:
        return fetch_site in ("same-origin", "none")
    origin = environ.get("HTTP_ORIGIN")
    return origin is None or _host_of(origin) == get_host(environ)


def _host_of(origin: str) -> str:
    """The host of an origin; nothing where it cannot be read, as only a browser's own says
    anything.
    """
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def with_headers(answer: WSGIApplication) -> WSGIApplication:
    """A WSGI application that also sends the security headers; they are the same for every answer,
    so they go in last and as they are.

    A host that cannot be one counts as not sent, as nothing could be linked to there, an error's
    way back included. Of cookies only what is ASCII is read, as all of ours is.
    """

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not HOST.fullmatch(environ.get("HTTP_HOST", "")):
            environ.pop("HTTP_HOST", None)
        if not (cookies := environ.get("HTTP_COOKIE", "")).isascii():
            environ["HTTP_COOKIE"] = cookies.encode("ascii", "replace").decode()
        more = EVERYWHERE if environ["PATH_INFO"].startswith(STATIC) else None

        def start(status: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            return start_response(status, headers + (more or for_this_answer(headers)), *failure)

        return answer(environ, start)

    return answered


def for_this_answer(headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """What goes with an answer that is no file: a stream's own, else also what keeps it for its
    reader where it says nothing itself.
    """
    said = {name.lower() for name, _ in headers}
    return (
        ON_STREAMS
        if STREAM in headers
        else EVERYWHERE + [header for name, header in ON_PAGES if name not in said]
    )
