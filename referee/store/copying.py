"""Copies of the whole file, made while it is in use, and files put in its place."""

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
    """A copy of one moment of a database, looked through by SQLite, in a folder that is made where
    there is none.

    There is no copy where it fails. StoreFailed, StoreBusy, OSError.
    """
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
    """What a copy of a file is called that is made now."""
    return folder / f"{source.stem}-{at.strftime(STAMP)}{source.suffix}"


def copies(source: Path, folder: Path) -> list[Path]:
    """The copies of a file in a folder, the oldest first."""
    return sorted(folder.glob(f"{source.stem}{STAMPED}{source.suffix}"))


def replace(database: Path, new: Path, aside: Path) -> None:
    """Put a file in the place of a database, which is kept aside; StoreBusy if anybody has it
    open.
    """
    try:
        with closing(sqlite3.connect(database, timeout=0)) as own:
            # Takes the file for itself, and what is not yet in it out of the log beside it.
            own.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as problem:
        raise explain(problem, 0) from problem
    os.rename(database, aside)
    os.rename(new, database)
