"""What protects a table: response headers, refusal of cross-site requests, and sizes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

UNSAFE = frozenset({"POST", "PUT", "PATCH", "DELETE"})
MAX_BODY = 256 * 1024
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
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
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), screen-wake-lock=(self)",
}
VARY = ("Cookie", "Accept-Language", "Accept-Encoding", "HX-Request")
PAGE_HEADERS = {"Cache-Control": "no-cache, private", "Vary": ", ".join(VARY)}
EVERYWHERE = list(HEADERS.items())


def protect(app: Flask) -> None:
    """Install headers and checks on an application."""
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = MAX_BODY
    app.config["MAX_FORM_PARTS"] = 500
    app.before_request(refuse_cross_site)
    app.after_request(keep_to_readers)
    app.wsgi_app = with_headers(app.wsgi_app)  # type: ignore[method-assign]


def refuse_cross_site() -> None:
    """Abort with 403 when another site makes the browser send an unsafe request."""
    if request.method in UNSAFE and not same_site():
        abort(403)


def same_site() -> bool:
    """Whether the request comes from this site's own pages, or from no browser at all."""
    fetch_site = request.headers.get("Sec-Fetch-Site")
    if fetch_site is not None:
        return fetch_site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.host


def keep_to_readers(response: Response) -> Response:
    """Pages of a table are nobody else's to keep, unless they say themselves how they are kept."""
    if request.endpoint != "static":
        if "Vary" in response.headers:
            response.vary.update(VARY)
        for name, value in PAGE_HEADERS.items():
            response.headers.setdefault(name, value)
    return response


def with_headers(answer: WSGIApplication) -> WSGIApplication:
    """A WSGI application that also sends the security headers; they are the same for every answer, so they go in last and as they are."""

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *failure: Any) -> Any:
            return start_response(status, headers + EVERYWHERE, *failure)

        return answer(environ, start)

    return answered
