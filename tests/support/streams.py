"""Phones that wait: many open streams of a served table, and who was told of an entry."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from bench.phone import HOST, SECONDS, Served
from referee.server.serve import open_files

SPARE_FILES = 200


class Listener:
    """One phone's stream."""

    def __init__(self, port: int, path: str, cookie: str) -> None:
        self.socket = socket.create_connection((HOST, port), SECONDS)
        self._heard = b""
        head = f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nCookie: {cookie}\r\n\r\n"
        self.socket.sendall(head.encode())

    def begin(self) -> None:
        """Wait for the first word; RuntimeError if there is no stream."""
        while b"data: " not in self._heard:
            more = self.socket.recv(1 << 14)
            self._heard += more
            if not more or not self._heard.startswith(b"HTTP/1.1 200"):
                raise RuntimeError(f"No stream: {self._heard[:200]!r}")
        self._heard = b""

    def hears(self, revision: int) -> bool:
        """Take what has come; whether it tells this revision."""
        more = self.socket.recv(1 << 14)
        if not more:
            raise RuntimeError("The server ended a stream.")
        self._heard = (self._heard + more)[-200:]
        return b"data: %d\n" % revision in self._heard


@contextmanager
def listening(
    port: int, device: Served, codes: Sequence[str], each: int
) -> Iterator[list[Listener]]:
    """So many streams at each of a phone's tables."""
    paths = [f"/t/{code}/live" for code in codes for _ in range(each)]
    open_files(len(paths) + SPARE_FILES)
    with ExitStack() as all_of_them:
        found: list[Listener] = []
        for path in paths:
            found.append(Listener(port, path, device.cookie))
            all_of_them.callback(found[-1].socket.close)
        for one in found:
            one.begin()
        yield found


def until_told(listeners: Sequence[Listener], revision: int) -> int:
    """How many streams told this revision; RuntimeError where some do not in time."""
    told = 0
    with selectors.DefaultSelector() as waiting:
        for one in listeners:
            waiting.register(one.socket, selectors.EVENT_READ, one)
        while waiting.get_map():
            ready = waiting.select(SECONDS)
            if not ready:
                raise RuntimeError(f"{len(waiting.get_map())} were not told of {revision}")
            for key, _ in ready:
                if key.data.hears(revision):
                    told += 1
                    waiting.unregister(key.fileobj)
    return told
