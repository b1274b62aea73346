"""Phones that wait: so many open streams, and when the last of some has been told."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from bench.client import HOST, SECONDS
from bench.play import Phone
from referee.server.serve import open_files

AT_ONCE = 200
"""Streams asked for before their first words are read: fewer than a system queues up
connections.
"""
SPARE_FILES = 200


class Listener:
    """One phone's stream."""

    def __init__(self, port: int, path: str, cookie: str) -> None:
        self.socket = socket.create_connection((HOST, port), SECONDS)
        self._heard = b""
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nCookie: {cookie}\r\n\r\n".encode()
        )

    def close(self) -> None:
        """Hang up."""
        self.socket.close()

    def begin(self) -> None:
        """Wait for the first word; RuntimeError if there is no stream."""
        while b"data: " not in self._heard:
            if not (more := self.socket.recv(1 << 14)) or not (self._heard + more).startswith(
                b"HTTP/1.1 200"
            ):
                raise RuntimeError(f"No stream: {(self._heard + more)[:200]!r}")
            self._heard += more
        self._heard = b""

    def hears(self, revision: int) -> bool:
        """Take what has come; whether it tells this revision."""
        more = self.socket.recv(1 << 14)
        if not more:
            raise RuntimeError("The server ended a stream.")
        self._heard = (self._heard + more)[-200:]
        return b"data: %d\n" % revision in self._heard


@contextmanager
def listening(port: int, phone: Phone, codes: Sequence[str], each: int) -> Iterator[list[Listener]]:
    """So many streams at each of a phone's tables."""
    paths = [f"/t/{code}/live" for code in codes for _ in range(each)]
    open_files(len(paths) + SPARE_FILES)
    with ExitStack() as all_of_them:
        found: list[Listener] = []
        for start in range(0, len(paths), AT_ONCE):
            new = [
                Listener(port, path, phone.client.cookie) for path in paths[start : start + AT_ONCE]
            ]
            found += new
            for one in new:
                all_of_them.callback(one.close)
            for one in new:
                one.begin()
        yield found


def until_told(
    listeners: Sequence[Listener], revision: int, *others: socket.socket
) -> dict[socket.socket, float]:
    """The moment at which each stream told this revision; of another socket, at which anything came
    (it is left unread).
    """
    moments: dict[socket.socket, float] = {}
    by_socket = {one.socket: one for one in listeners}
    with selectors.DefaultSelector() as waiting:
        for one in (*by_socket, *others):
            waiting.register(one, selectors.EVENT_READ)
        while waiting.get_map():
            ready = waiting.select(SECONDS)
            now = time.perf_counter()
            if not ready:
                raise RuntimeError(
                    f"{len(waiting.get_map())} of {len(listeners)} phones were not told of revision"
                    f" {revision}"
                )
            for key, _ in ready:
                phone = by_socket.get(key.fileobj)  # type: ignore[call-overload]
                if phone is None or phone.hears(revision):
                    moments[key.fileobj] = now  # type: ignore[index]
                    waiting.unregister(key.fileobj)
    return moments
