"""Servers to measure: the application and the floor, both started the way ``make run`` starts the
application.
"""

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

from bench.client import HOST, Client

ROOT = Path(__file__).resolve().parent.parent
FLOOR = ROOT / "bench" / "floor"
START_SECONDS = 60
STOP_SECONDS = 10


@dataclass(frozen=True)
class Server:
    """A server that answers."""

    port: int
    process: subprocess.Popen[bytes]

    def stop(self) -> float:
        """Tell it to stop as Ctrl-C does; the seconds until it had."""
        began = time.perf_counter()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(STOP_SECONDS)
        return time.perf_counter() - began


@contextmanager
def serving(data: Path, app_folder: Path = ROOT) -> Iterator[Server]:
    """Serve the app.py of a folder, with its database in ``data``."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "referee.server.serve",
        "--host",
        HOST,
        "--port",
        str(port),
        "--data",
        str(data),
        "--app",
        "app",
    ]
    # The folder of `-m` comes first on the path, so it decides whose app.py is served.
    # What Python has compiled it keeps, as it does for whoever starts Referee at home.
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": ""}
    data.mkdir(parents=True, exist_ok=True)
    with (
        (data / "server.log").open("wb") as log,
        subprocess.Popen(
            command, cwd=app_folder, env=environment, stdout=log, stderr=log
        ) as process,
    ):
        try:
            wait_until_it_answers(port, process, data / "server.log")
            yield Server(port, process)
        except Exception as problem:
            problem.add_note(
                f"The server printed:\n{(data / 'server.log').read_text(errors='replace')[-2000:]}"
            )
            raise
        finally:
            if process.poll() is None:
                process.terminate()


def wait_until_it_answers(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Return once a page comes; raise RuntimeError with what the server printed if none does."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            client = Client(port)
            client.get("/")
            client.close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"The server did not start:\n{log.read_text(errors='replace')[-2000:]}")


def free_port() -> int:
    """A port nobody is listening on."""
    with socket.create_server((HOST, 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def scratch() -> Iterator[Path]:
    """A directory beside the project, as a temporary one may lie in memory."""
    with tempfile.TemporaryDirectory(dir=ROOT, prefix=".bench-") as directory:
        yield Path(directory)
