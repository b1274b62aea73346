"""The walk itself: a table with its phones, steps drawn from a seed, and the shortest way to what
broke.

``python -m tests.walk [--game GAME] [--first SEED] [--walks N] [--steps N] [--minutes M] [--phones
N] [--http]``
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import shutil
import sqlite3
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import current_app

from app import create_app
from referee.games import GAMES
from referee.kernel.contract import Line
from referee.kernel.history import Event, History
from referee.sample import sample_options
from referee.store.errors import SentAway, StoreError
from referee.store.values import Grant, NewEvent, Role, TableRow
from referee.table_events.calls import open_calls, waiting
from referee.table_events.seats import PHONE, is_closed
from referee.table_events.settings import table_settings
from referee.web.desk.desk import as_event
from referee.web.http import errors
from referee.web.http.rights import Standing, standing
from tests.support.compiled import keep_compiled
from tests.support.real_server import RealServer

from . import laws
from .acts import LINKED
from .addresses import Seen, fitting
from .all_acts import ACTS
from .broken import Broken
from .devices import Answer, Phone
from .elsewhere import Elsewhere
from .over_http import forward

ELSEWHERE = "Quincy"
"""Whoever plays at the group's other table."""
NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fritz", "Gus", "Hal")
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
    "seat": "seat",
    "all": "seat",
    "late": "seat",
    "watch": "watch",
    "code": "watch",
    "lowered": "seat",
    "away": "seat",
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


@dataclass(frozen=True)
class Step:
    """One act, drawn from its own seed, so that it means the same whatever was left out before
    it.
    """

    act: str
    seed: int

    def __str__(self) -> str:
        return f"{self.act}:{self.seed}"


