"""Copying the database while it is in use."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlite_utils import Database


def copy(db: Database, target: Path) -> None:
    """Copy the database as it is now into one new file; FileExistsError if `target` is there.

    The copy grows under another name beside it, so `target` is never half a copy.
    """
    if target.exists():
        raise FileExistsError(f"{target} is there already; give the copy another name.")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(part)) as copied:
            db.conn.backup(copied)
            # The copy inherits write-ahead logging, which would need files beside it.
            copied.execute("PRAGMA journal_mode=DELETE")
        os.replace(part, target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
