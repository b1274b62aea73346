"""Templates as they were compiled, kept from one start to the next.

What is kept is run as it is found, so it lies in a folder of the server's own, to which nobody else
can write.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket

from referee import __version__

OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


class Compiled(jinja2.FileSystemBytecodeCache):
    """One file for each template; it is compiled anew where its text, Jinja, Python or Referee is
    another, or the file is damaged.
    """

    def get_source_checksum(self, source: str) -> str:
        """What a template was compiled from, and by what."""
        return super().get_source_checksum(f"{jinja2.__version__} {__version__}\n{source}")

    def load_bytecode(self, bucket: Bucket) -> None:
        """Find a template; whatever is wrong with its file, it is compiled instead."""
        try:
            super().load_bytecode(bucket)
        except Exception:
            # A damaged file fails in as many ways as unpickling can.
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template; where the disk is full, it is compiled at the next start as well."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def compiled(folder: Path) -> Compiled | None:
    """What is kept in a folder, made where it is missing; None where others could write to it or
    put another in its place.
    """
    try:
        folder.mkdir(mode=stat.S_IRWXU, exist_ok=True)
        safe = _ours(folder) and _holds_still(folder.parent.resolve())
    except OSError:
        safe = False
    return Compiled(str(folder)) if safe else None


def _ours(folder: Path) -> bool:
    """Whether a folder is one, no link, of this user, closed to others; only systems of the POSIX
    kind can tell.
    """
    found = folder.lstat()
    return (
        os.name == "posix"
        and stat.S_ISDIR(found.st_mode)
        and found.st_uid == os.geteuid()
        and not found.st_mode & OTHERS_WRITE
    )


def _holds_still(folder: Path) -> bool:
    """Whether nobody but this user and the system's can rename what lies in a folder."""
    found = folder.stat()
    return found.st_uid in (0, os.geteuid()) and (
        not found.st_mode & OTHERS_WRITE or bool(found.st_mode & stat.S_ISVTX)
    )
