"""Security: response headers, cross-site checks and size limits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask import Flask, abort, current_app, request
from werkzeug.routing import IntegerConverter, Map
from werkzeug.wsgi import get_host

from .cross_origin import is_open
from .edition import BROWSER, SERVER

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})
MAX_BODY = 256 * 1024
MAX_PARTS = 500
MAX_HEADERS = 16 * 1024  # All headers, in bytes; a browser with all our cookies sends under 2,000
MAX_ADDRESS = 8 * 1024
MAX_NUMBER = 2**31 - 1  # Beyond any table's revision, and safe for SQLite, JavaScript and forms
OWN_SITE = "connect-src 'self'"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        OWN_SITE,
        "manifest-src 'self'",
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
    )
)
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), microphone=(), geolocation=(), payment=(), screen-wake-lock=(self)"
    ),
}
VARY = ("Cookie", "Accept-Language", "Accept-Encoding", "HX-Request")
PAGE_HEADERS = {"Cache-Control": "no-cache, private", "Vary": ", ".join(VARY)}
OF_EDITION = {
    SERVER: ("none", "DENY", "no-referrer"),
    BROWSER: ("self", "SAMEORIGIN", "same-origin"),
}
"""Who may show a page in a frame, in the words of two headers, and what it says of itself.

Without a server pages are shown in the frame of their own site; their forms name where they come
from, as a browser then tells nothing else about that.
"""
CSP = "Content-Security-Policy"
STREAM = ("Content-Type", "text/event-stream; charset=utf-8")
ON_STREAMS = [("X-Content-Type-Options", "nosniff")]  # All would cost 20 KiB per waiting phone
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
    app.wsgi_app = with_headers(app.wsgi_app, app.config["EDITION"])  # type: ignore[assignment, method-assign]


class Number(IntegerConverter):
    """A path's number; larger than MAX_NUMBER is 404."""

    def __init__(self, url_map: Map) -> None:
        super().__init__(url_map, max=MAX_NUMBER)


def number(values: Mapping[str, str], name: str, default: int = 0) -> int:
    """Return a form's or query's number by name, as `whole` reads it."""
    return whole(values.get(name, ""), default)


def whole(text: str, default: int) -> int:
    """Parse an integer from 0 to MAX_NUMBER, else return the default."""
    return (
        int(text)
        if len(text) <= 10 and text.isascii() and text.isdecimal() and int(text) <= MAX_NUMBER
        else default
    )


def refuse_too_much() -> None:
    """Abort with 431 or 414 for headers or an address longer than the site ever sends."""
    environ = request.environ
    headers = ((name, value) for name, value in environ.items() if name.startswith("HTTP_"))
    if sum(len(name) + len(value) for name, value in headers) > MAX_HEADERS:
        abort(431)
    if len(environ["PATH_INFO"]) + len(environ.get("QUERY_STRING", "")) > MAX_ADDRESS:
        abort(414)


def refuse_cross_site() -> None:
    """Abort with 403 for an unsafe request from another site, unless its view is open to them."""
    if request.method not in UNSAFE or same_site(request.environ):
        return
    if not is_open(current_app, request.endpoint):
        abort(403)


def same_site(environ: WSGIEnvironment) -> bool:
    """Whether a request comes from this site's own pages, or from no browser at all."""
    # Read from the environment, as a missing header would cost an exception.
    fetch_site = environ.get("HTTP_SEC_FETCH_SITE")
    if fetch_site is not None:
        return fetch_site in ("same-origin", "none")
    origin = environ.get("HTTP_ORIGIN")
    return origin is None or _host_of(origin) == get_host(environ)


def _host_of(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def with_headers(answer: WSGIApplication, edition: str) -> WSGIApplication:
    """Wrap a WSGI app to add security headers last, as they are the same for every response.

    An invalid Host header is dropped, as even error pages link with it. Non-ASCII in cookies is
    replaced, as our cookies are ASCII.
    """
    everywhere = headers_of(edition)

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not HOST.fullmatch(environ.get("HTTP_HOST", "")):
            environ.pop("HTTP_HOST", None)
        if not (cookies := environ.get("HTTP_COOKIE", "")).isascii():
            environ["HTTP_COOKIE"] = cookies.encode("ascii", "replace").decode()
        static = environ["PATH_INFO"].startswith(STATIC)

        def start(status: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            more = everywhere if static else for_this_answer(headers, everywhere)
            return start_response(status, headers + more, *failure)

        return answer(environ, start)

    return answered


def headers_of(edition: str) -> list[tuple[str, str]]:
    """Return what every answer of an edition has."""
    _ancestors, options, referrer = OF_EDITION[edition]
    return [
        (CSP, policy(edition)),
        ("X-Frame-Options", options),
        ("Referrer-Policy", referrer),
        *HEADERS.items(),
    ]


def policy(edition: str, reaches: str = "") -> str:
    """Return what a page may load; one page of the browser's edition also reaches one address."""
    ancestors = OF_EDITION[edition][0]
    sources = POLICY.replace(OWN_SITE, f"{OWN_SITE} {reaches}") if reaches else POLICY
    return f"{sources}; frame-ancestors '{ancestors}'"


def for_this_answer(
    headers: list[tuple[str, str]], everywhere: list[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Return the headers of a dynamic response; its own policy and caching take precedence."""
    if STREAM in headers:
        return ON_STREAMS
    said = {name.lower() for name, _ in headers}
    if CSP.lower() in said:
        everywhere = [header for header in everywhere if header[0] != CSP]
    return everywhere + [header for name, header in ON_PAGES if name not in said]
