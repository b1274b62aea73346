"""Three nodes behind nginx, led by the configuration that Referee prints; one of them is killed and
comes back.
"""

from __future__ import annotations

import http.client
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from bench.phone import NAMES, Step, script
from referee.cli import main
from referee.server.nginx import configuration
from referee.store import Store
from tests.support.nginx import checked, proxying
from tests.support.real_server import PATIENCE, RealServer, free_port

LETTERS = ("A", "BD", "C")
KILLED = "BD"
EVENINGS_EACH, SEATS, ENTRIES = 3, 4, 240
GAMES = ("indian-chief", "dream-team", "not-a-pair")
BEFORE, MEANWHILE = 60, 60
"""Entries of every evening before the node is killed, and of each at the others before it comes
back.
"""


@pytest.mark.parametrize(
    "url", ["", "http://example.org/", "https://example.org/", "http://127.0.0.1:8080/referee/"]
)
@pytest.mark.parametrize(
    "nodes",
    [{"A": "127.0.0.1:8001"}, {"A": "10.0.0.1:8000", "BC": "[::1]:8000", "Z": "localhost:9"}],
    ids=len,
)
@pytest.mark.slow
def test_nginx_takes_what_is_printed(tmp_path: Path, nodes: dict[str, str], url: str) -> None:
    # Only root may listen on the port of http.
    sites = configuration(nodes, url).replace("listen 80;", f"listen {free_port()};")
    assert checked(tmp_path, sites) == ""


def test_what_is_printed_names_every_node(capsys: pytest.CaptureFixture[str]) -> None:
    nodes, url = "A=10.0.0.1:8000, BC=10.0.0.2:8001", "http://example.org:81/r"
    assert main(["nginx", "--nodes", nodes, "--url", url]) == 0
    printed = capsys.readouterr().out
    assert re.findall(r"server (10\S+);", printed)[:2] == ["10.0.0.1:8000"] * 2
    assert "listen 81;" in printed
    assert "server_name example.org;" in printed
    assert "location /r/ {" in printed


