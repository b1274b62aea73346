"""Valid requests: every address of the application, the forms and links of its pages, and what
programs send, at tables really played.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from flask import Flask
from lxml import html
from werkzeug.routing import Rule

from referee.games import GAMES, QUESTIONS
from referee.kernel.contract import complete_options
from referee.rulebook import load
from referee.web.rulings.signed_links import signature
from tests.stateful.addresses import linked
from tests.stateful.forms import fill
from tests.support.options import with_option
from tools.sample import Sample, sample_game

from .requests import Asked, Pairs, ask

NAMES = ("Ann", "Bo", "Cy", "Dee", "Eve", "Fay")
MOST_ENTRIES = 14
ANYWHERE = {
    "filename": "entry.css",
    "version": "0123456789ab",
    "lang": "ja",
    "number": 1,
    "seat": "s1",
    "revision": 4,
    "seq": 2,
    "old": "log",
    "name": "lines.csv",
    "sample": "wizard",
    "part": "points",
    "at": 0,
}
SLOW = ("print.filled", "print.blank", "print.asked", "shared.picture", "ask.picture", "join.share")
"""What takes a printing press or a QR code: asked for seldom, as it says little for its time."""


class Table:
    """A table of a game as played by several phones: what they may ask there."""

    def __init__(self, app: Flask, game: str, rng: random.Random) -> None:
        self.app, self.game, self.rng = app, game, rng
        self.found: list[Asked] = []
        least, most = GAMES[game].info.seats
        self.seats = [f"s{at}" for at in range(1, max(least, min(most, rng.choice((2, 3, 4)))) + 1)]
        self.cookie = ""
        secret = game in with_option("entry") and rng.random() < 0.5
        self.options = {"entry": "secret"} if secret else {}
        opened = self.send(
            "/api/tables",
            {
                "game": game,
                "seats": [{"name": name} for name in NAMES[: len(self.seats)]],
                "options": self.options,
            },
        )
        self.code = opened.header("location").rsplit("/", 1)[1]
        self.table = app.extensions["service"].store.table_by_code(self.code)
        self.phones = [
            self.cookie,
            *(self.join(link) for link in (self.table.seat_link, self.table.watch_link)),
            "",
        ]
        self.play()
        self.bring_people_into_every_state()

    @property
    def revision(self) -> int:
        """The newest event."""
        return int(self.app.extensions["service"].store.head(self.table.id))

    def send(self, path: str, body: Any) -> Any:
        """Send JSON as the host, and keep the request."""
        asked = Asked("POST", path, json=body, headers=self._cookies(self.cookie))
        self.found.append(asked)
        answer = ask(self.app, asked)
        self.cookie = self.cookie or cookie_of(answer)
        return answer

    def join(self, link: str) -> str:
        """The cookie of a phone that came by a link."""
        asked = Asked("POST", f"/join/{link}", form=())
        self.found.append(asked)
        return cookie_of(ask(self.app, asked))

    def play(self) -> None:
        """Some entries of a random game, by JSON, with all else that programs may send in
        between.
        """
        game = GAMES[self.game]
        state = game.setup(tuple(self.seats), complete_options(game.info, self.seats, self.options))
        samples: Sequence[Sample] = sample_game(game, state, self.rng)[
            : self.rng.randrange(1, MOST_ENTRIES)
        ]
        base = f"/api/t/{self.code}"
        for at, one in enumerate(samples):
            entry = {
                "kind": one.prompt.kind,
                "seat": one.prompt.seat,
                "data": dict(one.answer),
                "accept": [],
            }
            moves = {"seen": self.revision, "key": f"k{at}", "entries": [entry], "reason": ""}
            self.send(f"{base}/check", {"entries": [entry]})
            self.send(f"{base}/moves", moves)
        self.program(base, entry)

    def program(self, base: str, entry: dict[str, Any]) -> None:
        """Everything else that a program may send, one after the other."""
        for path, body in programs(f"{GAMES[self.game].info.prefix}-1", entry):
            where = f"call/{self.revision}" if path == "settle" else path
            self.send(f"{base}/{where}", body | ({"seen": self.revision} if "seen" in body else {}))
        self.send(f"{base}/undo", {"seen": self.revision, "key": "u", "of": self.revision})
        record = ask(self.app, Asked("GET", f"{base}/record", headers=self._cookies(self.cookie)))
        kind = (("Content-Type", "application/json"),)
        self.found.append(Asked("POST", "/api/check", raw=record.body, headers=kind))

    def bring_people_into_every_state(self) -> None:
        """Another table of the same group, people made one there, parted and forgotten, and what a
        group’s files can be sent as.
        """
        store, link = self.app.extensions["service"].store, self.group
        others = tuple(
            ("name", f"{name}2" if at else name) for at, name in enumerate(NAMES[: len(self.seats)])
        )
        self.post(f"/new/{self.game}/open", ("again", self.code), *others)
        one, *rest = [f"/g/{link}/p/{person.id}" for person in store.everybody(self.table.group_id)]
        for other in rest:
            self.post(f"{one}/merge", ("other", other.rpartition("/")[2]))
        for other in rest[:2]:
            self.post(f"{other}/part")
        self.post(f"{rest[-1]}/forget", ("sure", "yes"))
        self.found.extend(self._asked("GET", where) for where in (one, *rest, f"/g/{link}"))
        self.found.append(self._asked("POST", f"{one}/forget", form=(("sure", "yes"),)))
        record, group = (
            json.loads(ask(self.app, self._asked("GET", path)).body)
            for path in (f"/t/{self.code}/record.json", f"/g/{link}/group.json")
        )
        for told in (
            record,
            [record, group],
            record | {"uid": f"{self.rng.randrange(16**32):032x}"},
        ):
            for path in ("/import", f"/g/{link}/import"):
                self.found.append(self._asked("POST", path, upload=told))
            self.found.append(self._asked("POST", "/api/records", json=told))

    def post(self, path: str, *form: tuple[str, str]) -> None:
        """Send a form as the host, and keep the request."""
        self.found.append(self._asked("POST", path, form=form))
        ask(self.app, self.found[-1])

    @property
    def group(self) -> str:
        """The link of its group."""
        return str(self.app.extensions["service"].store.group(self.table.group_id).link)

    def pages(self) -> Iterator[Asked]:
        """Every address that can be looked at, and the forms and links found there."""
        for rule in self.app.url_map.iter_rules():
            if "GET" in (rule.methods or ()):
                asked = Asked(
                    "GET",
                    self.address(rule),
                    headers=self._cookies(self.rng.choice(self.phones[:3])),
                )
                yield asked
                if rule.endpoint not in SLOW or self.rng.random() < 0.05:
                    yield from self.within(asked)

    def within(self, asked: Asked) -> Iterator[Asked]:
        """What a page lets its reader ask next."""
        answer = ask(self.app, asked)
        if not answer.header("content-type").startswith("text/html") or answer.status >= 400:
            return
        page = html.document_fromstring(answer.body)
        for form in page.iter("form"):
            filled = fill(page, form, self.rng)
            where = urlsplit(urljoin(asked.path, filled.action))
            given = tuple((name, one) for name, values in filled.data.items() for one in values)
            old = tuple(parse_qsl(where.query, keep_blank_values=True))
            got = filled.method == "get"
            yield replace(
                asked,
                method=filled.method.upper(),
                path=where.path,
                query=given if got else old,
                form=None if got else given,
            )
        links = sorted(link for link in set(linked(page, asked.path)) if "?" in link)
        for link in self.rng.sample(links, min(6, len(links))):
            path, _mark, query = link.partition("?")
            yield replace(asked, path=path, query=tuple(parse_qsl(query, keep_blank_values=True)))

    def address(self, rule: Rule) -> str:
        """The address of a rule with what fits this table in its places."""
        known = self.known()
        if rule.rule.startswith("/g/"):
            known["link"] = self.group
        with self.app.test_request_context():
            url = rule.build({name: known.get(name, 1) for name in rule.arguments})
        assert url is not None
        return url[1]

    def known(self) -> dict[str, Any]:
        """What fits this table in the places of an address."""
        rng, people = self.rng, self.app.extensions["service"].store.everybody(self.table.group_id)
        question, clause = rng.choice(QUESTIONS[self.game]).id, rng.choice(load(self.game).clauses)
        return {
            **ANYWHERE,
            "code": self.code,
            "game": self.game,
            "game_id": self.game,
            "clause": clause.id,
            "clause_id": clause.id,
            "question": question,
            "question_id": question,
            "fmt": rng.choice(("svg", "png", "pdf")),
            "seq": rng.randrange(1, self.revision + 1),
            "person": rng.choice(people).id if people else 1,
            "link": rng.choice((self.table.seat_link, self.table.watch_link)),
            "token": signature(self.table, "ruling", ANYWHERE["revision"], 1, "s1"),
        }

    def _asked(self, method: str, path: str, **sent: Any) -> Asked:
        """A request of the host's."""
        return Asked(method, path, headers=self._cookies(self.cookie), **sent)

    def _cookies(self, cookie: str) -> Pairs:
        return (("Cookie", cookie),) if cookie else ()


