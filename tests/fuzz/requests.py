"""Requests as they go over the wire, told as data so that any part of one can be changed, and what
an application answers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from typing import Any
from urllib.parse import quote_plus, unquote_to_bytes

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
UPLOAD = "multipart/form-data; boundary=file"
UPLOADED = (
    b'--file\r\nContent-Disposition: form-data; name="files"; filename="a.json"\r\n\r\n'
    b"%b\r\n--file--\r\n"
)
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Asked:
    """One request: path as it is sent, query and form as pairs, or a body as JSON or bytes;
    ``headers`` in the order they come.

    ``upload`` is JSON too, sent as the file of a form.
    """

    method: str
    path: str
    query: Pairs = ()
    form: Pairs | None = None
    json: Any = None
    upload: Any = None
    raw: bytes | None = None
    headers: Pairs = ()

    def body(self) -> bytes:
        """What is sent."""
        if self.raw is not None:
            return self.raw
        if self.form is not None:
            return encoded(self.form).encode()
        if self.upload is not None:
            return UPLOADED % json.dumps(self.upload).encode("utf-8", "surrogatepass")
        return b"" if self.json is None else json.dumps(self.json).encode("utf-8", "surrogatepass")

    def kind(self) -> str:
        """What kind of body it says it sends."""
        if self.form is not None:
            return FORM
        return UPLOAD if self.upload is not None else JSON if self.json is not None else ""

    def environ(self) -> dict[str, Any]:
        """What a server makes of it."""
        body, kind = self.body(), self.kind()
        found: dict[str, Any] = {
            "REQUEST_METHOD": self.method,
            "SCRIPT_NAME": "",
            "PATH_INFO": (
                unquote_to_bytes(self.path.encode("utf-8", "surrogatepass")).decode("latin-1")
            ),
            "QUERY_STRING": encoded(self.query),
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "localhost",
            "CONTENT_TYPE": kind,
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            "wsgi.errors": StringIO(),
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for name, value in self.headers:
            own = name.upper().replace("-", "_")
            found[own if own in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{own}"] = (
                value.encode("utf-8", "surrogatepass").decode("latin-1")
            )
        return found

    def told(self) -> str:
        """The request in a line, as short as it can be read."""
        body = self.body()
        headers = " ".join(
            f"[{name}: {value[:60]!r}]"
            for name, value in self.headers
            if name != "Cookie" or len(value) > 60
        )
        query = f"?{encoded(self.query)[:160]}" if self.query else ""
        return (
            f"{self.method} {self.path[:160]}{query} {headers}"
            f" {body[:300]!r}{f' … {len(body)} bytes' if len(body) > 300 else ''}"
        )


def encoded(pairs: Iterable[tuple[str, str]]) -> str:
    """Pairs as a query or a form; ``\\udcXX`` stands for a byte that is no UTF-8."""
    return "&".join(
        "=".join(
            quote_plus(
                part.encode("utf-8", "surrogateescape" if _is_bytes(part) else "surrogatepass")
            )
            for part in pair
        )
        for pair in pairs
    )


def _is_bytes(text: str) -> bool:
    return any("\udc80" <= sign <= "\udcff" for sign in text) and not any(
        "\ud800" <= sign < "\udc80" or "\udcff" < sign <= "\udfff" for sign in text
    )


@dataclass(frozen=True)
class Answer:
    """What came back: a status, headers and the body; a stream is not waited for."""

    status: int
    headers: Sequence[tuple[str, str]]
    body: bytes

    def header(self, wanted: str) -> str:
        """A header, or nothing."""
        return next((value for name, value in self.headers if name.lower() == wanted), "")


def ask(app: Callable[..., Iterable[bytes]], asked: Asked) -> Answer:
    """Ask an application in this process."""
    head: list[Any] = []

    def start(
        status: str, headers: Sequence[tuple[str, str]], exc_info: Any = None
    ) -> Callable[[bytes], None]:
        head[:] = [int(status.split()[0]), list(headers)]
        return lambda _data: None

    parts = app(asked.environ(), start)
    try:
        stream = any(
            name.lower() == "content-type" and value.startswith("text/event-stream")
            for name, value in (head[1] if head else ())
        )
        body = b"" if stream else b"".join(parts)
    finally:
        if hasattr(parts, "close"):
            parts.close()
    return Answer(head[0], head[1], body)
