"""The same requests to both editions, and to that of a browser in both Pythons."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bench.phone import FORM, Answer
from tests.support.asked_alike import URL
from tests.support.site_python import Asked, here, running, there

ANSWERS = "tests.support.asked_alike"
BELOW = urlsplit(URL).path.rstrip("/")
BEGAN, BETWEEN = 1_790_000_000, 7
"""When the first request comes, and the seconds between two."""
OF_BODY = ("Content-Length", "ETag")
"""Headers that are worked out from a body."""
Told = dict[str, Any]


@dataclass(frozen=True)
class Difference:
    """What the editions differ in: a name, what matches it in the page of a server and in that of
    a browser, and in which addresses.
    """

    name: str
    server: str = ""
    browser: str = ""
    at: str = ""


@dataclass(frozen=True)
class Differences:
    """All that the editions may differ in: parts of pages, values of headers, whole addresses.

    Of those the server has none ``browser_only``, and ``of_each`` are answered by each its own way.
    """

    parts: Sequence[Difference]
    headers: Mapping[str, tuple[str, str]]
    browser_only: tuple[str, ...]
    of_each: tuple[str, ...]
    met: set[str] = field(default_factory=set)
    """The names of those that were there."""

    def without(self, path: str, server: Told, browser: Told) -> tuple[Told, Told]:
        """Both answers without what is named."""
        same = server["body"] == browser["body"]
        pairs = enumerate((server, browser))
        left, right = (
            {
                "status": answer["status"],
                "headers": [*self._headers(answer["headers"], at, same)],
                "body": self._body(path, answer["body"], at),
            }
            for at, answer in pairs
        )
        return left, right

    def _headers(self, headers: Sequence[Sequence[str]], at: int, same: bool) -> Iterator[str]:
        for name, value in headers:
            if same or name not in OF_BODY:
                known = self.headers.get(name)
                yield f"{name}: {value.replace(known[at], '…') if known else value}"

    def _body(self, path: str, body: str, at: int) -> str:
        for one in self.parts:
            pattern = (one.server, one.browser)[at]
            if pattern and re.search(one.at, path):
                body, times = re.subn(pattern, "", body)
                self.met.update([one.name] if times else [])
        return body


class Editions:
    """Three applications that are asked the same, as if they were one phone's.

    ``unlike`` has what differed: the edition for a browser answers alike in both Pythons, to the
    byte, and that of a server answers alike but for what is named.
    """

    cookie = ""

    def __init__(self, server: Asked, browser: Asked, site: Asked, named: Differences) -> None:
        self._all, self.named = (server, browser, site), named
        self.unlike: list[str] = []
        self.asked: list[str] = []
        self.seconds: list[tuple[float, ...]] = []

    def ask(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> Answer:
        """The answer of the edition for a browser, once it is compared with the others."""
        path = path if path.startswith(f"{BELOW}/") else BELOW + path
        sent = {"Content-Type": FORM, **(headers or {})}
        sent.pop("Accept-Encoding", None)
        asked = {"method": method, "path": path, "headers": [*sent.items()]}
        self.asked.append(f"{method} {path}")
        asked |= {"body": body.decode("latin-1"), "at": BEGAN + BETWEEN * len(self.asked)}
        for one in self._all:
            one.send(asked)
        answers = [one.take() for one in self._all]
        self.seconds.append(tuple(answer.pop("seconds") for answer in answers))
        self._compare(f"{method} {path} {body[:300]!r}", path.partition("?")[0], *answers)
        own = answers[1]
        return Answer(own["status"], dict(own["headers"]), own["body"].encode("latin-1"), 0.0)

    def _compare(self, what: str, path: str, server: Told, browser: Told, site: Told) -> None:
        self.unlike += unlike(f"Both Pythons, {what}", browser, site)
        if path.endswith(self.named.of_each):
            return
        if not path.startswith(self.named.browser_only):
            without = self.named.without(path, server, browser)
            self.unlike += unlike(f"Server and browser, {what}", *without)
        elif server["status"] != 404:
            self.unlike.append(f"On a server as well: {what}")


def unlike(what: str, one: Told, other: Told) -> Iterator[str]:
    """What is told where two answers are not the same."""
    if one != other:
        parts = [f"  {name}: {parting(one[name], other[name])}" for name in one]
        yield "\n".join([what, *(part for part in parts if not part.endswith(": "))])


def parting(one: Any, other: Any) -> str:
    """The first of their parts in which two values differ; nothing where they are the same."""
    if isinstance(one, str):
        one, other = re.split("(?=<)", one), re.split("(?=<)", other)
    if isinstance(one, list):
        pairs = enumerate(zip(one, other, strict=False))
        at = next((at for at, (left, right) in pairs if left != right), min(len(one), len(other)))
        one, other = one[at : at + 4], other[at : at + 4]
    return "" if one == other else f"{one} / {other}"


@contextmanager
def editions(site: Path, folder: Path, named: Differences) -> Iterator[Editions]:
    """The three applications while the context lasts."""
    commands = {"server": here(ANSWERS), "browser": here(ANSWERS), "site": there(site, ANSWERS)}
    with ExitStack() as stack:
        asked = {}
        for kind, command in commands.items():
            asked[kind] = stack.enter_context(running(command))
            (folder / kind).mkdir()
            # The site's Python has a file system of its own.
            place = "/" if kind == "site" else str(folder / kind)
            edition = "server" if kind == "server" else "browser"
            asked[kind].ask({"edition": edition, "folder": place})
        yield Editions(named=named, **asked)
