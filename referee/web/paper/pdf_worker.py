"""A process that renders sheets with Typst: JSON lines in; a JSON line and the sheet out.

It ends with its input, when idle, and after ``MOST_SHEETS`` sheets, as Typst's memory grows with
each. ``pdf_queue.py`` restarts it.
"""

import json
import os
import queue
import sys
import threading
from functools import cache
from pathlib import Path

import typst

MOST_SHEETS = 32


@cache
def fonts(folder: Path) -> typst.Fonts:
    """The fonts in a folder; system fonts are ignored."""
    return typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[folder]
    )


def render_line(compiler: typst.Compiler, root: Path, line: bytes) -> tuple[str, bytes]:
    """The error (or "") and the rendered sheet."""
    job = json.loads(line)  # noqa: TID251 - from pdf_queue.py alone
    try:
        page = compiler.compile(
            input=root / job["template"],
            format=job["fmt"],
            ppi=job["ppi"],
            sys_inputs=job["inputs"],
        )
    except (RuntimeError, ValueError) as error:
        return f"{job['template']}: {error}", b""
    return (
        ("", page)
        if isinstance(page, bytes)
        else (f"{job['template']} does not fit on one page", b"")
    )


def main(root: Path, folder: Path, idle: float) -> None:
    """Answer jobs until the input ends, ``idle`` seconds pass, or ``MOST_SHEETS`` are done."""
    jobs: queue.Queue[bytes] = queue.Queue()

    def read() -> None:
        for line in sys.stdin.buffer:
            jobs.put(line)
        jobs.put(b"")

    threading.Thread(target=read, daemon=True).start()
    compiler = typst.Compiler(root=root, font_paths=fonts(folder))
    for _ in range(MOST_SHEETS):
        try:
            line = jobs.get(timeout=idle)
        except queue.Empty:
            return
        if not line:
            return
        wrong, page = render_line(compiler, root, line)
        sys.stdout.buffer.write(
            json.dumps({"wrong": wrong, "size": len(page)}).encode() + b"\n" + page
        )
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]))
    # Exit at once, as a thread waiting for input cannot be joined.
    os._exit(0)
