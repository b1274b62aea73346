"""The server people really run, in processes of its own: started on a port and a folder, and ended
as one wants.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.support.paths import ROOT

PATIENCE = 60.0


def free_port() -> int:
    """A port nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class RealServer:
    """``python -m referee.server.serve``; as a context it is stopped at the end, whatever became of
    it.
    """

    def __init__(self, data: Path, port: int | None = None, *flags: str) -> None:
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        place = ("--host", "127.0.0.1", "--port", str(self.port), "--data", str(data))
        command = [sys.executable, "-m", "referee.server.serve", *place, *flags]
        with (data / "log").open("a") as log:
            # A session of its own, so that the server and its worker can be killed together.
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdout=log, stderr=log, start_new_session=True
            )

    def __enter__(self) -> RealServer:
        ends = time.monotonic() + PATIENCE
        while True:
            try:
                with urlopen(self.address, timeout=5):
                    return self
            except (URLError, OSError):
                if time.monotonic() > ends or self._process.poll() is not None:
                    self.kill()
                    raise
                time.sleep(0.1)

    def __exit__(self, *_: object) -> None:
        try:
            self.stop()
        except subprocess.TimeoutExpired:
            self.kill()

    def stop(self) -> int:
        """Tell it to end; its exit status. TimeoutExpired if it goes on."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        return self._process.wait(15)

    @property
    def pid(self) -> int:
        """The process that was started."""
        return self._process.pid

    def worker(self) -> int:
        """The process that answers; Linux only."""
        (child,) = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return int(child)

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(15)
