"""Servers to measure, started as ``make run`` starts one: their memory, and a slow core."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.phone import HOST, Served

ROOT = Path(__file__).resolve().parent.parent
FLOOR = ROOT / "bench" / "floor"
START_SECONDS, STOP_SECONDS = 60, 10
PERIOD = 10_000
"""Microseconds after which a slow core has its quarter again: short beside what is measured."""


@dataclass(frozen=True)
class Server:
    """A server that answers, and the seconds until its first page."""

    port: int
    process: subprocess.Popen[bytes]
    started: float

    def stop(self) -> float:
        """Tell it to stop as Ctrl-C does; the seconds until it had."""
        began = time.perf_counter()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(STOP_SECONDS)
        return time.perf_counter() - began

    @property
    def processes(self) -> list[int]:
        """The process that was started and the one that answers. Linux only."""
        first = self.process.pid
        return [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]

    @property
    def memory(self) -> float:
        """The megabytes of both; pages that others share count in part. Linux only."""
        told = [Path(f"/proc/{one}/smaps_rollup").read_text() for one in self.processes]
        return sum(float(text.partition("\nPss:")[2].split()[0]) for text in told) / 1024


@contextmanager
def serving(data: Path, app_folder: Path = ROOT) -> Iterator[Server]:
    """The app.py of a folder, with its database in ``data``."""
    with socket.create_server((HOST, 0)) as probe:
        port = int(probe.getsockname()[1])
    told = {"--host": HOST, "--port": str(port), "--data": str(data), "--app": "app"}
    command = [sys.executable, "-m", "referee.server.serve"]
    command += [word for pair in told.items() for word in pair]
    # The folder of `-m` comes first on the path, so it decides whose app.py is served.
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": ""}
    data.mkdir(parents=True, exist_ok=True)
    log = data / "server.log"
    began = time.perf_counter()
    with (
        log.open("wb") as out,
        subprocess.Popen(
            command, cwd=app_folder, env=environment, stdout=out, stderr=out
        ) as process,
    ):
        try:
            _wait(port, process, log)
            yield Server(port, process, time.perf_counter() - began)
        except Exception as problem:
            problem.add_note(f"The server printed:\n{log.read_text(errors='replace')[-2000:]}")
            raise
        finally:
            if process.poll() is None:
                process.terminate()


def _wait(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Return once a page comes; RuntimeError with what the server printed if none does."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        device = Served(port)
        try:
            device.ask("GET", "/")
            return
        except OSError:
            time.sleep(0.01)
        finally:
            device.connection.close()
    raise RuntimeError(f"The server did not start:\n{log.read_text(errors='replace')[-2000:]}")


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder beside the project, as a temporary one may lie in memory."""
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as folder:
        yield Path(folder)


def slow_core() -> Path | None:
    """A control group that has a quarter of a core; None where this user may not make one."""
    older = {"cpu.cfs_period_us": PERIOD, "cpu.cfs_quota_us": PERIOD // 4}
    newer = {"cpu.max": f"{PERIOD // 4} {PERIOD}"}
    for root, told in ((Path("/sys/fs/cgroup/cpu"), older), (Path("/sys/fs/cgroup"), newer)):
        group = root / f"referee-bench-{os.getpid()}"
        try:
            group.mkdir()
        except OSError:
            continue
        try:
            for name, value in told.items():
                (group / name).write_text(str(value))
        except OSError:
            group.rmdir()
        else:
            return group
    return None


def move(server: Server, group: Path) -> None:
    """Let a server use the core of a control group alone."""
    for one in server.processes:
        (group / "cgroup.procs").write_text(str(one))
