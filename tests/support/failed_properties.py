"""What a failed property says to whoever makes a game: its own sentence first, and then what was
found, uncut.

``--told FILE`` writes a line of JSON for each, as ``python -m tools check`` reads them, in place
of pytest's own account.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

MOST = 3000
"""How many signs of what was found are shown: enough for a list of words, too few for a page."""


class FailedProperties:
    """A plugin of pytest that hears of every report; with xdist those of the workers come to the
    first process, which ``writes``.
    """

    def __init__(self, file: Path, writes: bool) -> None:
        self.file, self.writes = file, writes

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[Any]
    ) -> Iterator[Any]:
        report = yield
        if report.failed and call.excinfo is not None:
            wants = inspect.getdoc(getattr(item, "function", None)) or ""
            report.user_properties.append(
                ("told", json.dumps({"wants": wants, "said": said(call.excinfo)}))
            )
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            told = dict(report.user_properties).get("told", "{}")
            row = {"wants": "", "said": str(report.longrepr)[-MOST:], **json.loads(str(told))}
            self._write(name_of(report.nodeid), **row)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._write(
                report.nodeid, "Every file of tests can be read.", str(report.longrepr)[-MOST:]
            )

    def _write(self, test: str, wants: str, said: str) -> None:
        if not self.writes:
            return
        row = {"test": test, "wants": wants, "said": said}
        with self.file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


def name_of(nodeid: str) -> str:
    """A test as people read it: its words, and what it was asked of."""
    path, _colons, name = nodeid.rpartition("::")
    test, bracket, asked = name.partition("[")
    return (
        f"{test.removeprefix('test_').replace('_', ' ')}"
        f" ({path}{', ' if bracket else ''}{asked.rstrip(']')})"
    )


def said(found: pytest.ExceptionInfo[BaseException]) -> str:
    """What a failure says: the message of an assertion, and of any other exception also where it
    was raised.
    """
    error = found.value
    text = str(error)[:MOST]
    if isinstance(error, AssertionError):
        return text
    own = [entry for entry in found.traceback if "/referee/" in str(entry.path)]
    place = f"{own[-1].path}:{own[-1].lineno + 1}" if own else ""
    return f"{place}: {type(error).__name__}: {text}"
