"""Eight phones hammer one table over HTTP, two of them for each seat: nothing is lost, doubled or
put into another order.
"""

from __future__ import annotations

import http.client
import json
import random
import sqlite3
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from referee.games import GAMES
from referee.kernel.cards import RANKS, SUITS
from referee.kernel.record import load
from tests.support.real_server import RealServer
from tests.support.talk import meld

PHONES, SEATS, ROUNDS = 8, 4, 3
SIZES = {"beggar": 2, "poor": 3, "lawyer": 4, "rich": 5}
DECK = [rank + suit for rank in RANKS for suit in SUITS]
LONGEST = 120.0
FORM = "application/x-www-form-urlencoded"
Stored = tuple[str, str, tuple[str, ...]]


@dataclass
class Caller:
    """One phone: it asks whichever server it happens to reach, and notes what was answered."""

    ports: Sequence[int]
    code: str
    link: str
    seat: str
    rng: random.Random
    cookie: str = ""
    stored: list[tuple[int, Stored]] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)

    def call(
        self, method: str, path: str, body: str | None = None, kind: str = "application/json"
    ) -> tuple[int, str, str]:
        """A request's status, body and cookie."""
        headers = {"Content-Type": kind} if body is not None else {}
        if self.cookie and not path.startswith("/api"):
            headers["Cookie"] = self.cookie
        elif self.link:
            headers["Authorization"] = f"Bearer {self.link}"
        port = self.rng.choice(self.ports)
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
            return answer.status, answer.read().decode(), cookie

    def join(self) -> None:
        """Come in by the link, to enter by forms as a page does."""
        status, _, self.cookie = self.call("POST", f"/join/{self.link}", "", FORM)
        assert status == 303

    def table(self) -> Any:
        """The table as it stands."""
        return json.loads(self.call("GET", f"/api/t/{self.code}")[1])

    def enter(self, seen: int, key: str, kind: str, cards: list[str]) -> tuple[int, int]:
        """Send an entry by the API or as a form; the status and, where it is told, the revision."""
        if self.cookie:
            form = {"seen": seen, "key": key, "seat": self.seat, "queued": 1, "cards": cards}
            sent = urlencode(form, doseq=True)
            return self.call("POST", f"/t/{self.code}/entry", sent, FORM)[0], 0
        body = {"seen": seen, "key": key, "entries": [meld(kind, self.seat, cards)]}
        status, text, _ = self.call("POST", f"/api/t/{self.code}/moves", json.dumps(body))
        return status, json.loads(text).get("revision", 0)

    def play(self) -> None:
        """Enter whenever the seat is asked, until the rounds are over."""
        ends = time.monotonic() + LONGEST
        while (now := self.table())["scene"]["round"] <= ROUNDS:
            assert time.monotonic() < ends, "the rounds never ended"
            if not any(prompt["seat"] == self.seat for prompt in now["prompts"]):
                time.sleep(0.01)
                continue
            kind = self.rng.choice(sorted(SIZES))
            cards = self.rng.sample(DECK, SIZES[kind])
            self._send(now["revision"], f"{self.rng.getrandbits(60)}", kind, cards)

    def _send(self, seen: int, key: str, kind: str, cards: list[str]) -> None:
        """Once, and now and then again as if the answer had been lost."""
        for _ in range(self.rng.choice((1, 1, 2))):
            status, revision = self.enter(seen, key, kind, cards)
            self.answers.append(status)
            if status in (201, 204) and (self.seat, kind, tuple(cards)) not in [
                made for _, made in self.stored
            ]:
                self.stored.append((revision, (self.seat, kind, tuple(cards))))


def opened(port: int) -> Any:
    """A new table of four."""
    seats = [{"name": name} for name in ("Ann", "Bo", "Cy", "Dee")]
    body = json.dumps({"game": "indian-chief", "seats": seats})
    phone = Caller([port], "", "", "", random.Random())
    return json.loads(phone.call("POST", "/api/tables", body)[1])


@pytest.mark.slow
@pytest.mark.parametrize("servers", [1, 2])
def test_eight_phones_hammer_one_table(servers: int, tmp_path: Path) -> None:
    with ExitStack() as stack:
        ports = [stack.enter_context(RealServer(tmp_path)).port for _ in range(servers)]
        table = opened(ports[0])
        link = table["links"]["seat"].rsplit("/", 1)[1]
        phones = [
            Caller(ports, table["code"], link, f"s{1 + at % SEATS}", random.Random(at))
            for at in range(PHONES)
        ]
        for phone in phones[:SEATS]:
            phone.join()
        with ThreadPoolExecutor(PHONES) as threads:
            for done in [threads.submit(phone.play) for phone in phones]:
                done.result()
        _, text, _ = phones[-1].call("GET", f"/api/t/{table['code']}/record")
    record = json.loads(text)
    logged = [
        (event["seat"], event["kind"], tuple(event["data"]["cards"])) for event in record["events"]
    ]
    answers = {status for phone in phones for status in phone.answers}
    assert {201, 204, 409} <= answers <= {201, 204, 409, 422}
    assert sorted(logged) == sorted(made for phone in phones for _, made in phone.stored)
    assert len(logged) == SEATS * ROUNDS
    for phone in phones:
        places = [logged.index(made) for _, made in phone.stored]
        assert places == sorted(places)
        assert all(logged[revision - 2] == made for revision, made in phone.stored if revision)
    history, _ = load(record, GAMES)
    assert history.broken is None
    assert [event["seq"] for event in record["events"]] == list(range(2, len(logged) + 2))
    with sqlite3.connect(tmp_path / "referee.db") as db:
        counted = db.execute("SELECT count(*), max(seq) FROM event").fetchone()
        assert counted == (len(logged) + 1, len(logged) + 1)