@pytest.mark.parametrize(
    "nodes",
    [
        "",
        "A",
        "A=10.0.0.1",
        "A=10.0.0.1:80 A=10.0.0.2:80",
        "A=10.0.0.1:80 B",
        "1=10.0.0.1:80",
        "A=10.0.0.1:80;x",
    ],
)
def test_nodes_that_cannot_be_read_are_told(nodes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nginx", "--nodes", nodes]) == 2
    assert "no letter twice" in capsys.readouterr().err


@pytest.mark.parametrize("letters", ["1", "AA", "A B", "あ"])
def test_letters_that_cannot_be_a_nodes_are_told(
    letters: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--node", letters]) == 2
    assert "capitals from A to Z" in capsys.readouterr().err


class Away(Exception):
    """What was asked for does not answer."""


class Phone:
    """A phone that knows the one address alone, and keeps its cookies."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._cookies: dict[str, str] = {}
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, str, bytes]:
        """The status, where it leads, and what came; Away if nobody answered."""
        form = isinstance(body, dict) and "form" in body
        data = urlencode(body["form"]) if form else None if body is None else json.dumps(body)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        headers["Content-Type"] = (
            "application/x-www-form-urlencoded" if form else "application/json"
        )
        try:
            self._connection.request(method, path, data, headers)
            answer = self._connection.getresponse()
            told = answer.read()
        except (OSError, http.client.HTTPException) as away:
            self.close()
            raise Away from away
        if answer.status in (502, 503, 504):
            raise Away
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        led = answer.headers.get("Location", "")
        if answer.status == 307:
            return self.ask(method, led, body)
        return answer.status, led, told

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


@dataclass
class Evening:
    """A phone for each seat, at one table after the other: the host's opens it, the others come by
    typing the code, then by the link.
    """

    port: int
    phones: list[Phone]
    tables: dict[str, dict[int, Step]] = field(default_factory=dict)
    """What was acknowledged at every table, by its code and the revision that it made."""
    links: list[str] = field(default_factory=list)
    waited: Counter[str] = field(default_factory=Counter)
    """How often nobody answered, by the node of the table."""
    broken: list[BaseException] = field(default_factory=list)

    @property
    def code(self) -> str:
        """The code of the newest table."""
        return [*self.tables][-1]

    @property
    def entries(self) -> int:
        """How many entries were acknowledged."""
        return sum(map(len, self.tables.values()))

    def open(self, game: str) -> None:
        """Open a table, at whichever node nginx chooses, and let the others in."""
        seats = [{"name": name} for name in NAMES[:SEATS]]
        body = {"game": game, "seats": seats}
        status, _, told = self._ask(self.phones[0], "POST", "/api/tables", body)
        assert status == 201, told
        found = json.loads(told)
        self.tables[found["code"]] = {}
        self.links += [link.rsplit("/", 1)[1] for link in found["links"].values()]
        seat_link = f"/join/{found['links']['seat'].rsplit('/', 1)[1]}"
        for at, phone in enumerate(self.phones[1:], 2):
            typed = {"form": {"code": self.code.lower()}}
            status, led, _ = self._ask(phone, "POST", "/join", typed)
            assert (status, led) == (303, f"/t/{self.code}/seat")
            assert self._ask(phone, "POST", seat_link, {"form": {"seat": f"s{at}"}})[0] == 303

    def play(self, game: str) -> None:
        """Enter sample games, each step by the phone of its seat, again with the same key where
        nobody answers.
        """
        try:
            for seed in count():
                for seen, step in enumerate(script(game, SEATS, seed), 1):
                    phone = self.phones[int(step.seat[1:]) - 1 if step.seat else 0]
                    body = {"seen": seen, "key": f"k{seen}", "entries": [step.json()]}
                    status, _, told = self._ask(phone, "POST", f"/api/t/{self.code}/moves", body)
                    assert (status, json.loads(told).get("revision")) == (201, seen + 1), told
                    self.tables[self.code][seen + 1] = step
                if self.entries >= ENTRIES:
                    return
                self.open(game)
        except BaseException as problem:
            self.broken.append(problem)

    def _ask(self, phone: Phone, method: str, path: str, body: Any) -> tuple[int, str, bytes]:
        """Ask until somebody answers."""
        ends = time.monotonic() + PATIENCE
        while True:
            try:
                return phone.ask(method, path, body)
            except Away:
                assert time.monotonic() < ends
                # Without a table yet it is the proxy that is still starting.
                if self.tables:
                    self.waited[node_of(self.code)] += 1
                time.sleep(0.05)


def node_of(code: str) -> str:
    return next(letters for letters in LETTERS if code[0] in letters)


def until(reached: Any, evenings: list[Evening]) -> None:
    """Wait for something that playing brings about, as long as nothing breaks."""
    ends = time.monotonic() + 4 * PATIENCE
    while not reached():
        assert [problem for evening in evenings for problem in evening.broken] == []
        assert time.monotonic() < ends
        time.sleep(0.02)


@dataclass
class Nodes:
    """The nodes behind their proxy."""

    port: int
    folders: dict[str, Path]
    servers: dict[str, RealServer]
    start: Any


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[Nodes]:
    port, own = free_port(), {letters: free_port() for letters in LETTERS}
    url = f"http://127.0.0.1:{port}/"
    folders = {letters: tmp_path / letters for letters in LETTERS}
    with ExitStack() as running:

        def start(letters: str) -> RealServer:
            folders[letters].mkdir(exist_ok=True)
            flags = ("--node", letters, "--behind-proxy", "1", "--url", url)
            return running.enter_context(RealServer(folders[letters], own[letters], *flags))

        servers = {letters: start(letters) for letters in LETTERS}
        addresses = {letters: f"127.0.0.1:{own[letters]}" for letters in LETTERS}
        running.enter_context(proxying(tmp_path, configuration(addresses, url)))
        yield Nodes(port, folders, servers, start)


def begun(nodes: Nodes) -> list[Evening]:
    """Evenings at every node; nginx deals new phones out in turn."""
    evenings: list[Evening] = []
    at_each = Counter[str]()
    while min(at_each[letters] for letters in LETTERS) < EVENINGS_EACH:
        evening = Evening(nodes.port, [Phone(nodes.port) for _ in range(SEATS)])
        evening.open(GAMES[len(evenings) % len(GAMES)])
        evenings.append(evening)
        at_each[node_of(evening.code)] += 1
        assert len(evenings) < 10 * len(LETTERS) * EVENINGS_EACH, "some node is never chosen"
    return evenings


def played_with_a_death(nodes: Nodes, evenings: list[Evening]) -> None:
    """Play them all at once; meanwhile one node is killed, and comes back once the others have gone
    on and its own phones have missed it.
    """
    threads = [
        threading.Thread(target=one.play, args=(GAMES[at % len(GAMES)],), daemon=True)
        for at, one in enumerate(evenings)
    ]
    for thread in threads:
        thread.start()
    until(lambda: min(one.entries for one in evenings) >= BEFORE, evenings)
    nodes.servers[KILLED].kill()
    goal = {
        id(one): min(one.entries + MEANWHILE, ENTRIES)
        for one in evenings
        if node_of(one.code) != KILLED
    }
    hit = [one for one in evenings if id(one) not in goal]
    until(
        lambda: all(one.entries >= goal[id(one)] for one in evenings if id(one) in goal), evenings
    )
    until(lambda: all(one.waited or node_of(one.code) != KILLED for one in hit), evenings)
    nodes.start(KILLED)
    until(lambda: not any(thread.is_alive() for thread in threads), evenings)


@pytest.mark.slow
def test_a_node_that_is_killed_stops_no_other_and_loses_nothing(
    nodes: Nodes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evenings = begun(nodes)
    played_with_a_death(nodes, evenings)
    assert {letters for one in evenings for letters in one.waited} == {KILLED}, (
        "a table of another node had to wait, or none of its own"
    )
    assert sum(one.entries for one in evenings) > 2000
    for one in evenings:
        for phone in one.phones:
            status, led, _ = phone.ask("GET", f"/t/{one.code}")
            assert (status, led) in ((200, ""), (303, f"/t/{one.code}/result")), (
                "this phone is not at its table any more"
            )
            # What is over is among the past games.
            known = (phone.ask("GET", path)[2].decode() for path in ("/", "/?played=all"))
            assert any(one.code in page for page in known)
            phone.close()
    for letters, folder in nodes.folders.items():
        assert main(["audit", str(folder / "referee.db"), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["broken"] == []
        with Store(folder / "referee.db") as store:
            assert store.letters() <= set(letters)
            tables = {code: kept for one in evenings for code, kept in one.tables.items()}
            for code in (code for code in tables if node_of(code) == letters):
                stored = [
                    (event.seq, event.kind, event.seat)
                    for event in store.events(store.table_by_code(code).id)
                    if event.type == "move"
                ]
                kept = [(seq, step.kind, step.seat) for seq, step in tables[code].items()]
                assert stored == kept, code
    written = (tmp_path / "error.log", tmp_path / "said", *tmp_path.glob("*/log"))
    said = "".join(path.read_text(errors="replace") for path in written)
    assert not [link for one in evenings for link in one.links if link in said], "a link was logged"
