"""The tests' own client: an answer has a status, and a test that does not look at it expects a
page.

An answer of 200 to 299 may be read as it is, and one that leads elsewhere may be left unread. Of
any other the test reads ``status_code``, before or afterwards, or it fails. An answer of 500 or
more fails at once, unless it is awaited: ``with awaiting(503): …``. So *the name is absent* is
never satisfied by an error page.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

FAILURES = range(500, 600)
"""Statuses that say that the server has failed."""
_awaited: set[int] = set()
"""Statuses of 500 and more that may come now."""
_unnamed: dict[int, str] = {}
"""Answers whose status nobody has looked at, by their ids: what was asked, and the status."""


@contextmanager
def awaiting(*statuses: int) -> Iterator[None]:
    """Let these statuses of 500 and more come."""
    before = {*_awaited}
    _awaited.update(statuses)
    try:
        yield
    finally:
        _awaited.intersection_update(before)


def take_unnamed() -> list[str]:
    """Every answer so far whose status nobody has looked at; they are not told again."""
    told = [*_unnamed.values()]
    _unnamed.clear()
    return told


class Answer(TestResponse):
    """An answer that knows whether its status was looked at."""

    named = False

    @property
    def status_code(self) -> int:
        """The status; whoever reads it has named it."""
        self.named = True
        _unnamed.pop(id(self), None)
        return super().status_code

    @status_code.setter
    def status_code(self, code: int) -> None:
        self.status = str(code)

    def get_data(self, as_text: bool = False) -> Any:
        """The body; what leads elsewhere is read for a reason, so its status counts as well."""
        if self.status.startswith("3"):
            self.await_name()
        return super().get_data(as_text)

    def await_name(self) -> None:
        """Fail the test unless it looks at the status of this answer."""
        if not self.named:
            _unnamed[id(self)] = f"{self.request.method} {self.request.path}: {self.status}"


class Client(FlaskClient):
    """One phone, whose answers have to be looked at."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.response_wrapper = type("Answer", (Answer, self.response_wrapper), {})

    def open(self, *args: Any, **more: Any) -> TestResponse:
        """The answer; raises where it is one of 500 or more that nobody awaits."""
        answer = super().open(*args, **more)
        assert isinstance(answer, Answer)
        answer.named = False  # following a redirect looks at the status as well
        code = int(answer.status.split()[0])
        told = f"{answer.request.method} {answer.request.path}: {answer.status}"
        assert code not in FAILURES or code in _awaited, f"{told}, which nobody awaits"
        if code >= 400:
            answer.await_name()
        return answer
