"""What protects a table: response headers, refusal of cross-site requests, and sizes."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, abort, request

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
PAGE_HEADERS = HEADERS | {"Cache-Control": "no-cache, private", "Vary": ", ".join(VARY)}


def protect(app: Flask) -> None:
    """Install headers and checks on an application."""
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = MAX_BODY
    app.config["MAX_FORM_PARTS"] = 500
    app.before_request(refuse_cross_site)
    app.after_request(add_headers)


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


def add_headers(response: Response) -> Response:
    """Set the security headers; pages of a table are nobody else's to keep."""
    added = HEADERS if request.endpoint == "static" else PAGE_HEADERS
    own = {name.lower() for name, _ in response.headers}
    if "vary" in own and "Vary" in added:
        response.vary.update(VARY)
    response.headers.extend([(name, value) for name, value in added.items() if name.lower() not in own])
    return response
