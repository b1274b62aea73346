"""Rewrites host, scheme and path when a proxy gives the site another public address."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

ADDRESS = re.compile(
    r"https?://(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?(?:/[\w.~-]+)*/?", re.ASCII
)


def mount(answer: WSGIApplication, url: str) -> WSGIApplication:
    """Wrap a WSGI app so every request has this URL, whether or not the proxy strips its path."""
    scheme, host, path, *_ = urlsplit(url)
    prefix = path.rstrip("/")

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ |= {"wsgi.url_scheme": scheme, "HTTP_HOST": host, "SCRIPT_NAME": prefix}
        asked = environ["PATH_INFO"]
        if prefix and (asked == prefix or asked.startswith(f"{prefix}/")):
            environ["PATH_INFO"] = asked.removeprefix(prefix) or "/"
        return answer(environ, start_response)

    return answered
