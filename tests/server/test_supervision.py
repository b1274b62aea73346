"""The server and its worker: neither outlives the other for long, and requests that are never
finished hold up nobody.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.support.real_server import PATIENCE, RealServer

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
UNFINISHED = (
    b"POST /t/AAAA/entry HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nseen=1",
    b"POST /api/check HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n[",
    b"POST /join HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ncode=",
    b"GET / HTTP/1.1\r\nHost: x\r\nX-More: ",
    b"",
)
EACH = 60


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RealServer]:
    """A server as people start it."""
    with RealServer(tmp_path) as running:
        yield running


def answers(server: RealServer) -> bool:
    """Whether a page comes."""
    try:
        with urlopen(server.address, timeout=2) as page:
            return bool(page.status == 200)
    except OSError:
        return False


def until(wanted: bool, server: RealServer) -> None:
    """Wait until the server answers, or no longer does; fails where it never comes to that."""
    began = time.monotonic()
    while answers(server) is not wanted:
        assert time.monotonic() - began < PATIENCE
        time.sleep(0.05)


def test_the_worker_ends_with_its_parent_and_frees_the_port(server: RealServer) -> None:
    worker = server.worker()
    os.kill(server.pid, signal.SIGKILL)
    until(False, server)
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", server.port))
    ends = time.monotonic() + PATIENCE
    while Path(f"/proc/{worker}/exe").exists():
        assert time.monotonic() < ends
        time.sleep(0.05)


def test_a_worker_that_died_is_started_anew(server: RealServer) -> None:
    before = server.worker()
    os.kill(before, signal.SIGKILL)
    until(True, server)
    assert server.worker() != before


def test_requests_that_are_never_finished_hold_up_nobody_and_are_given_up(
    server: RealServer,
) -> None:
    with ExitStack() as kept:
        held, there = [], ("127.0.0.1", server.port)
        for begun in UNFINISHED * EACH:
            held.append(kept.enter_context(socket.create_connection(there, PATIENCE)))
            held[-1].sendall(begun)
        for _ in range(10):
            assert answers(server)
            for size in (10, 100_000):
                body, headers = b"[" + b" " * size, {"Content-Type": "application/json"}
                sent = Request(f"{server.address}/api/check", body, headers)
                with pytest.raises(HTTPError, match="Bad Request"):
                    urlopen(sent, timeout=PATIENCE)
        late = held[0].recv(4000)
        assert b" 408 " in late
        assert "もう一度送ってください".encode() in late
        assert held[0].recv(1) == b""
