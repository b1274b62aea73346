"""The whole application for tests, on a database of its own, and served to browsers."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from app import create_app


@contextmanager
def application(database: Path, **config: Any) -> Iterator[Flask]:
    """An application without rate limits, until it is left."""
    made = create_app({"DATABASE": str(database), "RATE_LIMITS": False, **config})
    yield made
    made.extensions["service"].close()


class Silent(WSGIRequestHandler):
    """Requests without a line in the log each."""

    def log(self, type: str, message: str, *args: Any) -> None:
        """Say nothing."""


@contextmanager
def served(app: Any) -> Iterator[str]:
    """The address of an application while it is served, each request in a thread of its own."""
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Silent)
    thread = threading.Thread(target=server.serve_forever, name="browser-test-server", daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join(5)
    server.server_close()
