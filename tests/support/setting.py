"""What Typst makes of a source or finds in it, in a process of its own: it keeps memory with each
sheet, and the tests set thousands.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import count
from multiprocessing import get_context
from typing import Any

import typst

from referee.web.paper import pdf_worker
from referee.web.paper import typst as paper

SHEETS = 32
"""After so many the process is another one."""


class Elsewhere:
    """One process at a time, started again after so many sheets and where it was killed."""

    def __init__(self) -> None:
        self._asked = count()
        self._process: ProcessPoolExecutor | None = None

    def ask(self, *given: Any) -> Any:
        """What the compiler answers there; BrokenProcessPool where the process dies twice."""
        if next(self._asked) % SHEETS == 0:
            self.close()
        try:
            return self._running().submit(_asked, *given).result()
        except BrokenProcessPool:
            self.close()
            return self._running().submit(_asked, *given).result()

    def close(self) -> None:
        """End the process, if there is one."""
        if self._process is not None:
            self._process.shutdown()
            self._process = None

    def _running(self) -> ProcessPoolExecutor:
        self._process = self._process or ProcessPoolExecutor(1, get_context("spawn"))
        return self._process


_elsewhere = Elsewhere()


def _asked(source: str, inputs: dict[str, str], how: str, told: Mapping[str, Any]) -> Any:
    compiler = typst.Compiler(
        source.encode(),
        root=paper.HOME,
        font_paths=pdf_worker.fonts(paper.FONTS_FOLDER),
        sys_inputs=inputs,
    )
    return getattr(compiler, how)(**told)


def compiled(source: str, inputs: dict[str, str], **told: Any) -> Any:
    """The only page, or a list of several."""
    return _elsewhere.ask(source, inputs, "compile", told)


def queried(source: str, inputs: dict[str, str], **told: Any) -> str:
    """What a query finds, as JSON."""
    found: str = _elsewhere.ask(source, inputs, "query", told)
    return found
