"""The table page remembered: drawn once for each kind of reader, it serves everybody like them until something happens.

Each page has a tag made of all that it depends on, so a browser that asks again for what it has is told just that (304).
The browser then shows its own copy with the idempotency keys it came with. No entry can have been made under one of them
at this table, as the revision is in the tag; and should two tabs show the same copy, what each of them enters still
is told apart (`drafts.key_of`).
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from flask import Response, current_app, g, request

from referee.web.http import context, rendering

from .not_modified import Unchanged
from .view import View

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
        # Another start may be that of another version, with other templates and words.
        self._start = secrets.token_bytes(8)

    def show(self, view: View, draw: Callable[[], Response]) -> Response:
        """The page from memory with fresh keys in its forms, or drawn now and remembered; 304 for a browser that has it."""
        if not lasts(view):
            return draw()
        key = reader_of(view)
        tag = self._tag(key)
        if tag in request.environ.get("HTTP_IF_NONE_MATCH", ""):
            response = Response(status=304)
        elif kept := self._find(key):
            response = answer(kept)
        else:
            response = draw()
            if response.status_code != 200:
                return response
            self._keep(key, Kept(response.get_data(), tuple(g.get("new_keys", ()))))
        response.headers["ETag"] = tag
        unchanged: Unchanged = current_app.extensions["unchanged"]
        unchanged.note(request.environ, view, tag)
        return response

    def _tag(self, key: Hashable) -> str:
        # A weak one, as the keys in two such pages differ.
        return f'W/"{hashlib.blake2b(repr(key).encode(), digest_size=12, key=self._start).hexdigest()}"'

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
    """All that a table's page depends on: the table, what this reader may see and do there and has to be told, their looks, the address.

    ``unchanged`` knows the same of a page, by the request and the grant.
    """
    told = tuple(event.seq for event in view.unseen)
    reader = (view.standing, view.seat, told, context.language(), context.looks(), rendering.is_fragment())
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
