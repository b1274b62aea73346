"""Share SQLite connections between threads: a pool of readers and a single writer."""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from sqlite_utils import Database

from .connect import connect, connect_to_read, explain
from .errors import StoreBusy, StoreClosed, StoreFailed

P = ParamSpec("P")
T = TypeVar("T")
MOST_READERS = 16  # Most reads at the same time


class Readers:
    """A pool of read-only connections, as threads outnumber concurrent reads."""

    def __init__(self, path: Path, busy_timeout: float) -> None:
        self._path = path
        self._busy_timeout = busy_timeout
        self._turns = threading.Semaphore(MOST_READERS)
        self._lock = threading.Lock()
        self._idle: list[Database] = []
        self._closed = False

    def use(self, work: Callable[[Database], T]) -> T:
        """Run `work` with a connection and return its result; raises StoreFailed, StoreClosed."""
        with self._turns:
            db = self._take()
            try:
                return work(db)
            except sqlite3.Error as problem:
                raise explain(problem, self._busy_timeout) from problem
            finally:
                self._give_back(db)

    def close(self) -> None:
        """Close every connection; a connection in use closes when it is returned."""
        with self._lock:
            self._closed = True
            while self._idle:
                self._idle.pop().close()

    def _take(self) -> Database:
        with self._lock:
            if self._closed:
                raise StoreClosed
            if self._idle:
                return self._idle.pop()
        return connect_to_read(self._path, self._busy_timeout)

    def _give_back(self, db: Database) -> None:
        with self._lock:
            if self._closed:
                db.close()
            else:
                self._idle.append(db)


class Writer:
    """Runs submitted work, one piece after the other."""

    def __init__(self, path: Path, busy_timeout: float) -> None:
        self._busy_timeout = busy_timeout
        self._path = path
        self._db = connect(path, busy_timeout)
        self._file = _file_at(path)
        self._turn = threading.Lock()
        self._closed = False

    def submit(self, work: Callable[[Database], T]) -> T:
        """Run `work` in a transaction and return its result once it is on disk.

        An error in `work` rolls back and propagates. Raises StoreBusy on a timeout, StoreFailed if
        the database fails or its file was moved, StoreClosed once closed.
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

    def is_in_place(self) -> bool:
        """Whether the open file is still at its path."""
        return self._file is not None and _file_at(self._path) == self._file

    def close(self) -> None:
        with self._turn:
            self._closed = True
            self._db.close()

    def _commit(self, work: Callable[[Database], T]) -> T:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            result = work(self._db)
            if not self.is_in_place():
                # The write would go to a file that nobody opens again.
                raise _moved()
            self._db.commit()
        except BaseException:
            # On a broken disk this may fail too; the next BEGIN then reports it.
            with suppress(sqlite3.Error):
                self._db.rollback()
            raise
        return result


def _file_at(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _moved() -> StoreFailed:
    return StoreFailed("its file was moved", "moved")


class Connections:
    """Base class with connections to read and write."""

    _readers: Readers
    _writer: Writer

    def _read(self, work: Callable[[Database], T]) -> T:
        try:
            return self._readers.use(work)
        except StoreFailed as failed:
            if self._writer.is_in_place():
                raise
            raise _moved() from failed

    def _write(self, work: Callable[[Database], T]) -> T:
        return self._writer.submit(work)


def reading(ask: Callable[Concatenate[Database, P], T]) -> Callable[Concatenate[Connections, P], T]:
    """Turn a query function into a method that uses a read-only connection."""

    def method(store: Connections, /, *args: P.args, **named: P.kwargs) -> T:
        return store._read(lambda db: ask(db, *args, **named))

    return method


def writing(
    change: Callable[Concatenate[Database, P], T],
) -> Callable[Concatenate[Connections, P], T]:
    """Turn a change function into a method that runs in its own transaction."""

    def method(store: Connections, /, *args: P.args, **named: P.kwargs) -> T:
        return store._write(lambda db: change(db, *args, **named))

    return method
