"""The same walk over HTTP: the phones' requests go to the server that people really run."""

from __future__ import annotations

import http.client
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PATIENCE = 60.0
"""Seconds for which an answer is waited for."""


def forward(port: int) -> WSGIApplication:
    """An application that answers with what the server at this port of this machine answers."""

    def answered(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        query = environ["QUERY_STRING"]
        path = environ.get("RAW_URI") or environ["PATH_INFO"] + (query and f"?{query}")
        length = int(environ.get("CONTENT_LENGTH") or 0)
        body = environ["wsgi.input"].read(length) if length else None
        connection.request(environ["REQUEST_METHOD"], path, body, dict(headers_of(environ)))
        response = connection.getresponse()
        start(f"{response.status} {response.reason}", response.getheaders())
        return Body(connection, response)

    return answered


def headers_of(environ: WSGIEnvironment) -> Iterator[tuple[str, str]]:
    """The headers of a request, as they were sent."""
    for name, value in environ.items():
        if name.startswith("HTTP_"):
            yield name.removeprefix("HTTP_").replace("_", "-"), value
    if environ.get("CONTENT_TYPE"):
        yield "Content-Type", environ["CONTENT_TYPE"]


class Body:
    """What an answer holds, as it comes; a stream that nobody reads on is hung up."""

    def __init__(
        self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse
    ) -> None:
        self._connection, self._response = connection, response

    def __iter__(self) -> Iterator[bytes]:
        while part := self._response.read1():
            yield part

    def close(self) -> None:
        """Hang up."""
        self._response.close()
        self._connection.close()
