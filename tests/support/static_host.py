"""A host of static files that knows nothing: one page stands for all that is missing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import create_server
from urllib.parse import unquote, urlsplit

HOST, PATH = "127.0.0.1", "/cards/"


class Host(SimpleHTTPRequestHandler):
    """Serves a folder below a path; each connection ends with its answer, as the host may."""

    def translate_path(self, path: str) -> str:
        """The file of an address; that of an unknown one is the page for what is missing."""
        asked = unquote(urlsplit(path).path)
        file = Path(self.directory) / (asked.removeprefix(PATH) or "index.html")
        return str(file if asked.startswith(PATH) and file.is_file() else self._missing())

    def _missing(self) -> Path:
        return Path(self.directory) / "404.html"

    def log_message(self, format: str, *told: object) -> None:
        """Say nothing."""


def free_port() -> int:
    """A port that nobody listens on."""
    with create_server((HOST, 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def hosting(folder: Path, port: int, host: type[Host] = Host) -> Iterator[None]:
    """Serve a folder while the context lasts."""
    served = ThreadingHTTPServer((HOST, port), partial(host, directory=str(folder)))
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    try:
        yield
    finally:
        served.shutdown()
        thread.join()
        served.server_close()
