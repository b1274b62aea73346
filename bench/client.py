"""A lean HTTP client on one kept-open connection: it shares the cores with the server it measures,
so it does very little.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

FORM = "application/x-www-form-urlencoded"
HOST = "127.0.0.1"
SECONDS = 15.0


@dataclass(frozen=True)
class Answer:
    """One answer: status, raw head, body as it came."""

    status: int
    head: bytes
    body: bytes

    def header(self, name: str) -> str:
        """A header's value, or nothing."""
        for line in self.head.split(b"\r\n")[1:]:
            key, _, value = line.partition(b":")
            if key.decode("latin-1").lower() == name.lower():
                return value.strip().decode("latin-1")
        return ""


class Client:
    """One phone: one connection and its cookie."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.socket = self._connect()
        self._host = f"Host: {HOST}:{port}\r\n"
        self.cookie = ""

    def _connect(self) -> socket.socket:
        connection = socket.create_connection((HOST, self._port), SECONDS)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def close(self) -> None:
        """Hang up."""
        self.socket.close()

    def ask(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
        kind: str = FORM,
    ) -> Answer:
        """Send any request."""
        return self._ask(
            method,
            path,
            {**({"Content-Type": kind} if method == "POST" else {}), **(headers or {})},
            body,
        )

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """Ask for a page."""
        return self._ask("GET", path, headers or {}, b"")

    def post_form(
        self, path: str, fields: Iterable[tuple[str, str]], headers: Mapping[str, str] | None = None
    ) -> Answer:
        """Send a form."""
        return self.ask("POST", path, headers, urlencode(list(fields)).encode())

    def post_json(self, path: str, value: object) -> Answer:
        """Send JSON."""
        return self.ask("POST", path, body=json.dumps(value).encode(), kind="application/json")

    def begin_json(self, path: str, value: object) -> None:
        """Send JSON and do not wait for the answer."""
        self.socket.sendall(
            self._request(
                "POST", path, {"Content-Type": "application/json"}, json.dumps(value).encode()
            )
        )

    def finish(self) -> Answer:
        """The answer to what was begun."""
        return self._read()

    def _request(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> bytes:
        more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        length = f"Content-Length: {len(body)}\r\n" if method == "POST" else ""
        return f"{method} {path} HTTP/1.1\r\n{self._host}{cookie}{more}{length}\r\n".encode() + body

    def _ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        text = self._request(method, path, headers, body)
        try:
            answer = self._send(text)
        except ConnectionError:
            # A server may close a connection that was idle; like a browser, ask once more on a new
            # one.
            self.close()
            self.socket = self._connect()
            answer = self._send(text)
        if cookie := answer.header("set-cookie"):
            self.cookie = cookie.partition(";")[0]
        return answer

    def _send(self, text: bytes) -> Answer:
        self.socket.sendall(text)
        return self._read()

    def _read(self) -> Answer:
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._receive()
        head, _, body = data.partition(b"\r\n\r\n")
        answer = Answer(int(head[9:12]), head, b"")
        missing = int(answer.header("content-length") or 0) - len(body)
        parts = [body]
        while missing > 0:
            parts.append(self._receive())
            missing -= len(parts[-1])
        return Answer(answer.status, head, b"".join(parts))

    def _receive(self) -> bytes:
        received = self.socket.recv(1 << 16)
        if not received:
            raise ConnectionError("the server hung up")
        return received


def load(works: Sequence[Callable[[], object]], seconds: float) -> tuple[float, list[float]]:
    """Let every client work at once, each again and again; how often per second in all, and how
    long each time took.
    """
    taken: list[list[float]] = [[] for _ in works]
    problems: list[BaseException] = []
    gate = threading.Barrier(len(works) + 1)

    def repeat(work: Callable[[], object], mine: list[float]) -> None:
        gate.wait()
        now = time.perf_counter()
        end = now + seconds
        try:
            while now < end:
                work()
                before, now = now, time.perf_counter()
                mine.append(now - before)
        except BaseException as problem:
            problems.append(problem)

    threads = [
        threading.Thread(target=repeat, args=pair, daemon=True)
        for pair in zip(works, taken, strict=True)
    ]
    for thread in threads:
        thread.start()
    gate.wait()
    start = time.perf_counter()
    for thread in threads:
        thread.join()
    if problems:
        raise problems[0]
    every = [one for mine in taken for one in mine]
    return len(every) / (time.perf_counter() - start), every
