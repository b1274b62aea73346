"""Live updates: a stream of a table's newest revisions; each page then fetches its own view."""

import asyncio
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import ExitStack, suppress
from functools import partial

from flask import Blueprint, Response, current_app

from referee.service.tables import TableService

from .authorize import authorize
from .context import device, store
from .edition import server_only
from .errors import Fault
from .limits import STREAMS_OF_ADDRESS, STREAMS_OF_DEVICE, Quota, senders
from .permissions import needs

live = Blueprint("live", __name__)
HEARTBEAT = 15.0
LONGEST = 15 * 60.0


@live.get("/t/<code>/live")
@needs("watch")
@server_only
def stream(code: str) -> Response:
    """Send `rev` events, at once and after changes, and `beat`s; 503 or 429 at the limits.

    `moved` says that the game has begun to go on elsewhere, or here again.
    """
    table, grant = authorize()
    service: TableService = current_app.extensions["service"]
    places: threading.Semaphore = current_app.extensions["streams"]
    held: Quota = current_app.extensions["held_streams"]
    mine = senders(STREAMS_OF_DEVICE, STREAMS_OF_ADDRESS)
    with ExitStack() as taken:
        if not held.take(mine):
            raise Fault(429, "too_many_streams")
        taken.callback(held.give_back, mine)
        if not places.acquire(blocking=False):
            return Response("", 503, {"Retry-After": "5"}, mimetype="text/plain")
        taken.callback(places.release)
        phone: dict[Hashable, int] = {(table.id, grant.number): sys.maxsize}
        live_phones: Quota = current_app.extensions["live_phones"]
        live_phones.take(phone)
        taken.callback(live_phones.give_back, phone)
        events = Events(service, table.id, taken, device() if grant.number else None)
        response = Response(events, mimetype="text/event-stream", direct_passthrough=True)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


@live.get("/t/<code>/rev")
@needs("watch")
def revision(code: str) -> Response:
    """Return the newest revision as plain text, for pages whose stream does not get through."""
    table, _ = authorize()
    return Response(str(store().head(table.id)), mimetype="text/plain")


class Events:
    """Revisions as server-sent events; `close` frees `taken`. Ends for a `device` sent away."""

    def __init__(
        self, service: TableService, table_id: int, taken: ExitStack, device: str | None = None
    ) -> None:
        self._service, self._table, self._device = service, table_id, device
        self._first = self._newest = 0
        self._moved = False
        self._wake: Callable[[], object] = bool
        taken.callback(service.store.listen(table_id, self._heard))
        self._first = service.store.head(table_id)
        self._moved = bool(service.store.away([table_id]))
        self.close = taken.pop_all().close

    def _heard(self, revision: int) -> None:
        if 0 < revision <= max(self._first, self._newest):
            return
        self._moved |= not revision
        self._newest = max(self._newest, revision)
        with suppress(RuntimeError):
            # The event loop may have ended.
            self._wake()

    def _is_at_table(self) -> bool:
        return (
            self._device is None
            or self._service.store.grant_of(self._device, self._table) is not None
        )

    def _parts(self) -> Iterator[bytes]:
        """The events to send; an empty part means to wait for news or the next beat."""
        ends, seen = time.monotonic() + LONGEST, max(self._first, self._newest)
        yield b"retry: 1000\n" + _event(seen)
        while time.monotonic() < ends and not self._service.stopping.is_set():
            if self._moved:
                self._moved = False
                yield b"event: moved\ndata:\n\n"
            yield b""
            if self._newest > seen:
                seen = self._newest
                yield _event(seen)
            elif not (self._moved or self._service.stopping.is_set()):
                yield b"event: beat\ndata:\n\n"

    async def __aiter__(self) -> AsyncIterator[bytes]:
        news = asyncio.Event()
        self._wake = partial(asyncio.get_running_loop().call_soon_threadsafe, news.set)
        loop, stays = asyncio.get_running_loop(), True
        for part in self._parts():
            if part:
                yield part
                if not stays:
                    return
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT):
                    await news.wait()
            # In an executor, as the event loop must not wait for the disk.
            stays = (
                not news.is_set()
                or self._service.stopping.is_set()
                or await loop.run_in_executor(None, self._is_at_table)
            )
            news.clear()

    def __iter__(self) -> Iterator[bytes]:
        news = threading.Event()
        self._wake = news.set
        stays = True
        for part in self._parts():
            if part:
                yield part
                if not stays:
                    return
                continue
            stays = (
                not news.wait(HEARTBEAT) or self._service.stopping.is_set() or self._is_at_table()
            )
            news.clear()


def _event(revision: int) -> bytes:
    return b"event: rev\ndata: %d\n\n" % revision
