"""Read JSON bodies by name and type; errors give the place of the fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from flask import request

from referee.kernel.strict_json import NotJson, read_json
from referee.store.values import MAX_REASON
from referee.web.desk.desk import Entry

from .errors import Fault
from .security import MAX_NUMBER

MAX_TEXT = 4000
MAX_ENTRIES = 50
MAX_KEY = 100
T = TypeVar("T")


class Part:
    """One object of a body: each key is read once, and `done` rejects the rest."""

    def __init__(self, value: object, where: str) -> None:
        if not isinstance(value, Mapping):
            raise Fault(422, "not_an_object", where=where)
        self._left: dict[str, Any] = dict(value)
        self.where = where

    def place(self, name: str) -> str:
        return name if self.where == "body" else f"{self.where}.{name}"

    def text(self, name: str, default: str | None = None) -> str:
        """A text; required without a default."""
        return str(
            self._take(
                name,
                "text",
                lambda value: isinstance(value, str) and len(value) <= MAX_TEXT,
                default,
            )
        )

    def text_or_none(self, name: str) -> str | None:
        return self.text(name) if self._left.get(name) is not None else self._left.pop(name, None)

    def number(self, name: str, default: int | None = None) -> int:
        """An integer from 0 to MAX_NUMBER; required without a default."""
        return int(
            self._take(
                name,
                "integer",
                lambda value: type(value) is int and 0 <= value <= MAX_NUMBER,
                default,
            )
        )

    def flag(self, name: str) -> bool:
        return bool(self._take(name, "boolean", lambda value: isinstance(value, bool), False))

    def texts(self, name: str) -> tuple[str, ...]:
        return tuple(
            self._take(
                name,
                "texts",
                lambda value: _is_list(value) and all(isinstance(text, str) for text in value),
                [],
            )
        )

    def mapping(self, name: str) -> dict[str, Any]:
        return dict(self._take(name, "object", lambda value: isinstance(value, dict), {}))

    def each(self, name: str, read: Callable[[Part], T]) -> list[T]:
        """A required, non-empty list of objects, each read to its end."""
        value = self._take(name, "list", lambda value: _is_list(value) and value)
        return [
            read_whole(Part(item, f"{self.place(name)}[{at}]"), read)
            for at, item in enumerate(value)
        ]

    def done(self) -> None:
        """Raise Fault 422 for the first key not read."""
        for name in self._left:
            raise Fault(422, "unknown_key", where=self.place(name[:40]))

    def _take(
        self, name: str, wanted: str, fits: Callable[[Any], object], default: Any = None
    ) -> Any:
        value = self._left.pop(name, default)
        if not fits(value):
            raise Fault(422, "wrong_type", where=self.place(name), wanted=wanted)
        return value


def _is_list(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MAX_ENTRIES


def read_whole(part: Part, read: Callable[[Part], T]) -> T:
    """Return `read(part)`; raises Fault 422 if any key is left."""
    found = read(part)
    part.done()
    return found


def json_body() -> Any:
    """Return the body's JSON value; raises Fault 415 or 400."""
    if not request.is_json:
        raise Fault(415, "unsupported_type")
    try:
        return read_json(request.get_data())
    except NotJson as unreadable:
        raise Fault(400, "not_json") from unreadable


def body(read: Callable[[Part], T]) -> T:
    """Return `read` of the body's object, which must have no other keys."""
    return read_whole(Part(json_body(), "body"), read)


def read_entry(part: Part) -> Entry:
    """Read an entry: `kind`, `seat`, `data`, and the ruling codes to `accept`."""
    return Entry(
        part.text("kind"), part.text_or_none("seat"), part.mapping("data"), part.texts("accept")
    )


def read_entries(part: Part) -> list[Entry]:
    """Read a batch's entries."""
    return part.each("entries", read_entry)


def read_moves(part: Part) -> tuple[int, str, list[Entry], str]:
    """Read a batch: the revision seen, its key, its entries, and the reason to overrule."""
    seen, key, entries, reason = (
        part.number("seen"),
        read_key(part),
        read_entries(part),
        part.text("reason", ""),
    )
    if len(reason) > MAX_REASON:
        raise Fault(422, "wrong_type", where="reason", wanted="text")
    return seen, key, entries, reason.strip()


def read_key(part: Part) -> str:
    """Read the idempotency key from the body or the Idempotency-Key header; else Fault 422."""
    key = part.text_or_none("key") or request.headers.get("Idempotency-Key", "")
    if not 1 <= len(key) <= MAX_KEY or not key.isascii() or not key.isprintable() or "#" in key:
        raise Fault(422, "no_key", where="key")
    return key
