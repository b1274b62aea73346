"""The application without a server: what it answers to phones of the same process, so that only its
own work is measured.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

from flask import Flask

from app import create_app
from bench.client import FORM, Answer
from bench.server import scratch

HOST = "localhost"


class Inside:
    """One phone and its cookie."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self.cookie = ""

    def ask(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
        kind: str = FORM,
    ) -> Answer:
        """Send a request; its answer."""
        path, _, query = path.partition("?")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": HOST,
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": HOST,
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": kind if body else "",
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_COOKIE": self.cookie,
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        environ |= {
            f"HTTP_{name.upper().replace('-', '_')}": value
            for name, value in (headers or {}).items()
        }
        begun: list[Any] = []
        parts = self._app.wsgi_app(environ, lambda status, head, *_: begun.extend((status, head)))  # type: ignore[arg-type, misc]
        whole = b"".join(parts)
        if close := getattr(parts, "close", None):
            close()
        status, head = begun
        answer = Answer(
            int(status[:3]),
            "\r\n".join([status, *(f"{name}: {value}" for name, value in head)]).encode(),
            whole,
        )
        if cookie := answer.header("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        return answer

    def post_form(self, path: str, fields: list[tuple[str, str]]) -> Answer:
        """Send a form."""
        return self.ask("POST", path, body=urlencode(fields).encode())

    def get(self, path: str) -> Answer:
        """Ask for a page."""
        return self.ask("GET", path)


@contextmanager
def application() -> Iterator[Flask]:
    """An application with a database of its own, and Python's collector as the server sets it."""
    with scratch() as folder:
        app = create_app({"DATABASE": str(folder / "referee.db"), "RATE_LIMITS": False})
        yield app
        app.extensions["wake_all"]()
