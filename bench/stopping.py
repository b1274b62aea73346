"""Stopping: how long the server takes to end while phones hold their streams open."""

from __future__ import annotations

from http.client import HTTPConnection, HTTPResponse

from bench.client import HOST
from bench.play import Phone
from bench.report import Row
from bench.server import scratch, serving
from referee.games import GAMES

STREAMS = 40
ROUNDS = 3


def open_stream(port: int, path: str, cookie: str) -> tuple[HTTPConnection, HTTPResponse]:
    """A stream that has said its first word."""
    connection = HTTPConnection(HOST, port, timeout=10)
    connection.request("GET", path, headers={"Cookie": cookie})
    answer = connection.getresponse()
    if answer.status != 200 or not answer.readline():
        raise RuntimeError(f"No stream at {path}: {answer.status}")
    return connection, answer


def rows(quick: bool = False) -> list[Row]:
    """The report's row: the slowest of a few stops."""
    taken = []
    for _ in range(ROUNDS):
        with scratch() as folder, serving(folder) as app:
            phone = Phone(app.port, next(iter(GAMES)), 4)
            code = phone.open_table()
            streams = [open_stream(app.port, f"/t/{code}/live", phone.client.cookie) for _ in range(STREAMS)]
            taken.append(app.stop())
            for connection, _ in streams:
                connection.close()
    return [Row("T12", f"stop with {STREAMS} open streams, slowest of {ROUNDS}", max(taken), "s", most=3)]
