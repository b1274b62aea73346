"""Opening SQLite connections and translating SQLite errors."""

import errno
import sqlite3
import time
from collections.abc import Mapping
from pathlib import Path

from sqlite_utils import Database

from .errors import FailedBy, StoreBusy, StoreError, StoreFailed
from .schema import is_older, migrate

FAILURES: Mapping[int, FailedBy] = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "readonly",
    sqlite3.SQLITE_CANTOPEN: "readonly",
    sqlite3.SQLITE_PERM: "readonly",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}
LOOKED_THROUGH = 64 * 1024 * 1024  # Most bytes verified on opening; a larger file takes too long


def explain(problem: sqlite3.Error, busy_timeout: float) -> StoreError:
    """Translate an SQLite error into StoreBusy or StoreFailed."""
    code = _code(problem)
    error = (
        StoreBusy(busy_timeout)
        if is_busy(problem)
        else StoreFailed(str(problem), FAILURES.get(code, "failed"))
    )
    error.__cause__ = problem
    return error


def _code(problem: BaseException) -> int:
    """SQLite's primary error code, without the extended bits; 0 for any other exception."""
    return (getattr(problem, "sqlite_errorcode", None) or 0) & 0xFF


def is_busy(problem: BaseException) -> bool:
    """Say whether another connection has locked the database."""
    return _code(problem) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def connect(path: Path, busy_timeout: float) -> Database:
    """Open the database: WAL, a sync at every commit, foreign keys, `busy_timeout` seconds.

    Threads may pass the connection on, but only one may use it at a time. It is in autocommit mode:
    only an explicit BEGIN opens a transaction. Raises StoreBusy, StoreFailed.
    """
    try:
        # mode=rw: never create a new file if the old one was removed.
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw",
            uri=True,
            timeout=busy_timeout,
            isolation_level=None,
            check_same_thread=False,
        )
    except sqlite3.Error as problem:
        # For example a directory, or a file this user may not open.
        raise explain(problem, busy_timeout) from problem
    db = Database(connection, execute_plugins=False)
    try:
        _use_wal(db, busy_timeout)
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA foreign_keys=ON")
        # Free pages must not keep a forgotten name.
        db.execute("PRAGMA secure_delete=ON")
    except sqlite3.Error as problem:
        db.close()
        raise explain(problem, busy_timeout) from problem
    return db


def _use_wal(db: Database, patience: float) -> None:
    # SQLite skips its busy handler when a new file's journal mode changes.
    # Two processes that create the file together must therefore retry.
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
    """Open a read-only connection; otherwise as `connect`."""
    db = connect(path, busy_timeout)
    db.execute("PRAGMA query_only=ON")
    return db


def prepare(path: Path, busy_timeout: float) -> None:
    """Create or migrate the database file; raises StoreBusy, StoreFailed, NewerDatabase."""
    # The file holds secret links, so only its owner may read it.
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


def awaits_migration(path: Path, busy_timeout: float) -> bool:
    """Whether `prepare` would migrate a file with content; raises StoreBusy, StoreFailed."""
    db = connect(path, busy_timeout)
    try:
        return is_older(db)
    except sqlite3.Error as problem:
        raise explain(problem, busy_timeout) from problem
    finally:
        db.close()


def _look_through(db: Database, path: Path) -> None:
    if (
        path.stat().st_size <= LOOKED_THROUGH
        and (found := db.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok"
    ):
        raise StoreFailed(str(found), "damaged")
