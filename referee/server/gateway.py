"""The gateway between granian and Flask: one event loop receives requests, threads answer them.

A thread is used only once the whole body has arrived; the loop itself sends streams.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from granian._granian import RSGIProtocolClosed

from referee.web.http.limits import OWN_MACHINE, SITE, network
from referee.web.http.security import MAX_BODY

from . import bodies
from .bodies import Bodies, Crowded

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

LARGE = 16 * 1024
"""Bytes above which a body is read in parts, so that a cancelled one frees its memory."""
WITHOUT_BODY = frozenset({"GET", "HEAD", "OPTIONS"})
PLAIN = [
    ("content-type", "text/plain; charset=utf-8"),
    ("connection", "close"),
    ("retry-after", "1"),
    ("cache-control", "no-store"),
]
TOO_SLOW = (
    408,
    PLAIN,
    (
        "What was sent did not arrive in time. Send it again.\n送信が時間内に終わりませんでした。"
        "もう一度送ってください。\n"
    ),
)
CROWDED = (
    503,
    PLAIN,
    (
        "Too much is being sent just now. Send it again.\n今は混み合っています。"
        "もう一度送ってください。\n"
    ),
)
"""Plain text in both languages, as no thread renders a page for it."""
SAME: dict[str, Any] = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.input_terminated": True,
    "wsgi.multithread": True,
    "wsgi.multiprocess": False,
    "wsgi.run_once": False,
}
Headers = list[tuple[str, str]]


class Gateway:
    """The WSGI application as a granian RSGI application."""

    def __init__(
        self,
        app: WSGIApplication,
        threads: int,
        begin: Callable[[], object] = lambda: None,
        proxies: int = 0,
    ) -> None:
        """``begin`` runs in the main thread, once the loop owns the signals; ``proxies`` is the
        number of trusted proxies in front.
        """
        self._app, self._threads, self._begin = app, ThreadPoolExecutor(threads), begin
        self._proxies, self._bodies = proxies, Bodies()

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        loop.call_soon(self._begin)

    async def __call__(self, scope: Any, protocol: Any) -> None:
        size = size_of(scope)
        if not size:
            await self._answered(scope, protocol, b"")
            return
        try:
            room = self._bodies.take(sender_of(scope, self._proxies), size)
        except Crowded:
            protocol.response_str(*CROWDED)
            return
        try:
            body = await self._bodies.arrived(
                room, _whole(protocol) if size <= LARGE else _collected(protocol)
            )
            await self._answered(scope, protocol, body)
        except TimeoutError:
            protocol.response_str(*TOO_SLOW)
        except Crowded:
            protocol.response_str(*CROWDED)
        except RuntimeError:
            # The client disconnected.
            pass
        finally:
            self._bodies.give_back(room)

    async def _answered(self, scope: Any, protocol: Any, body: bytes) -> None:
        try:
            stream = await self._loop.run_in_executor(
                self._threads, self._answer, scope, protocol, body
            )
            if stream:
                await _send(protocol, *stream)
        except Exception as problem:
            print(
                f"The server could not answer: {type(problem).__name__}",
                file=sys.stderr,
                flush=True,
            )

    def _answer(self, scope: Any, protocol: Any, body: bytes) -> tuple[int, Headers, Any] | None:
        """Run the application in this thread; returns status, headers and parts of a stream."""
        status, headers = 500, list[tuple[str, str]]()

        def start(line: str, given: Headers, *_failure: Any) -> Any:
            nonlocal status, headers
            status, headers = int(line[:3]), given

        parts: Any = self._app(environ_of(scope, body), start)
        if hasattr(parts, "__aiter__"):
            return status, headers, parts
        try:
            protocol.response_bytes(status, headers, b"".join(parts))
        finally:
            if close := getattr(parts, "close", None):
                close()
        return None


async def _send(protocol: Any, status: int, headers: Headers, parts: Any) -> None:
    """Send the parts of a stream until the client disconnects."""
    sending = asyncio.ensure_future(_send_all(protocol.response_stream(status, headers), parts))
    gone = asyncio.ensure_future(protocol.client_disconnect())
    try:
        await asyncio.wait((sending, gone), return_when=asyncio.FIRST_COMPLETED)
        if sending.done():
            sending.result()
    finally:
        sending.cancel()
        gone.cancel()
        parts.close()


async def _send_all(transport: Any, parts: Any) -> None:
    with suppress(RSGIProtocolClosed):
        async for part in parts:
            await transport.send_bytes(part)


def size_of(scope: Any) -> int:
    """The most bytes a body may have; without a length, or with too large a one, MAX_BODY."""
    if scope.method in WITHOUT_BODY:
        return 0
    sent = scope.headers.get("content-length") or ""
    return min(int(sent[:12]), MAX_BODY) if sent.isdecimal() else MAX_BODY


def sender_of(scope: Any, proxies: int) -> str:
    """The network of the sender: as the proxies say, else of the connected address."""
    sent = ",".join(scope.headers.get_all("x-forwarded-for")).split(",") if proxies else []
    address = (
        sent[-proxies].strip()
        if len(sent) >= proxies > 0
        else scope.client.rpartition(":")[0].strip("[]")
    )
    return bodies.OWN_MACHINE if address.startswith(OWN_MACHINE) else network(address, SITE)


async def _whole(protocol: Any) -> bytes:
    return bytes(await protocol())


async def _collected(protocol: Any) -> bytes:
    found = bytearray()
    async for part in protocol:
        found += part
        if len(found) > MAX_BODY:
            break
    return bytes(found)


def environ_of(scope: Any, body: bytes) -> dict[str, Any]:
    """The request as a WSGI environment."""
    server, _, port = scope.server.rpartition(":")
    environ = SAME | {
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": server.strip("[]"),
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
    }
    for name, value in scope.headers.items():
        key = name.upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        environ[key] = f"{environ[key]},{value}" if key in environ else value
    environ.setdefault("HTTP_HOST", scope.authority or "")
    if body:
        # A body sent in chunks has no length of its own; one cut off would be taken for a whole.
        environ.setdefault("CONTENT_LENGTH", str(len(body)))
    return environ
