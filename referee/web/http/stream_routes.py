"""Live: a stream that carries only a table's newest revision; each page then fetches its own view."""

import threading
import time
from collections.abc import Iterator

from flask import Blueprint, Response, current_app

from referee.web.desk.desk import Desk

from .admission import admitted
from .context import store
from .errors import Fault
from .limits import STREAMS_OF_ADDRESS, STREAMS_OF_DEVICE, Held, senders

live = Blueprint("live", __name__)
HEARTBEAT = 15.0
LONGEST = 15 * 60.0


@live.get("/t/<code>/live")
def stream(code: str) -> Response:
    """Server-sent events ``rev``: one at once, one after every change; a ``beat`` every few seconds tells that the line is open.

    503 when as many phones listen as there are threads for, 429 when this device or its address holds as many as it may; a page
    then asks for the revision now and then.
    """
    table, _ = admitted()
    desk: Desk = current_app.extensions["desk"]
    places: threading.Semaphore = current_app.extensions["streams"]
    held: Held = current_app.extensions["held_streams"]
    mine = senders(STREAMS_OF_DEVICE, STREAMS_OF_ADDRESS)
    if not held.take(mine):
        raise Fault(429, "too_many_streams")
    if not places.acquire(blocking=False):
        held.give_back(mine)
        return Response("", 503, {"Retry-After": "5"}, mimetype="text/plain")
    response = Response(_events(desk, table.id), mimetype="text/event-stream")
    response.call_on_close(places.release)
    response.call_on_close(lambda: held.give_back(mine))
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


@live.get("/t/<code>/rev")
def revision(code: str) -> Response:
    """The newest revision as plain text, for pages whose stream does not get through."""
    table, _ = admitted()
    return Response(str(store().head(table.id)), mimetype="text/plain")


def _events(desk: Desk, table_id: int) -> Iterator[str]:
    ends = time.monotonic() + LONGEST
    seen = desk.store.head(table_id)
    yield f"retry: 1000\nevent: rev\ndata: {seen}\n\n"
    while time.monotonic() < ends and not desk.stopping.is_set():
        newest = desk.store.wait(table_id, seen, HEARTBEAT)
        if newest > seen:
            seen = newest
            yield f"event: rev\ndata: {seen}\n\n"
        elif not desk.stopping.is_set():
            yield "event: beat\ndata:\n\n"
