"""The one writer: what many threads submit is put into shared transactions by one of them.

One sync to the disk per entry caps the rate; here everything that is submitted while the
disk is busy goes into the next transaction together and shares its sync. There is no thread
that only writes: whoever comes while nobody leads commits for all who queue up meanwhile,
then lets the first of the rest lead, so that a lone entry wakes nobody.

What is nothing but an insert goes into one statement with all others of its kind: each
statement lets go of the interpreter, and other threads keep it long. Where one row of it is
refused, and for all other work, each piece runs in a savepoint of its own. So one that fails
leaves the others alone, and nobody gets an answer before the transaction that holds their
work is on the disk.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar, cast

from sqlite_utils import Database

from .connect import connect, explain, is_busy
from .errors import StoreClosed

T = TypeVar("T")

MOST_ROWS = 8
"""How many rows one statement takes before it is full: more make no entry faster, and whoever came first waits longer."""
MOST_TOGETHER = 256
"""How many submissions may share one transaction."""

Row = tuple[object, ...]


class Plain(NamedTuple, Generic[T]):
    """Work that is nothing but the insert of a few rows, so that it can share a statement with others: they, and its result."""

    rows: Sequence[Row]
    result: T


class _Job(Generic[T]):
    """A piece of work, and the place where the thread that submitted it waits."""

    __slots__ = ("_error", "_over", "_result", "_turn", "plain", "work")

    def __init__(self, work: Callable[[Database], T], plain: Plain[T] | None) -> None:
        self.work = work
        self.plain = plain
        self._result: T | None = None
        self._error: BaseException | None = None
        self._over = False
        # A bare lock, as the wait is the hot path and an Event costs several times as much.
        self._turn = threading.Lock()
        self._turn.acquire()

    def run(self, db: Database) -> None:
        """Do the work and keep its result, to be handed over once it is committed."""
        self._result = self.work(db)

    def succeed(self) -> None:
        """Keep the result of a plain insert that went in with others."""
        assert self.plain is not None
        self._result = self.plain.result

    def fail(self, error: BaseException) -> None:
        """Keep an error instead of a result."""
        self._error = error

    def hand_over(self) -> None:
        """Let the submitting thread go on, as its work has come to an end."""
        self._over = True
        self._turn.release()

    def lead(self) -> None:
        """Let the submitting thread do its work itself, and that of others."""
        self._turn.release()

    def wait(self) -> bool:
        """Wait for the end of the work, or for the turn to lead; whether it came to its end."""
        self._turn.acquire()
        return self._over

    def result(self) -> T:
        """Return the result of work that came to its end, or raise its error."""
        if self._error is not None:
            raise self._error
        return cast(T, self._result)


class Writer:
    """Runs submitted work on the only connection of this process that writes."""

    def __init__(self, path: Path, busy_timeout: float, insert: Callable[[Database, Sequence[Row]], None]) -> None:
        """Open the connection; `insert` writes rows by one statement, all or none."""
        self._insert = insert
        self._busy_timeout = busy_timeout
        self._db = connect(path, busy_timeout)
        self._queue: deque[_Job[Any]] = deque()
        self._lock = threading.Lock()
        self._idle = threading.Condition(self._lock)
        self._led = False
        self._closed = False

    def submit(self, work: Callable[[Database], T], plain: Plain[T] | None = None) -> T:
        """Run `work` within a transaction and return its result once that is on the disk.

        `plain` is what `work` comes to if no row is refused. Whatever `work` raises comes
        back with its own writes undone. StoreBusy if another process keeps the database,
        StoreFailed if the database fails, StoreClosed once closed.
        """
        job = _Job(work, plain)
        with self._lock:
            if self._closed:
                raise StoreClosed
            self._queue.append(job)
            leads, self._led = not self._led, True
        if leads:
            self._lead()
        else:
            self._await(job)
        return job.result()

    def close(self) -> None:
        """Wait until what was submitted is done, then close; a second call does nothing more."""
        with self._idle:
            self._closed = True
            self._idle.wait_for(lambda: not self._led)
            self._db.close()

    def _await(self, job: _Job[Any]) -> None:
        """Wait until somebody has done the job, or lead when it is this one's turn."""
        try:
            over = job.wait()
        except BaseException:
            # Ctrl-C ends the waiting, but others may be waiting for this one to lead.
            threading.Thread(target=self._await, args=(job,), daemon=True).start()
            raise
        if not over:
            self._lead()

    def _lead(self) -> None:
        """Commit what is queued, the own job first, then let the next one lead or the writer rest."""
        batch: list[_Job[Any]] = []
        try:
            self._commit_together(batch)
        except BaseException as problem:
            self._undo()
            if is_busy(problem):
                # Whoever queued up behind the lock has waited too.
                while self._queue:
                    batch.append(self._queue.popleft())
            for job in batch:
                job.fail(self._explain(problem))
        finally:
            self._hand_on()
            for job in batch:
                job.hand_over()

    def _hand_on(self) -> None:
        with self._lock:
            if self._queue:
                self._queue[0].lead()
            else:
                self._led = False
                if self._closed:
                    self._idle.notify_all()

    def _undo(self) -> None:
        # On a broken disk even this may fail; the next BEGIN then says so to whoever asks.
        with suppress(sqlite3.Error):
            self._db.rollback()

    def _commit_together(self, batch: list[_Job[Any]]) -> None:
        """Run whatever is queued, also meanwhile, and commit all of it once.

        Jobs taken from the queue are added to `batch` before they run, so that each gets an
        answer whatever happens.
        """
        if self._insert_together(batch):
            return
        self._db.execute("BEGIN IMMEDIATE")
        for job in batch:
            self._run(job)
        while self._queue and len(batch) < MOST_TOGETHER:
            batch.append(self._queue.popleft())
            self._run(batch[-1])
        self._db.commit()

    def _insert_together(self, batch: list[_Job[Any]]) -> bool:
        """Take from the queue up to what is no plain insert, and write it by one statement; whether that was all and none refused."""
        rows: list[Row] = []
        while self._queue and len(rows) < MOST_ROWS:
            job = self._queue.popleft()
            batch.append(job)
            if job.plain is None:
                return False
            rows += job.plain.rows
        try:
            self._insert(self._db, rows)
        except sqlite3.IntegrityError:
            return False
        for job in batch:
            job.succeed()
        return True

    def _run(self, job: _Job[Any]) -> None:
        """Run one job and undo it if it fails; raise only if the whole transaction is lost."""
        self._db.execute("SAVEPOINT job")
        try:
            job.run(self._db)
        except BaseException as problem:
            if not self._db.conn.in_transaction:
                # SQLite rolled everything back (a full disk): nobody's work was kept.
                raise
            job.fail(self._explain(problem))
            self._db.execute("ROLLBACK TO job")
        self._db.execute("RELEASE job")

    def _explain(self, problem: BaseException) -> BaseException:
        """Return the error for one submitter, in the store's own words where it is SQLite's."""
        return explain(problem, self._busy_timeout) if isinstance(problem, sqlite3.Error) else problem
