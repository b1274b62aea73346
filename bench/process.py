"""What the system says of a server's worker, the process that answers: its memory and the
processor's time. Linux only.
"""

from __future__ import annotations

import os
from pathlib import Path

from bench.server import Server

KNOWN = Path("/proc/self/smaps_rollup").exists()
"""Whether this system tells; where not, the figures that need it are left out."""


def worker(server: Server) -> Path:
    """Where the system speaks of the process that answers: the only child of the one that was
    started.
    """
    parent = server.process.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    if len(children) != 1:
        raise RuntimeError(f"One worker was expected, not {len(children)}")
    return Path("/proc", children[0])


def memory(server: Server) -> float:
    """The memory that a server's worker holds, in KiB; shared pages count as far as they are its
    own.
    """
    return _memory(worker(server))


def memory_of_all(server: Server) -> float:
    """The memory of the worker and of the process that started it, in KiB."""
    return _memory(worker(server)) + _memory(Path(f"/proc/{server.process.pid}"))


def _memory(of: Path) -> float:
    lines = (of / "smaps_rollup").read_text().splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("Pss:")))


def processor(server: Server) -> float:
    """The seconds for which a server's worker has used a core."""
    fields = (worker(server) / "stat").read_text().rpartition(")")[2].split()
    user, system = fields[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
