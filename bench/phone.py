"""Phones that enter a game: each does what its page says, over HTTP or inside this process."""

from __future__ import annotations

import gzip
import http.client
import json
import random
import re
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol
from urllib.parse import urlencode, urlsplit

from flask import Flask
from lxml import html
from werkzeug.test import EnvironBuilder, run_wsgi_app

from referee.games import GAMES
from referee.kernel.contract import complete_options
from tests.support.asked_alike import URL
from tests.support.site_python import Asked
from tools.sample import sample_game

HOST = "127.0.0.1"
SECONDS = 30.0
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal")
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
FRAGMENT = {"HX-Request": "true", "Accept-Encoding": "gzip"}
LINK = re.compile(rb"/join/([\w-]{16,})")
BELOW, PREVIEWS = urlsplit(URL).path, 9
SEEN = re.compile(rb'name="seen" value="(\d+)"')
LISTENS = '//*[contains(@hx-trigger, "news from:body")][not(contains(@class, "beside-parts"))]'


@dataclass(frozen=True)
class Answer:
    """An answer, and the seconds it took: on the clock over HTTP, of the processor in process."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float

    def expect(self, *statuses: int) -> Answer:
        """This answer; RuntimeError if its status is another, as then nothing was measured."""
        if self.status not in statuses:
            raise RuntimeError(f"Expected {statuses}, got {self.status}: {self.body[:300]!r}")
        return self


class Device(Protocol):
    """What sends a request and keeps its cookie."""

    @property
    def cookie(self) -> str: ...

    def ask(
        self, method: str, path: str, headers: Mapping[str, str] = ..., body: bytes = ...
    ) -> Answer:
        """The answer."""


class Served:
    """A device on one connection to a server."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self.connection = http.client.HTTPConnection(HOST, port, timeout=SECONDS)
        self.cookie = cookie

    def ask(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> Answer:
        """The answer; a connection that the server closed meanwhile is opened anew."""
        told = {"Content-Type": FORM, **(headers or {}), "Cookie": self.cookie}
        began = time.perf_counter()
        try:
            self.connection.request(method, path, body or None, told)
            found = self.connection.getresponse()
        except ConnectionError:
            self.connection.close()
            self.connection.request(method, path, body or None, told)
            found = self.connection.getresponse()
        whole, seconds = found.read(), time.perf_counter() - began
        self.cookie = (found.headers["Set-Cookie"] or self.cookie).partition(";")[0]
        return Answer(found.status, found.headers, whole, seconds)


class Inside:
    """A device that asks an application of this process."""

    def __init__(self, app: Flask) -> None:
        self._app, self.cookie = app, ""

    def ask(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> Answer:
        """The answer, timed by the processor alone."""
        told = {"Content-Type": FORM, **(headers or {}), "Cookie": self.cookie}
        path, _, query = path.partition("?")
        environ = EnvironBuilder(
            path, method=method, query_string=query, headers=told, data=body
        ).get_environ()
        began = time.process_time()
        parts, status, found = run_wsgi_app(self._app.wsgi_app, environ, buffered=True)
        whole, seconds = b"".join(parts), time.process_time() - began
        self.cookie = found.get("Set-Cookie", self.cookie).partition(";")[0]
        return Answer(int(status[:3]), found, whole, seconds)


class Beside:
    """A device without a server in two Pythons; its seconds are times as long in the second."""

    cookie = ""

    def __init__(self, *pythons: Asked) -> None:
        self._pythons = pythons

    def ask(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes = b""
    ) -> Answer:
        """The answer; a preview writes nothing, so it is asked often and the best time counts."""
        path = path if path.startswith(BELOW) else BELOW + path[1:]
        told = {"Content-Type": FORM, **(headers or {}), "Accept-Encoding": ""}
        sent = {"body": body.decode("latin-1"), "at": time.time()}
        asked = {"method": method, "path": path, "headers": [*told.items()], **sent}
        times = PREVIEWS if path.endswith("/preview") else 1
        found = [[python.ask(asked) for _ in range(times)] for python in self._pythons]
        here, there = (min(one["seconds"] for one in answers) for answers in found)
        last, data = found[1][0], found[1][0]["body"].encode("latin-1")
        return Answer(last["status"], dict(last["headers"]), data, there / here)


@dataclass(frozen=True)
class Step:
    """One entry of a sample game."""

    kind: str
    seat: str | None
    data: Mapping[str, Any]

    def json(self) -> dict[str, Any]:
        """The entry as the API takes it."""
        return {"kind": self.kind, "seat": self.seat, "data": dict(self.data)}

    def chosen(self) -> Iterator[tuple[str, str]]:
        """What is tapped for it, one thing after the other."""
        for name, value in self.data.items():
            if isinstance(value, list):
                yield from ((name, str(item)) for item in value)
            elif value is not None and value is not False:
                yield name, "1" if value is True else str(value)


@lru_cache(maxsize=64)
def script(game_id: str, seats: int, seed: int = 0) -> tuple[Step, ...]:
    """All entries of a sample game."""
    game = GAMES[game_id]
    ids = tuple(f"s{at}" for at in range(1, seats + 1))
    start = game.setup(ids, complete_options(game.info, ids, {}, "page"))
    played = sample_game(game, start, random.Random(seed))
    return tuple(Step(one.prompt.kind, one.prompt.seat, one.answer) for one in played)


def seats_of(game: str, wanted: int = len(NAMES)) -> int:
    """As many seats as are wanted, or as many as the game has."""
    least, most = GAMES[game].info.seats
    return max(least, min(most, wanted))


def open_table(device: Device, game: str, seats: int) -> str:
    """A new table; its code."""
    names = [{"name": name} for name in NAMES[:seats]]
    start = json.dumps({"game": game, "edition": "page", "seats": names}).encode()
    opened = device.ask("POST", "/api/tables", {"Content-Type": JSON}, start).expect(201)
    return opened.headers["Location"].rsplit("/", 1)[1]


def seated(devices: Sequence[Device], game: str) -> str:
    """A new table at which each device has a seat; its code."""
    host, *guests = devices
    code = open_table(host, game, len(devices))
    link = LINK.search(host.ask("GET", f"/t/{code}/join").expect(200).body)
    assert link, "no link to join by"
    for guest in guests:
        guest.ask("POST", f"/join/{link[1].decode()}").expect(303)
    for at, device in enumerate(devices, 1):
        form = urlencode({"seat": f"s{at}"}).encode()
        device.ask("POST", f"/t/{code}/seat", body=form).expect(303)
    return code


@dataclass
class Phone:
    """A phone at a table: what its form holds, what it asks at news, and how long it waited.

    ``waited`` has the seconds of each ``tap`` and each ``page``.
    """

    device: Device
    code: str
    waited: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    fields: dict[str, list[str]] = field(default_factory=dict)
    listens: tuple[str, str] = ("GET", "")
    shown: str = "0"
    rows: bool = False

    def look(self, query: str = "") -> None:
        """Open the table."""
        self._ask("page", "GET", f"/t/{self.code}{query}")

    def news(self) -> None:
        """Somebody else has entered something."""
        method, path = self.listens
        fields = self.fields | ({"refresh": ["1"]} if self.rows else {})
        self._ask("page", method, path, fields if method == "POST" else {})

    def enter(self, step: Step) -> None:
        """Open what is to be answered, tap one thing after the other, and record."""
        if not self._asks(step):
            self.look("?go=1")
        if not self._asks(step):
            self.look("?" + urlencode({"seat": step.seat or "", "do": step.kind}))
        end, told = "", self.fields | {"seat": [step.seat or ""], "kind": [step.kind]}
        if self.rows:
            end, told = f".{step.seat}", dict(self.fields)
        for name, value in step.chosen():
            before = told.get(name + end, []) if isinstance(step.data[name], list) else []
            told[name + end] = [*filter(None, before), value]
            method, path = self.listens
            if method == "POST":
                self._ask("tap", method, path, told | ({"refresh": ["1"]} if self.rows else {}))
        self._ask("page", "POST", f"/t/{self.code}/entry", told)

    def _asks(self, step: Step) -> bool:
        """Whether the page asks for this step."""
        if "seen" not in self.fields or "key" not in self.fields:
            return False
        seat, kind = self.fields.get("seat", [""])[0], self.fields.get("kind", [step.kind])[0]
        return self.rows or (seat == (step.seat or "") and kind == step.kind)

    def _ask(
        self, why: str, method: str, path: str, fields: Mapping[str, Iterable[str]] | None = None
    ) -> None:
        """Ask as HTMX does, follow where it leads, and take what comes."""
        body = urlencode(fields or {}, doseq=True).encode()
        answer = self.device.ask(method, path, FRAGMENT | {"Shown": self.shown}, body)
        seconds = answer.seconds
        while leads := answer.headers.get("Location") or answer.headers.get("HX-Redirect"):
            answer = self.device.ask("GET", leads, FRAGMENT | {"Shown": self.shown})
            seconds += answer.seconds
        self.waited[why].append(seconds)
        self._take(unpacked(answer.expect(200)))

    def _take(self, body: bytes) -> None:
        """Keep what the form holds and what the page listens for."""
        if b'id="page"' not in body:
            if seen := SEEN.search(body):
                self.fields["seen"] = [seen[1].decode()]
            return
        page = html.document_fromstring(body.decode())
        self.fields = {}
        for one in page.xpath('//form[@id="entry"]//input[@name]'):
            if one.get("type") not in ("checkbox", "radio") or one.get("checked") is not None:
                self.fields.setdefault(one.get("name"), []).append(one.get("value", ""))
        self.shown = page.xpath("string(//*[@id='page']/@data-revision)") or "0"
        self.rows = bool(page.xpath('//*[@id="rows"]'))
        for waits in page.xpath(LISTENS)[:1]:
            method = "post" if waits.get("hx-post") else "get"
            self.listens = (method.upper(), waits.get(f"hx-{method}"))


def unpacked(answer: Answer) -> bytes:
    """A body as it was before it was compressed."""
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return gzip.decompress(answer.body) if packed else answer.body


def play(
    devices: Sequence[Device], game: str, at_once: bool, most: int | None = None
) -> list[Phone]:
    """A whole game, or its first entries, by one phone after the other while the others watch.

    After each entry the others ask for their page: ``at_once`` or one by one.
    """
    phones = [Phone(device, seated(devices, game)) for device in devices[:1]]
    phones += [Phone(device, phones[0].code) for device in devices[1:]]
    for phone in phones:
        phone.look()
    with ThreadPoolExecutor(len(phones) if at_once else 1) as others:
        for step in script(game, len(devices))[:most]:
            enters = phones[int(step.seat[1:]) - 1 if step.seat else 0]
            enters.enter(step)
            waiting = [others.submit(phone.news) for phone in phones if phone is not enters]
            for one in waiting:
                one.result()
    return phones
