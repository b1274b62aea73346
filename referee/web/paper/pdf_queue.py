"""The PDF queue: a separate process renders sheets one by one and frees their memory at its end."""

import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

PROGRAM = Path(__file__).with_name("pdf_worker.py")
IDLE_SECONDS = 20.0


class PdfQueue:
    """A process started on demand and restarted after it ends; jobs wait for the one before."""

    def __init__(self, root: Path, fonts: Path, idle: float = IDLE_SECONDS) -> None:
        self._command = [sys.executable, "-I", str(PROGRAM), str(root), str(fonts), str(idle)]
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def render(self, template: str, inputs: Mapping[str, str], fmt: str, ppi: int | None) -> bytes:
        """Render one sheet. RuntimeError: it is invalid; OSError: the process failed."""
        job = (
            json.dumps(
                {"template": template, "inputs": dict(inputs), "fmt": fmt, "ppi": ppi}
            ).encode()
            + b"\n"
        )
        with self._lock:
            # It may just have ended; if so, try once more.
            with suppress(OSError):
                return self._ask(job)
            self._end()
            return self._ask(job)

    def close(self) -> None:
        with self._lock:
            self._end()

    @property
    def pid(self) -> int | None:
        """The process id, or None if it does not run."""
        process = self._process
        return process.pid if process and process.poll() is None else None

    def _ask(self, job: bytes) -> bytes:
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(job)
        process.stdin.flush()
        head = process.stdout.readline()
        told: dict[str, Any] = json.loads(head) if head else {"wrong": "", "size": -1}  # noqa: TID251 - from our own process
        page = process.stdout.read(max(0, told["size"]))
        if len(page) != told["size"]:
            raise OSError("the PDF process ended before its sheet did")
        if told["wrong"]:
            raise RuntimeError(told["wrong"])
        return page

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._end()
            # Its own session, so that Ctrl-C reaches only the server. It ends when its input
            # closes.
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]
        process.kill()
        process.wait()
