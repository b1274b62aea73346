"""The one writer: whoever writes takes a turn on the only connection of this process that may, in a transaction of its own."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from sqlite_utils import Database

from .connect import connect, explain
from .errors import StoreBusy, StoreClosed

T = TypeVar("T")


class Writer:
    """Runs submitted work, one piece after the other."""

    def __init__(self, path: Path, busy_timeout: float) -> None:
        self._busy_timeout = busy_timeout
        self._db = connect(path, busy_timeout)
        self._turn = threading.Lock()
        self._closed = False

    def submit(self, work: Callable[[Database], T]) -> T:
        """Run `work` within a transaction and return its result once that is on the disk.

        Whatever `work` raises comes back with its writes undone. StoreBusy if others keep the
        database, StoreFailed if the database fails, StoreClosed once closed.
        """
        if not self._turn.acquire(timeout=self._busy_timeout):
            raise StoreBusy(self._busy_timeout)
        try:
            if self._closed:
                raise StoreClosed
            return self._commit(work)
        except sqlite3.Error as problem:
            raise explain(problem, self._busy_timeout) from problem
        finally:
            self._turn.release()

    def close(self) -> None:
        """Wait for whoever has the turn, then close; a second call does nothing more."""
        with self._turn:
            self._closed = True
            self._db.close()

    def _commit(self, work: Callable[[Database], T]) -> T:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            result = work(self._db)
            self._db.commit()
        except BaseException:
            # On a broken disk even this may fail; the next BEGIN then says so to whoever asks.
            with suppress(sqlite3.Error):
                self._db.rollback()
            raise
        return result
