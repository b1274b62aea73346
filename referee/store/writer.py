"""The one writer: a thread that puts what many threads submit into shared transactions.

One sync to the disk per entry caps the rate; here everything that is submitted while the
disk is busy goes into the next transaction together and shares its sync. Each piece of work
runs in a savepoint of its own unless it is a single statement, which SQLite undoes by itself.
So one that fails leaves the others alone, and nobody gets an answer before the transaction
that holds their work is on the disk.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar, cast

from sqlite_utils import Database

from .connect import connect, explain
from .errors import StoreClosed

T = TypeVar("T")

MOST_TOGETHER = 256
"""How many submissions may share one transaction."""


class _Job(Generic[T]):
    """A piece of work, and the place where the thread that submitted it waits."""

    __slots__ = ("_done", "_error", "_result", "single", "work")

    def __init__(self, work: Callable[[Database], T], single: bool) -> None:
        self.work = work
        self.single = single
        self._result: T | None = None
        self._error: BaseException | None = None
        # A bare lock, as the wait is the hot path and an Event costs several times as much.
        self._done = threading.Lock()
        self._done.acquire()

    def run(self, db: Database) -> None:
        """Do the work and keep its result, to be handed over once it is committed."""
        self._result = self.work(db)

    def fail(self, error: BaseException) -> None:
        """Keep an error instead of a result."""
        self._error = error

    def hand_over(self) -> None:
        """Let the submitting thread go on."""
        self._done.release()

    def wait(self) -> T:
        """Wait for the end of the work; return its result or raise its error."""
        self._done.acquire()
        if self._error is not None:
            raise self._error
        return cast(T, self._result)


class Writer:
    """Runs submitted work on the only connection of this process that writes."""

    def __init__(self, path: Path, busy_timeout: float) -> None:
        self._busy_timeout = busy_timeout
        self._db = connect(path, busy_timeout)
        self._queue: SimpleQueue[_Job[Any] | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._serve, name="store writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Database], T], single: bool = False) -> T:
        """Run `work` within a transaction and return its result once that is on the disk.

        `single` promises that it writes by one statement at most. Whatever `work` raises comes
        back with its own writes undone. StoreBusy if another process keeps the database,
        StoreFailed if the database fails, StoreClosed once closed.
        """
        job = _Job(work, single)
        with self._lock:
            if self._closed:
                raise StoreClosed
            self._queue.put(job)
        return job.wait()

    def close(self) -> None:
        """Finish what was submitted, then end the thread; a second call does nothing more."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _serve(self) -> None:
        while (first := self._queue.get()) is not None:
            batch = [first]
            try:
                self._commit_together(batch)
            except BaseException as problem:
                self._undo()
                for job in batch:
                    job.fail(self._explain(problem))
            for job in batch:
                job.hand_over()
        self._db.close()

    def _undo(self) -> None:
        # On a broken disk even this may fail; the next BEGIN then says so to whoever asks.
        with suppress(sqlite3.Error):
            self._db.rollback()

    def _commit_together(self, batch: list[_Job[Any]]) -> None:
        """Run the batch's job and whatever is queued meanwhile, and commit all of it once.

        Jobs taken from the queue are added to `batch` before they run, so that each gets an
        answer whatever happens.
        """
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            # Whoever queued up behind the lock has waited too.
            batch.extend(self._take(MOST_TOGETHER))
            raise
        self._run(batch[0])
        while len(batch) < MOST_TOGETHER and (more := self._take(1)):
            batch.extend(more)
            self._run(more[0])
        self._db.commit()

    def _take(self, most: int) -> list[_Job[Any]]:
        taken: list[_Job[Any]] = []
        while len(taken) < most:
            try:
                job = self._queue.get_nowait()
            except Empty:
                break
            if job is None:
                # Not a job but the order to stop, which is for the outer loop.
                self._queue.put(None)
                break
            taken.append(job)
        return taken

    def _run(self, job: _Job[Any]) -> None:
        """Run one job and undo it if it fails; raise only if the whole transaction is lost."""
        if not job.single:
            self._db.execute("SAVEPOINT job")
        try:
            job.run(self._db)
        except BaseException as problem:
            if not self._db.conn.in_transaction:
                # SQLite rolled everything back (a full disk): nobody's work was kept.
                raise
            job.fail(self._explain(problem))
            if not job.single:
                self._db.execute("ROLLBACK TO job")
        if not job.single:
            self._db.execute("RELEASE job")

    def _explain(self, problem: BaseException) -> BaseException:
        """Return the error for one submitter, in the store's own words where it is SQLite's."""
        return explain(problem, self._busy_timeout) if isinstance(problem, sqlite3.Error) else problem
