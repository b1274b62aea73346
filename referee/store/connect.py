"""Connections: how one is opened, and what its errors mean."""

import errno
import sqlite3
import time
from collections.abc import Mapping
from pathlib import Path

from sqlite_utils import Database

from .errors import FailedBy, StoreBusy, StoreError, StoreFailed
from .schema import migrate

FAILURES: Mapping[int, FailedBy] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_CANTOPEN: "readonly",
    sqlite3.SQLITE_PERM: "readonly",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
LOOKED_THROUGH = 64 * 1024 * 1024
"""Bytes up to which a file is looked through when it is opened; a larger one would hold up the
start.
"""


def explain(problem: sqlite3.Error, busy_timeout: float) -> StoreError:
    """Return SQLite's error in the store's own words: StoreBusy or StoreFailed."""
    code = _code(problem)
    error = (
        StoreBusy(busy_timeout)
        if is_busy(problem)
        else StoreFailed(str(problem), FAILURES.get(code, "failed"))
    )
    error.__cause__ = problem
    return error


def _code(problem: BaseException) -> int:
    """SQLite's number for what went wrong, without the details that it adds; 0 if it is none of its
    errors.
    """
    return (getattr(problem, "sqlite_errorcode", None) or 0) & 0xFF


def is_busy(problem: BaseException) -> bool:
    """Say whether another connection has the database."""
    return _code(problem) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def connect(path: Path, busy_timeout: float) -> Database:
    """Open the database: WAL, a sync at every commit, foreign keys, `busy_timeout` seconds.

    The connection may be handed from thread to thread, but only one may use it at a time.
    It is in autocommit mode: a transaction is open only where somebody wrote BEGIN.
    """
    try:
        # Where the file was taken away no new one is made in its place.
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw",
            uri=True,
            timeout=busy_timeout,
            isolation_level=None,
            check_same_thread=False,
        )
    except sqlite3.Error as problem:
        # A folder in its place, or a file that this user may not open.
        raise explain(problem, busy_timeout) from problem
    db = Database(connection, execute_plugins=False)
    try:
        _use_wal(db, busy_timeout)
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA foreign_keys=ON")
        # A forgotten name does not stay in a page that is free.
        db.execute("PRAGMA secure_delete=ON")
    except sqlite3.Error as problem:
        db.close()
        raise explain(problem, busy_timeout) from problem
    return db


def _use_wal(db: Database, patience: float) -> None:
    # SQLite does not ask its busy handler when the journal mode of a new file changes,
    # so two processes that create it together have to be patient by themselves.
    deadline = time.monotonic() + patience
    while True:
        try:
            db.enable_wal()
            return
        except sqlite3.OperationalError as problem:
            if not is_busy(problem) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def connect_to_read(path: Path, busy_timeout: float) -> Database:
    """Open a connection that can only read; as `connect` otherwise."""
    db = connect(path, busy_timeout)
    db.execute("PRAGMA query_only=ON")
    return db


def prepare(path: Path, busy_timeout: float) -> None:
    """Create the database file or bring it up to date; StoreBusy, StoreFailed, NewerDatabase."""
    # The links inside are secrets: a new file is for its owner's eyes only.
    try:
        path.touch(mode=0o600)
    except OSError as problem:
        raise StoreFailed(
            problem.strerror or "", "full" if problem.errno == errno.ENOSPC else "readonly"
        ) from problem
    db = connect(path, busy_timeout)
    try:
        _look_through(db, path)
        migrate(db, path)
    except sqlite3.Error as problem:
        raise explain(problem, busy_timeout) from problem
    finally:
        db.close()


def _look_through(db: Database, path: Path) -> None:
    """StoreFailed if a file of moderate size is damaged anywhere."""
    if (
        path.stat().st_size <= LOOKED_THROUGH
        and (found := db.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok"
    ):
        raise StoreFailed(str(found), "damaged")