class Walk:
    """One application on an empty database, one table, and the phones around it."""

    def __init__(
        self,
        game: str,
        seed: int,
        phones: int = 1,
        options: Mapping[str, Any] | None = None,
        over_http: bool = False,
    ) -> None:
        self.fixed = dict(options or {})
        self.game, self.seed, self.breadth = GAMES[game], seed, phones
        self.folder = Path(tempfile.mkdtemp(prefix="walk-"))
        self.app = create_app({"DATABASE": str(self.folder / "referee.db"), "RATE_LIMITS": False})
        self.desk, self.store = self.app.extensions["desk"], self.app.extensions["desk"].store
        self.kept = ExitStack()
        if over_http:
            server = self.kept.enter_context(RealServer(self.folder))
            self.app.wsgi_app = forward(server.port)  # type: ignore[method-assign]
        self.site = self.app.url_map.bind("localhost")
        self.rules = [
            rule for rule in self.app.url_map.iter_rules() if "GET" in (rule.methods or ())
        ]
        self.reader = sqlite3.connect(self.folder / "referee.db")
        self.seen, self.opened, self.done, self.keys = Seen(), Counter[str](), 0, 0
        self.fault, self.last = "", None
        self.left: list[tuple[str, str, Mapping[str, Any]]] = []
        self.devices: list[str] = []
        self.phones = {name: self._phone(name, lang, looks) for name, lang, looks in CAST}
        self.app.extensions["walk"] = self
        self._begin(random.Random(f"{game} {seed}"))

    def close(self) -> None:
        """Let go of everything."""
        self.reader.close()
        self.kept.close()
        if "elsewhere" in self.__dict__:
            self.elsewhere.close()
        self.desk.close()
        shutil.rmtree(self.folder)

    # The table

    @property
    def table(self) -> TableRow:
        """The table as it is stored."""
        row: TableRow = self.store.table_by_code(self.code)
        return row

    @property
    def history(self) -> History:
        """The table as it stands."""
        history: History = self.desk.history(self.table)
        return history

    @property
    def closed(self) -> bool:
        """Whether the host ended it early."""
        return is_closed(self.history.table_events)

    @property
    def links(self) -> dict[str, str]:
        """The links of the table, by what they give."""
        row = self.table
        return {"host": row.host_link, "seat": row.seat_link, "watch": row.watch_link}

    @property
    def group_link(self) -> str:
        """The link of the group."""
        return str(self.store.group(self.table.group_id).link)

    def stored(self) -> list[Event]:
        """The events as the database has them."""
        return [as_event(stored) for stored in self.store.events(self.table.id, after=0)]

    def names(self) -> dict[str, str]:
        """The names of the seats."""
        return {row.seat: row.name for row in self.store.seats(self.table.id)}

    def open_calls(self) -> list[int]:
        """The questions that are open."""
        return [call.seq for call in open_calls(self.history.table_events)]

    def stopped(self, history: History) -> bool:
        """Whether nothing can be entered, whatever the game asks."""
        return is_closed(history.table_events) or waiting(history.table_events) is not None

    # The phones

    def standing(self, phone: Phone) -> Standing:
        """What a phone is at this table."""
        if phone.link:
            return (
                "watch"
                if table_settings(self.history.table_events).newcomers == "watch"
                else "player"
            )
        if (grant := self._grant(phone)) is not None:
            return standing(grant.role, grant.let_in)
        cookie = phone.client.get_cookie("device")
        away = self.reader.execute(
            "SELECT away FROM grant_ WHERE device = ? AND table_id = ?",
            (cookie.value if cookie else "", self.table.id),
        )
        return "away" if any(row[0] for row in away.fetchall()) else "stranger"

    def may_enter(self, phone: Phone) -> bool:
        """Whether a phone is one of those that enter."""
        return self.standing(phone) in ("seat", "player", "host")

    def _belongs(self, phone: Phone) -> bool:
        """Whether a phone is one of the group's by another of its tables."""
        cookie = None if phone.link else phone.client.get_cookie("device")
        return bool(cookie) and self.store.in_group(cookie.value, self.table.group_id) is True

    def seat(self, phone: Phone) -> str | None:
        """The seat a phone has claimed."""
        grant = self._grant(phone)
        return grant.seat if grant else None

    def _grant(self, phone: Phone) -> Grant | None:
        cookie = None if phone.link else phone.client.get_cookie("device")
        return self.store.grant_by_code(cookie.value, self.code) if cookie else None

    def state_for(self, phone: Phone) -> Any:
        """What a phone may see of the state."""
        return self.state_of(self.seat(phone))

    def state_of(self, seat: str | None) -> Any:
        """What a seat, or nobody, may see of the state."""
        history = self.history
        return (
            self.game.see(history.state, seat)
            if history.options.get("entry") == "secret"
            else history.state
        )

    def lines_for(self, phone: Phone) -> Sequence[Line]:
        """The lines a phone may see."""
        return self.game.lines(self.state_for(phone))

    def hidden_from(self, phone: Phone, address: str) -> Iterator[tuple[str, str]]:
        """What a phone must not be told, with its name; whoever has a link already may be told it,
        and the group's link tells of the group.
        """
        found, links, group = self.standing(phone), self.links, self.group_link
        hidden = {"the host's link": links["host"]} if found != "host" else {}
        if found not in ("host", "player"):
            hidden |= {"the link to enter": links["seat"]}
        if found not in ("host", "player") and group not in address and not self._belongs(phone):
            hidden |= {"the group's link": group}
            if not any(ELSEWHERE in name for name in self.names().values()):
                hidden |= {"a name of the group": ELSEWHERE}
        if found in ("stranger", "away"):
            hidden["the link to watch"] = links["watch"]
        return ((name, secret) for name, secret in hidden.items() if secret not in address)

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
        return f"walk-{self.keys}"

    def keep(self, phone: Phone, address: str, **sent: Any) -> Answer:
        """Send something and, where it is accepted, remember it, to be sent again.

        What is refused, as while the table waits for the referee, may be accepted when it is sent
        later.
        """
        answer = phone.send(address, **sent)
        self.last = None if answer.refused else (phone.name, address, sent)
        return answer

    def address(self, endpoint: str, rng: random.Random) -> str | None:
        """An address of an endpoint: one that a page led to, or one with values of this table."""
        if linked := self.seen.links.get(endpoint):
            return rng.choice(list(linked))[1]
        return next((address for found, address in fitting(self, rng) if found == endpoint), None)

    def hear(self, answer: Answer) -> None:
        """Hold an answer to the laws, and note where it leads."""
        if answer.method == "GET" and not answer.refused:
            self.opened[answer.endpoint] += 1
        laws.answered(self, answer)
        self.seen.read(answer)

    def cast(self) -> None:
        """Give every phone its part: who enters, who only watches, who was lowered, who was sent
        away.
        """
        row = self.table
        for name, role in PARTS.items():
            device = self._device(self.phones[name])
            with suppress(SentAway):
                self.store.grant(
                    device,
                    row.id,
                    role,
                    self.history.seats[-1] if name == "seat" else None,
                    let_in=name != "code",
                )
        for name, change, decided in (("lowered", "watches", "watch"), ("away", "away", None)):
            grant = self.store.grant_of(self._device(self.phones[name]), row.id)
            if grant is not None:
                told = (
                    NewEvent(PHONE, data={"phone": grant.number, "change": change}, by="host"),
                    self.key(),
                )
                self.store.decide(row.id, grant.number, decided, told)

    def move_to(self, code: str) -> None:
        """Go on at another table."""
        self.code = code
        self.phones["program"].link = self.links["seat"]
        self.seen.links.clear()

    # The steps

    def step(self, step: Step) -> None:
        """Do one act, then open every address there is, each as another phone."""
        self.done += 1
        self.act(step)
        laws.table_is_sound(self)
        self.open_all(random.Random(step.seed))

    def act(self, step: Step) -> None:
        """Do one act."""
        ACTS[step.act][1](self, random.Random(step.seed))

    def open_all(self, rng: random.Random) -> None:
        """Open every address that fits; nothing is stored by that."""
        before, names = self._snapshot(), list(self.phones)
        for at, (_endpoint, address) in enumerate(
            [one for one in fitting(self, rng) if not self._lets_in(*one)]
        ):
            for more in range(self.breadth):
                self.phones[names[(at + self.done + more) % len(names)]].look(address)
        laws.require(self._snapshot() == before, "opening pages changes what is stored", "open_all")

    def _lets_in(self, endpoint: str, address: str) -> bool:
        """Whether an address lets a phone in although it is only opened: some always do, the link
        of a table that is over lets watch.
        """
        if endpoint != "join.by_link":
            return endpoint in WRITES
        link = urlsplit(address).path.rpartition("/")[2]
        try:
            table, _given = self.store.table_by_link(link)
        except StoreError:
            return False
        history: History = self.desk.history(table)
        return is_closed(history.table_events) or history.game.result(history.state) is not None

    def _snapshot(self) -> list[Any]:
        return [self.reader.execute(question).fetchall() for question in STATE]

    def _phone(self, name: str, lang: str, looks: str) -> Phone:
        client = self.app.test_client(use_cookies=name not in LINKED)
        if name not in LINKED:
            client.set_cookie("lang", lang)
            client.set_cookie("looks", looks)
        return Phone(
            name, client, self.site, self.hear, self.standing, lag=1 if name == "late" else 0
        )

    def _device(self, phone: Phone) -> str:
        cookie = phone.client.get_cookie("device")
        if cookie is None:
            made: str = self.store.new_device()
            phone.client.set_cookie("device", made)
            self.devices.append(made)
            return made
        return cookie.value

    def _begin(self, rng: random.Random) -> None:
        info = self.game.info
        seats = rng.randint(*info.seats)
        names = [{"name": name} for name in NAMES[:seats]]
        ids = [f"s{at + 1}" for at in range(seats)]
        options = sample_options(info, ids, rng) if rng.random() < 0.6 else {}
        host = self.phones["host"]
        self._device(host)
        body = {
            "game": info.id,
            "seats": names,
            "edition": rng.choice(sorted(info.editions)),
            "options": json.loads(json.dumps(options | self.fixed)),
        }
        response = host.client.post("/api/tables", json=body)
        assert response.status_code == 201, response.get_json()
        self.move_to(response.get_json()["code"])
        others = [(seat, f"{ELSEWHERE} {at}", None) for at, seat in enumerate(ids)]
        self.desk.open(info.id, others, {}, "page", self.table.group_id)
        self.cast()


