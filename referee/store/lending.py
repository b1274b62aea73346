"""Methods of the store that are one function of its parts, with a connection lent for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from sqlite_utils import Database

from .connect import Readers
from .writer import Writer

P = ParamSpec("P")
T = TypeVar("T")


class Lender:
    """Whoever has connections to lend."""

    _readers: Readers
    _writer: Writer

    def _read(self, work: Callable[[Database], T]) -> T:
        with self._readers.use() as db:
            return work(db)

    def _write(self, work: Callable[[Database], T]) -> T:
        return self._writer.submit(work)


def reading(ask: Callable[Concatenate[Database, P], T]) -> Callable[Concatenate[Lender, P], T]:
    """The method that asks so on a connection that can only read."""

    def method(store: Lender, /, *args: P.args, **named: P.kwargs) -> T:
        return store._read(lambda db: ask(db, *args, **named))

    return method


def writing(change: Callable[Concatenate[Database, P], T]) -> Callable[Concatenate[Lender, P], T]:
    """The method that makes this change in a transaction of its own."""

    def method(store: Lender, /, *args: P.args, **named: P.kwargs) -> T:
        return store._write(lambda db: change(db, *args, **named))

    return method
