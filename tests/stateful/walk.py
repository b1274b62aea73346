"""An application on an empty database, a table of a game, and ten phones around it."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cached_property
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, ClassVar
from unittest import mock
from urllib.parse import urlsplit

from app import create_app
from referee.event import Event
from referee.games import GAMES
from referee.kernel.history import History
from referee.service.seats import PHONE, is_closed
from referee.store.errors import PhoneRemoved, StoreError
from referee.store.values import Role
from referee.web.http import errors
from tools.sample import sample_options

from . import properties
from .acts import LINKED
from .addresses import Seen, fitting
from .devices import Answer, Phone
from .elsewhere import Elsewhere
from .table import ELSEWHERE, Table

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fritz", "Gus", "Hal", "Ida", "Jo")
CAST: tuple[tuple[str, str, str], ...] = (
    ("host", "en", "light"),
    ("seat", "ja", "dark"),
    ("all", "en", "dark"),
    ("late", "ja", "light"),
    ("watch", "en", "light.two"),
    ("code", "ja", "dark"),
    ("lowered", "en", "light"),
    ("away", "en", "dark.letters"),
    ("stranger", "ja", "light"),
    ("program", "en", "light"),
)
PARTS: Mapping[str, Role] = {
    **dict.fromkeys(("seat", "all", "late"), "seat"),
    **dict.fromkeys(("watch", "code"), "watch"),
    **dict.fromkeys(("lowered", "away"), "seat"),
}
STATE = (
    "SELECT * FROM grp",
    "SELECT id, group_id, name FROM person",
    "SELECT * FROM play",
    "SELECT * FROM seating",
    "SELECT device, table_id, role, seat, held, away FROM grant_",
    "SELECT table_id, count(*) FROM event GROUP BY table_id",
)
WRITES = ("groups.watch", "groups.again")
"""Addresses that let a phone in although they are only opened."""


class Walk(Table):
    """One application, one table, and the phones around it."""

    faults: ClassVar[list[Exception]] = []
    """What broke inside, which no answer tells."""
    opened: ClassVar[Counter[str]] = Counter()
    """How often each page was opened."""

    def __init__(self, game: str, rng: Random, options: Mapping[str, Any] | None = None) -> None:
        self.game, self.kept = GAMES[game], ExitStack()
        self.folder = Path(tempfile.mkdtemp(prefix="walk-"))
        self.kept.callback(shutil.rmtree, self.folder)
        self.app = create_app({"DATABASE": str(self.folder / "referee.db"), "RATE_LIMITS": False})
        self.service = self.app.extensions["service"]
        self.store = self.service.store
        self.kept.callback(self.service.close)
        self.site = self.app.url_map.bind("localhost")
        self.reader = sqlite3.connect(self.folder / "referee.db")
        self.kept.callback(self.reader.close)
        self.seen, self.keys = Seen(), 0
        self.last: tuple[str, str, Any] | None = None
        self.left: list[tuple[str, str, Mapping[str, Any]]] = []
        self.devices: list[str] = []
        self.faults.clear()
        self.kept.enter_context(mock.patch.object(errors, "log", self.faults.append))
        self.phones = {name: self._phone(name, lang, looks) for name, lang, looks in CAST}
        self._begin(rng, options or {})

    def close(self) -> None:
        """Let go of everything."""
        self.kept.close()

    @cached_property
    def elsewhere(self) -> Elsewhere:
        """Another server, made when something first moves there."""
        return Elsewhere(self.folder, self)

    def newcomer(self) -> Phone:
        """A phone that was never here."""
        phone = self._phone("newcomer", "en", "light")
        self._device(phone)
        return phone

    def key(self) -> str:
        """An idempotency key that was not used yet."""
        self.keys += 1
        return f"key-{self.keys}"

    def keep(self, phone: Phone, address: str, **sent: Any) -> Answer:
        """Send something and, where it is accepted, remember it, to be sent again.

        What is refused, as while the table waits for the referee, may be accepted when it is sent
        later.
        """
        answer = phone.send(address, **sent)
        self.last = None if answer.refused else (phone.name, address, sent)
        return answer

    def address(self, endpoint: str, rng: Random) -> str | None:
        """An address of an endpoint: one that a page led to, or one with values of this table."""
        if linked := self.seen.links.get(endpoint):
            return rng.choice(list(linked))[1]
        return next((address for found, address in fitting(self, rng) if found == endpoint), None)

    def hear(self, answer: Answer) -> None:
        """Hold an answer to the properties, and note where it leads."""
        if answer.method == "GET" and not answer.refused:
            self.opened[answer.endpoint] += 1
        properties.answered(self, answer)
        self.seen.read(answer)

    def cast(self) -> None:
        """Give every phone its part: who enters, who only watches, who was lowered, who was sent
        away.
        """
        row = self.table
        for name, role in PARTS.items():
            device = self._device(self.phones[name])
            seat = self.history.seats[-1] if name == "seat" else None
            with suppress(PhoneRemoved):
                self.store.grant(device, row.id, role, seat, let_in=name != "code")
        for name, change, decided in (("lowered", "watches", "watch"), ("away", "away", None)):
            grant = self.store.grant_of(self._device(self.phones[name]), row.id)
            if grant is not None:
                data = {"phone": grant.number, "change": change}
                told = (Event(0, PHONE, data=data, by="host"), self.key())
                self.store.decide(row.id, grant.number, decided, told)

    def move_to(self, code: str) -> None:
        """Go on at another table."""
        self.code = code
        self.phones["program"].link = self.links["seat"]
        self.seen.links.clear()

    def open_all(self, rng: Random) -> None:
        """Open every address that fits, each as another phone; nothing is stored by that."""
        before, phones = self._stored_rows(), list(self.phones.values())
        rng.shuffle(phones)
        found = [address for _endpoint, address in fitting(self, rng)]
        for address, phone in zip(found, cycle(phones), strict=False):
            if not self._lets_in(address):
                phone.look(address)
        assert self._stored_rows() == before, "opening pages changes what is stored"

    def _lets_in(self, address: str) -> bool:
        """Whether an address lets a phone in although it is only opened: some always do, the link
        of a table that is over lets watch.
        """
        endpoint, values = self.site.match(urlsplit(address).path, method="GET")
        if endpoint != "join.by_link":
            return endpoint in WRITES
        try:
            table, _given = self.store.table_by_link(values["link"])
        except StoreError:
            return False
        history: History = self.service.history(table)
        return is_closed(history.table_events) or history.game.result(history.state) is not None

    def _stored_rows(self) -> list[Any]:
        return [self.reader.execute(question).fetchall() for question in STATE]

    def _phone(self, name: str, lang: str, looks: str) -> Phone:
        client = self.app.test_client(use_cookies=name not in LINKED)
        if name not in LINKED:
            client.set_cookie("lang", lang)
            client.set_cookie("looks", looks)
        return Phone(
            name, client, self.site, self.hear, self.access_level_of, lag=1 if name == "late" else 0
        )

    def _device(self, phone: Phone) -> str:
        cookie = phone.client.get_cookie("device")
        if cookie is None:
            made: str = self.store.new_device()
            phone.client.set_cookie("device", made)
            self.devices.append(made)
            return made
        return cookie.value

    def _begin(self, rng: Random, fixed: Mapping[str, Any]) -> None:
        info = self.game.info
        seats = rng.randint(*info.seats)
        names = [{"name": NAMES[at]} for at in range(seats)]
        ids = [f"s{at + 1}" for at in range(seats)]
        options = sample_options(info, ids, rng) if rng.random() < 0.6 else {}
        host = self.phones["host"]
        self._device(host)
        body = {
            "game": info.id,
            "seats": names,
            "edition": rng.choice(sorted(info.editions)),
            "options": json.loads(json.dumps(options | fixed)),
        }
        response = host.client.post("/api/tables", json=body)
        assert response.status_code == 201, response.get_json()
        self.move_to(response.get_json()["code"])
        others = [(seat, f"{ELSEWHERE} {at}", None) for at, seat in enumerate(ids)]
        self.service.open(info.id, others, {}, "page", self.table.group_id)
        self.cast()


@contextmanager
def alike(seed: int) -> Iterator[None]:
    """Codes, links and devices drawn alike from this seed."""
    rng = Random(seed)

    def drawn(size: int) -> str:
        return f"{rng.getrandbits(8 * size):0{2 * size}x}"

    with mock.patch("referee.store.codes.secrets") as secrets:
        secrets.choice, secrets.token_urlsafe, secrets.token_hex = rng.choice, drawn, drawn
        yield
