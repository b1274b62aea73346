"""The table page remembered: drawn once for each kind of reader, it serves everybody like them until something happens."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from flask import Response, g, request

from . import context
from .present.view import View

MOST_PAGES = 256


@dataclass(frozen=True)
class Kept:
    """A page as it was drawn, and the idempotency keys that were made for its forms."""

    body: bytes
    keys: tuple[str, ...]


class Pages:
    """The newest pages by everything that shows in them; of what nobody asks for any more, the oldest goes first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Kept] = OrderedDict()
        self._lock = threading.Lock()

    def show(self, view: View, draw: Callable[[], Response]) -> Response:
        """The page from memory with fresh keys in its forms, or drawn now and remembered."""
        key = reader_of(view)
        if kept := self._find(key):
            return answer(kept)
        response = draw()
        if response.status_code == 200 and lasts(view):
            self._keep(key, Kept(response.get_data(), tuple(g.get("new_keys", ()))))
        return response

    def _find(self, key: Hashable) -> Kept | None:
        with self._lock:
            kept = self._kept.get(key)
            if kept:
                self._kept.move_to_end(key)
            return kept

    def _keep(self, key: Hashable, kept: Kept) -> None:
        with self._lock:
            self._kept[key] = kept
            while len(self._kept) > MOST_PAGES:
                self._kept.popitem(last=False)


def reader_of(view: View) -> Hashable:
    """All that a table's page depends on: the table, what this reader may see and do there and has to be told, their looks, the address."""
    told = tuple(event.seq for event in view.unseen)
    reader = (view.role, view.seat, told, context.language(), context.looks(), context.is_fragment())
    return (view.table.id, view.history.revision, tuple(view.names.items()), reader, request.root_path, request.full_path)


def lasts(view: View) -> bool:
    """Whether time alone changes nothing: right after an undo the page offers a redo for some seconds."""
    return view.history.events[-1].type != "retract"


def answer(kept: Kept) -> Response:
    """A remembered page, each of its keys replaced by a fresh one, as no two entries may share a key."""
    body = kept.body
    for key in kept.keys:
        body = body.replace(key.encode(), context.new_key().encode())
    return Response(body, content_type="text/html; charset=utf-8", headers={"Content-Language": context.language()})
