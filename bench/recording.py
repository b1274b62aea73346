"""What five phones at one table ask while a whole game is entered: recorded once by phones that do
what their pages say, then replayed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import Any, Protocol
from urllib.parse import urlencode

from lxml import html

from bench.client import Answer
from bench.inside import Inside, application
from bench.play import FRAGMENT, NAMES, Step, expect, script
from referee.games import GAMES

PHONES = 5
ENTRIES = 10
WOKEN = 3
"""After so many entries every phone is taken up again and asks whether something is new."""
OPENED = 5
"""After so many entries one phone, by turns, opens its page anew."""
GZIP = {"Accept-Encoding": "gzip"}
PART = {**FRAGMENT, **GZIP}
CODE = "{code}"
LINK = re.compile(rb"/join/([\w-]{16,})")
SEEN = re.compile(rb'name="seen" value="(\d+)"')
LISTENS = '//*[contains(@hx-trigger, "news from:body")][not(contains(@class, "beside-parts"))]'


class Device(Protocol):
    """A phone that asks, of whatever server."""

    def ask(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str] | None = ...,
        body: bytes = ...,
        kind: str = ...,
    ) -> Answer:
        """Send a request; its answer."""


@dataclass(frozen=True)
class Ask:
    """One request: by which phone, why (a ``tap``, an ``entry``, a ``page`` after it, ``more``),
    and what it sends.
    """

    phone: int
    why: str
    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True)
class Evening:
    """All requests of a game in their order, and how many entries were made."""

    entries: int
    asked: tuple[Ask, ...]


class Pages:
    """A phone's page: what its form holds, and what it asks at news."""

    def __init__(
        self, ask: Callable[[str, str, str, Mapping[str, str], bytes], Answer], code: str
    ) -> None:
        self._ask, self._table = ask, f"/t/{code}"
        self.fields: dict[str, list[str]] = {}
        self.listens: tuple[str, str] = ("GET", self._table)
        self.shown = 0
        self.rows = False

    def asked(
        self, why: str, method: str, path: str, fields: Mapping[str, Iterable[str]] | None = None
    ) -> None:
        """Ask as HTMX does, follow where it leads, and take what comes."""
        headers = {**PART, "Shown": str(self.shown)}
        answer = self._ask(why, method, path, headers, urlencode(fields or {}, doseq=True).encode())
        while leads := answer.header("location") or answer.header("hx-redirect"):
            headers = headers if answer.status == 303 else GZIP
            answer = self._ask("page", "GET", leads, headers, b"")
        expect(answer, 200)
        self._take(answer)

    def _take(self, answer: Answer) -> None:
        if b'id="page"' not in answer.body:
            if seen := SEEN.search(answer.body):
                self.fields["seen"] = [seen[1].decode()]
            return
        page = html.document_fromstring(answer.body.decode())
        self.fields = {}
        for one in page.xpath('//form[@id="entry"]//input[@name]'):
            if one.get("type") not in ("checkbox", "radio") or one.get("checked") is not None:
                self.fields.setdefault(one.get("name"), []).append(one.get("value", ""))
        self.shown = int(page.xpath("string(//*[@id='page']/@data-revision)") or 0)
        waits = page.xpath(LISTENS)
        self.rows = bool(page.xpath('//*[@id="rows"]'))
        if waits:
            self.listens = (
                ("POST", waits[0].get("hx-post"))
                if waits[0].get("hx-post")
                else ("GET", waits[0].get("hx-get"))
            )

    def news(self) -> None:
        """Somebody else has entered something."""
        method, path = self.listens
        self.asked(
            "page", method, path, {**self.fields, **self._refresh} if method == "POST" else None
        )

    @property
    def _refresh(self) -> dict[str, list[str]]:
        return {"refresh": ["1"]} if self.rows else {}

    def enter(self, step: Step) -> None:
        """Open what is to be answered, tap one thing after the other, and record."""
        if not self._asks(step):
            self.asked("more", "GET", f"{self._table}?go=1")
        if not self._asks(step):
            self.asked(
                "more",
                "GET",
                f"{self._table}?{urlencode({'seat': step.seat or '', 'do': step.kind})}",
            )
        ends = f".{step.seat}" if self.rows else ""
        told = (
            dict(self.fields)
            if self.rows
            else {**self.fields, "seat": [step.seat or ""], "kind": [step.kind]}
        )
        for name, value in step.chosen():
            before = told.get(name + ends, []) if isinstance(step.data[name], list) else []
            told[name + ends] = [*filter(None, before), value]
            method, path = self.listens
            if method == "POST":
                self.asked("tap", method, path, {**told, **self._refresh})
        self.asked("entry", "POST", f"{self._table}/entry", told)

    def _asks(self, step: Step) -> bool:
        if "seen" not in self.fields or "key" not in self.fields:
            return False
        return self.rows or (
            self.fields.get("seat", [""])[0] == (step.seat or "")
            and self.fields.get("kind", [step.kind])[0] == step.kind
        )