def programs(clause: str, entry: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What a program may send besides entries: about a clause of the game, and an entry of it."""
    about = {"clause": clause, "option": "", "words": "why"}
    yield "house", {"settings": {"calls": "go", "newcomers": "link"}, "key": "h"}
    yield "call", {**about, "of": 2, "key": "c"}
    yield "settle", {**about, "outcome": "ruled", "value": "", "key": "s"}
    yield "rulings", {**about, "value": "", "withdrawn": False, "key": "r"}
    yield "seen", {"upto": 3}
    yield (
        "amend",
        {"seen": 0, "key": "a", "of": 2, "reason": "misread", "entry": entry, "rewind": True},
    )


def cookie_of(answer: Any) -> str:
    """The device's cookie that came with an answer."""
    return next(
        (
            value.partition(";")[0]
            for name, value in answer.headers
            if name.lower() == "set-cookie" and value.startswith("device=")
        ),
        "",
    )


def of_people(asked: Asked) -> bool:
    """Whether a request is about a group, somebody of it, or a file that is brought in: few
    addresses, each with much behind it.
    """
    return asked.path.startswith(("/g/", "/import", "/api/records"))


def harvest(
    app: Flask, rng: random.Random, games: Iterable[str] = GAMES
) -> list[tuple[Asked, int]]:
    """Requests at a fresh table of each game, each with how often it is to be drawn."""
    tables = [Table(app, game, rng) for game in games]
    return [(asked, _often(asked)) for table in tables for asked in [*table.found, *table.pages()]]


def _often(asked: Asked) -> int:
    if any(mark in asked.path for mark in ("/sheet.", "/print/", "/ruling.", "/join")):
        return 1
    return 12 if asked.method == "GET" else 120 if of_people(asked) else 40
