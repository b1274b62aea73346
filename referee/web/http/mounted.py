"""The address by which phones come, where a proxy in front gives the site another host, scheme or
path than the server knows.
"""

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


def mounted(answer: WSGIApplication, url: str) -> WSGIApplication:
    """A WSGI application for which every request came to this address, whether or not the proxy
    leaves its path before the rest.
    """
    scheme, host, path, *_ = urlsplit(url)
    prefix = path.rstrip("/")

    def answered(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ |= {"wsgi.url_scheme": scheme, "HTTP_HOST": host, "SCRIPT_NAME": prefix}
        asked = environ["PATH_INFO"]
        if prefix and (asked == prefix or asked.startswith(f"{prefix}/")):
            environ["PATH_INFO"] = asked.removeprefix(prefix) or "/"
        return answer(environ, start_response)

    return answered
