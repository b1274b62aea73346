"""What Typst makes of a source or finds in it, in a process of its own: it keeps memory with each sheet, and the tests set thousands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from multiprocessing import get_context
from multiprocessing.pool import Pool
from typing import Any

import typst

from referee.web.paper import typeset
from referee.web.paper import typst as paper

SHEETS = 64
"""After so many the process is another one."""


@cache
def _elsewhere() -> Pool:
    return get_context("spawn").Pool(1, maxtasksperchild=SHEETS)


def _asked(source: str, inputs: dict[str, str], how: str, told: Mapping[str, Any]) -> Any:
    compiler = typst.Compiler(source.encode(), root=paper.HOME, font_paths=typeset.fonts(paper.FONTS_FOLDER), sys_inputs=inputs)
    return getattr(compiler, how)(**told)


def compiled(source: str, inputs: dict[str, str], **told: Any) -> Any:
    """The only page, or a list of several."""
    return _elsewhere().apply(_asked, (source, inputs, "compile", told))


def queried(source: str, inputs: dict[str, str], **told: Any) -> str:
    """What a query finds, as JSON."""
    found: str = _elsewhere().apply(_asked, (source, inputs, "query", told))
    return found