def seats_of(game: str) -> int:
    """As many as there are phones, or as many as the game takes."""
    least, most = GAMES[game].info.seats
    return max(least, min(most, PHONES))


def steps_of(game: str) -> tuple[Step, ...]:
    """The entries of the first sample game that is no short one."""
    return next(
        steps for seed in count() if len(steps := script(game, seats_of(game), seed)) >= ENTRIES
    )


def seated(game: str, phones: Sequence[Any]) -> str:
    """Open a table at which each phone has a seat as far as there are seats; its code."""
    seats = [{"name": name} for name in NAMES[: seats_of(game)]]
    host, *others = phones
    start = json.dumps({"game": game, "edition": "page", "seats": seats}).encode()
    opened = expect(host.ask("POST", "/api/tables", body=start, kind="application/json"), 201)
    code = opened.header("location").rsplit("/", 1)[1]
    link = LINK.search(expect(host.get(f"/t/{code}/join"), 200).body)
    if link is None:
        raise RuntimeError("No link to join by")
    for at, phone in enumerate(phones, 1):
        if phone in others:
            expect(phone.post_form(f"/join/{link[1].decode()}", []), 303)
        if at <= len(seats):
            expect(phone.post_form(f"/t/{code}/seat", [("seat", f"s{at}")]), 303)
    return code


@cache
def recorded(game: str) -> Evening:
    """An evening of a game, the same at every call."""
    asked: list[Ask] = []
    with application() as app:
        devices = [Inside(app) for _ in range(PHONES)]
        code = seated(game, devices)

        def asks(at: int) -> Callable[[str, str, str, Mapping[str, str], bytes], Answer]:
            def ask(
                why: str, method: str, path: str, headers: Mapping[str, str], body: bytes
            ) -> Answer:
                asked.append(Ask(at, why, method, path.replace(code, CODE), headers, body))
                return devices[at].ask(
                    method,
                    path,
                    {name: value for name, value in headers.items() if name != "Accept-Encoding"},
                    body,
                )

            return ask

        phones = [Pages(asks(at), code) for at in range(PHONES)]
        steps = steps_of(game)
        for phone in phones:
            phone.asked("more", "GET", f"/t/{code}")
        for made, step in enumerate(steps, 1):
            enters = min(int(step.seat[1:]) - 1, PHONES - 1) if step.seat else 0
            phones[enters].enter(step)
            for at, phone in enumerate(phones):
                if at != enters:
                    phone.news()
            if made % WOKEN == 0:
                asked += [Ask(at, "more", "GET", f"/t/{CODE}/rev") for at in range(PHONES)]
            if made % OPENED == 0:
                asked.append(Ask(made // OPENED % PHONES, "more", "GET", f"/t/{CODE}", GZIP))
    return Evening(len(steps), tuple(asked))


def replay(
    evening: Evening,
    code: str,
    phones: Sequence[Any],
    took: Callable[[str, Callable[[], Answer]], Answer],
) -> None:
    """Ask all of it again at another table; ``took`` makes each request, and RuntimeError if one is
    not answered as it should.
    """
    kept: dict[tuple[int, str], str] = {}
    for ask in evening.asked:
        path, whole = ask.path.replace(CODE, code), ask.headers is GZIP
        known = kept.get((ask.phone, path), "") if whole else ""
        headers = {**ask.headers, "If-None-Match": known} if known else ask.headers
        answer = expect(
            took(
                ask.why,
                lambda ask=ask, path=path, headers=headers: phones[ask.phone].ask(
                    ask.method, path, headers, ask.body
                ),
            ),
            200,
            303,
            304,
        )  # type: ignore[misc]
        if whole and answer.status == 200:
            kept[ask.phone, path] = answer.header("etag")