def _noted(error: Exception) -> None:
    """Keep the traceback of a fault inside a walk, which no answer tells."""
    walking = current_app.extensions.get("walk")
    if walking is None:
        _LOGGED(error)
    else:
        walking.fault = "".join(traceback.format_exception(error))


_LOGGED = errors.log
errors.log = _noted


def steps_of(game: str, seed: int, count: int) -> list[Step]:
    """The steps of a seed."""
    rng = random.Random(f"{game} {seed} steps")
    names, weights = list(ACTS), [weight for weight, _act in ACTS.values()]
    return [Step(rng.choices(names, weights)[0], rng.randrange(2**32)) for _ in range(count)]


def walk(
    game: str,
    seed: int,
    steps: Sequence[Step],
    phones: int = 1,
    opened: Counter[str] | None = None,
    over_http: bool = False,
) -> tuple[int, Broken] | None:
    """Walk the steps: nothing, or how many were done when a law broke, and which."""
    walking = Walk(game, seed, phones, over_http=over_http)
    try:
        for step in steps:
            walking.step(step)
    except Broken as broken:
        return walking.done, broken
    finally:
        if opened is not None:
            opened.update(walking.opened)
        walking.close()
    return None


def shrunk(
    game: str, seed: int, steps: Sequence[Step], broken: Broken, phones: int = 1, tries: int = 60
) -> list[Step]:
    """The shortest way found to the same broken law: pieces of the steps are left out, larger ones
    first.
    """
    kept, size = list(steps), max(1, len(steps) // 2)
    while size and tries:
        at = 0
        while at < len(kept) and tries:
            fewer = kept[:at] + kept[at + size :]
            tries -= 1
            again = walk(game, seed, fewer, phones)
            if again and again[1].name == broken.name:
                kept = fewer[: again[0]]
            else:
                at += size
        size //= 2
    return kept


def report(game: str, seed: int, steps: Sequence[Step], broken: Broken) -> str:
    """What broke, and the way to it."""
    way = " ".join(map(str, steps))
    return (
        f"{broken}\nthe shortest way found, {len(steps)} steps: python -m tests.walk --game {game}"
        f" --first {seed} --way '{way}'"
    )


def main() -> int:
    """Walk as the command line says; 1 if a law broke."""
    parser = argparse.ArgumentParser(prog="python -m tests.walk", description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), action="append")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--walks", type=int, default=1)
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument(
        "--phones", type=int, default=1, help="how many phones open each address after each step"
    )
    parser.add_argument("--way", default="", help="the steps themselves, as a report prints them")
    parser.add_argument("--http", action="store_true", help="by a server of its own")
    parser.add_argument(
        "--minutes", type=float, default=0, help="go on for so long, seed after seed"
    )
    parser.add_argument("--keep-on", action="store_true", help="do not shrink")
    asked = parser.parse_args()
    keep_compiled()
    failed, asked_for, ends = 0, Counter[str](), time.monotonic() + 60 * asked.minutes
    seeds = (
        itertools.count(asked.first)
        if asked.minutes
        else range(asked.first, asked.first + asked.walks)
    )
    for seed, game in ((seed, game) for seed in seeds for game in asked.game or GAMES):
        if asked.minutes and time.monotonic() > ends:
            break
        way = [
            Step(act, int(number)) for act, number in (one.split(":") for one in asked.way.split())
        ]
        steps = way or steps_of(game, seed, asked.steps)
        found = walk(game, seed, steps, asked.phones, asked_for, asked.http)
        failed += found is not None
        if found:
            shorter = steps[: found[0]]
            if not asked.keep_on:
                shorter = shrunk(game, seed, shorter, found[1], asked.phones)
            print(
                f"--- {game}, seed {seed}, step {found[0]}",
                report(game, seed, shorter, found[1]),
                sep="\n",
                flush=True,
            )
    print(f"{asked_for.total()} pages opened, {failed} walks broke")
    return min(1, failed)
