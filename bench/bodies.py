"""Unfinished requests: how long others wait for their answers while so many sockets promise a body,
or headers, and send none.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from bench.client import HOST, SECONDS, Client
from bench.play import Phone
from bench.report import Row, percentile
from bench.server import scratch, serving
from bench.streams import SPARE_FILES
from referee.games import GAMES
from referee.server import bodies
from referee.server.serve import open_files

SOCKETS = 2000
UNFINISHED = {
    "bodies": (
        "POST /join HTTP/1.1\r\nHost: {host}\r\nContent-Type:"
        " application/x-www-form-urlencoded\r\nContent-Length: 9\r\n\r\ncode"
    ),
    "large bodies": (
        "POST /api/check HTTP/1.1\r\nHost: {host}\r\nContent-Type:"
        " application/json\r\nContent-Length: 200000\r\n\r\n["
    ),
    "headers": "POST /join HTTP/1.1\r\nHost: {host}\r\nX-More: ",
}


@contextmanager
def unfinished(port: int, begun: str, sockets: int) -> Iterator[None]:
    """So many connections on which a request was begun and is not gone on with."""
    open_files(sockets + SPARE_FILES)
    with ExitStack() as kept:
        for _ in range(sockets):
            connection = kept.enter_context(socket.create_connection((HOST, port), SECONDS))
            connection.sendall(begun.format(host=HOST).encode())
        yield


def asked(port: int, seconds: float) -> list[float]:
    """Seconds that others wait in turn for a page and for an entry of theirs, each of them on a new
    connection.
    """
    taken = []
    phone = Phone(port, next(iter(GAMES)), 4)
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        for ask in (lambda: Client(port).get("/"), phone.enter_form_alone):
            began = time.perf_counter()
            ask()
            taken.append(time.perf_counter() - began)
        time.sleep(0.05)
    return taken


def rows(quick: bool = False) -> list[Row]:
    """The report's rows: the slowest answer while they are open, and while the server closes them
    all.
    """
    found = []
    sockets, seconds = (50, 0.5) if quick else (SOCKETS, bodies.SECONDS + 2)
    for what, begun in UNFINISHED.items():
        with scratch() as folder, serving(folder) as app, unfinished(app.port, begun, sockets):
            taken = asked(app.port, seconds)
        found.append(
            Row(
                "T13",
                f"{sockets} unfinished {what}: slowest answer to others",
                max(taken),
                "s",
                most=1,
            )
        )
        found.append(Row("T13", "… p50", 1000 * percentile(taken, 0.5), "ms"))
    return found
