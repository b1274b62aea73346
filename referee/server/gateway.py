"""Between the server and the application: requests arrive in one loop, which waits for their bodies; threads answer them.

A body that does not come keeps nobody but its sender waiting: a thread is asked for once all of it is there, and there is a
time by which it has to be. Only events of a stream go back through the loop, as only it may write to a connection bit by bit.
"""

from __future__ import annotations

import asyncio
import io
import queue
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from referee.web.http.security import MAX_BODY

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

BODY_SECONDS = 8.0
"""Within which a body has to come; less than a phone waits for its answer."""
IDLE_SECONDS = 30.0
LARGE = 16 * 1024
MOST_LARGE = 64
"""Bodies above ``LARGE`` that may be on their way at once, as they are kept until they are whole; the oldest gives way to another."""
WITHOUT_BODY = frozenset({"GET", "HEAD", "OPTIONS"})
PLAIN = [("content-type", "text/plain; charset=utf-8"), ("connection", "close"), ("retry-after", "1"), ("cache-control", "no-store")]
TOO_SLOW = 408, PLAIN, "What was sent did not arrive in time. Send it again.\n送信が時間内に終わりませんでした。もう一度送ってください。\n"
CROWDED = 503, PLAIN, "Too much is being sent just now. Send it again.\n今は混み合っています。もう一度送ってください。\n"
"""Said in both languages and without a page, as no thread is troubled with it."""
SAME: dict[str, Any] = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.input_terminated": True,
    "wsgi.multithread": True,
    "wsgi.multiprocess": False,
    "wsgi.run_once": False,
}
Headers = list[tuple[str, str]]


class Crowded(Exception):
    """A large body that has given way to another."""


class Threads:
    """Threads that are started as they are needed, up to so many, and end after half a minute without work."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._work: queue.SimpleQueue[Callable[[], object]] = queue.SimpleQueue()
        self._idle = self._running = 0

    def run(self, work: Callable[[], object]) -> None:
        """Do some work in a thread, as soon as one is free."""
        with self._lock:
            starts = self._idle == 0 and self._running < self._most
            self._running += starts
            self._idle -= not starts
        self._work.put(work)
        if starts:
            threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                work = self._work.get(timeout=IDLE_SECONDS)
            except queue.Empty:
                with self._lock:
                    # What was put meanwhile counts on this thread.
                    if self._idle <= 0:
                        continue
                    self._idle -= 1
                    self._running -= 1
                return
            work()
            with self._lock:
                self._idle += 1


class Gateway:
    """An application as granian calls it."""

    def __init__(self, app: WSGIApplication, threads: int, begin: Callable[[], object] = lambda: None) -> None:
        """``begin`` is called in the main thread before the first request."""
        self._app, self._threads, self._begin = app, Threads(threads), begin
        self._large: dict[asyncio.Task[bytes], None] = {}

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._begin()

    async def __call__(self, scope: Any, protocol: Any) -> None:
        body = b""
        if scope.method not in WITHOUT_BODY:
            try:
                body = await self._body(scope, protocol)
            except (TimeoutError, Crowded) as late:
                protocol.response_str(*(TOO_SLOW if isinstance(late, TimeoutError) else CROWDED))
                return
            except RuntimeError:
                # It hung up.
                return
        answered = self._loop.create_future()
        self._threads.run(lambda: self._answer(scope, protocol, body, answered))
        await answered

    async def _body(self, scope: Any, protocol: Any) -> bytes:
        """All of a body, or its beginning if it is too large, which the application finds by itself."""
        sent = scope.headers.get("content-length") or ""
        if sent.isdecimal() and int(sent[:12]) <= LARGE:
            return bytes(await asyncio.wait_for(protocol(), BODY_SECONDS)) if int(sent) else b""
        if len(self._large) >= MOST_LARGE:
            next(iter(self._large)).cancel()
        task = self._loop.create_task(_collected(protocol))
        self._large[task] = None
        try:
            return await asyncio.wait_for(task, BODY_SECONDS)
        except asyncio.CancelledError as gave_way:
            raise Crowded from gave_way
        finally:
            del self._large[task]

    def _answer(self, scope: Any, protocol: Any, body: bytes, answered: asyncio.Future[None]) -> None:
        """Let the application answer, in this thread."""
        try:
            self._respond(scope, protocol, body)
        except Exception as problem:
            print(f"The server could not answer: {type(problem).__name__}", file=sys.stderr, flush=True)
        finally:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(answered.set_result, None)

    def _respond(self, scope: Any, protocol: Any, body: bytes) -> None:
        status, headers = 500, list[tuple[str, str]]()

        def start(line: str, given: Headers, *_failure: Any) -> Any:
            nonlocal status, headers
            status, headers = int(line[:3]), given

        found = self._app(environ_of(scope, body), start)
        if isinstance(found, list):
            protocol.response_bytes(status, headers, b"".join(found))
            return
        try:
            if any(name.lower() == "content-length" for name, _ in headers):
                protocol.response_bytes(status, headers, b"".join(found))
            else:
                self._stream(protocol.response_stream(status, headers), found)
        finally:
            found.close()  # type: ignore[attr-defined]

    def _stream(self, transport: Any, parts: Iterable[bytes]) -> None:
        """Send one part after the other, until somebody hangs up."""
        for part in parts:
            try:
                asyncio.run_coroutine_threadsafe(_send(transport, part), self._loop).result()
            except Exception:
                return


async def _send(transport: Any, part: bytes) -> None:
    await transport.send_bytes(part)


async def _collected(protocol: Any) -> bytes:
    found = bytearray()
    async for part in protocol:
        found += part
        if len(found) > MAX_BODY:
            break
    return bytes(found)


def environ_of(scope: Any, body: bytes) -> dict[str, Any]:
    """A request as WSGI has it."""
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
    return environ
