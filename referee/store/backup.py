"""Back up the database file while it is in use, and restore a file in its place."""

import os
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from .connect import explain
from .errors import StoreFailed

STAMP = "%Y%m%d-%H%M%S"
STAMPED = f"-{'[0-9]' * 8}-{'[0-9]' * 6}"
BUSY_SECONDS = 5.0


def copy(source: Path, target: Path) -> None:
    """Copy and verify a live database, or leave no copy; raises StoreFailed, StoreBusy, OSError."""
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    target.unlink(missing_ok=True)
    target.touch(mode=0o600)
    try:
        with (
            closing(sqlite3.connect(source, timeout=BUSY_SECONDS)) as own,
            closing(sqlite3.connect(target)) as made,
        ):
            own.backup(made)
            found = made.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as problem:
        target.unlink()
        raise explain(problem, BUSY_SECONDS) from problem
    if found != "ok":
        target.unlink()
        raise StoreFailed(str(found), "damaged")


def stamped(source: Path, folder: Path, at: datetime) -> Path:
    """Return the path of a copy made at `at`."""
    return folder / f"{source.stem}-{at.strftime(STAMP)}{source.suffix}"


def copies(source: Path, folder: Path) -> list[Path]:
    """Return a file's copies in a folder, oldest first."""
    return sorted(folder.glob(f"{source.stem}{STAMPED}{source.suffix}"))


def replace(database: Path, new: Path, aside: Path) -> None:
    """Swap in a new database file and move the old one to `aside`; raises StoreBusy if in use."""
    try:
        with closing(sqlite3.connect(database, timeout=0)) as own:
            # Locks the file exclusively and moves the write-ahead log into it.
            own.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as problem:
        raise explain(problem, 0) from problem
    os.rename(database, aside)
    os.rename(new, database)
