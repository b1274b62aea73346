"""Many phones that wait at once, held by the server as `make run` starts it."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bench.phone import JSON, Served, open_table, script
from bench.servers import Server, serving
from referee.event import Event
from referee.server import serve
from referee.store import Store
from referee.store.subscriptions import POLL_SECONDS
from tests.support.streams import listening, until_told

MANY = 200
CHIEF = "indian-chief"


@pytest.fixture
def server(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    """A running server; the parameter is how many phones may listen."""
    monkeypatch.setenv("REFEREE_PHONES", str(getattr(request, "param", 2 * MANY)))
    with serving(tmp_path) as running:
        yield running


@pytest.fixture
def phone(server: Server) -> Iterator[Served]:
    """A phone that enters at its tables."""
    found = Served(server.port)
    with closing(found.connection):
        yield found


def new_table(phone: Served) -> str:
    return open_table(phone, CHIEF, 4)


def enter(phone: Served, code: str, seen: int = 1) -> int:
    """The next entry of a sample game; the revision that it makes."""
    step = script(CHIEF, 4)[seen - 1]
    body = {"seen": seen, "key": f"k{seen}", "entries": [step.json()]}
    sent = json.dumps(body).encode()
    phone.ask("POST", f"/api/t/{code}/moves", {"Content-Type": JSON}, sent).expect(201)
    return seen + 1


def test_two_hundred_phones_are_told_of_one_entry_and_let_go_at_the_end(
    server: Server, phone: Served
) -> None:
    code = new_table(phone)
    with listening(server.port, phone, [code], MANY) as listeners:
        for seen in (1, 2):
            assert until_told(listeners, enter(phone, code, seen)) == MANY
        assert server.stop() < serve.KILL_SECONDS + 3
        assert all(one.socket.recv(1 << 14) in (b"", b"0\r\n\r\n") for one in listeners)
    assert server.process.returncode == 0


def test_phones_of_other_tables_hear_nothing(server: Server, phone: Served) -> None:
    with listening(server.port, phone, [new_table(phone) for _ in range(5)], 20) as others:
        code = new_table(phone)
        with listening(server.port, phone, [code], 5) as own:
            until_told(own, enter(phone, code))
        # Until the look for what other processes entered has been taken.
        time.sleep(4 * POLL_SECONDS)
        for one in others:
            one.socket.setblocking(False)
            with pytest.raises(BlockingIOError):
                one.socket.recv(1)


def test_another_process_entry_reaches_every_phone(
    server: Server, phone: Served, tmp_path: Path
) -> None:
    code = new_table(phone)
    with (
        Store(tmp_path / "referee.db") as store,
        listening(server.port, phone, [code], 30) as listeners,
    ):
        store.append(store.table_by_code(code).id, 1, [Event(0, "note")], "elsewhere")
        assert until_told(listeners, 2) == 30


def test_pages_are_answered_while_phones_wait(server: Server, phone: Served) -> None:
    code = new_table(phone)
    with listening(server.port, phone, [code], MANY):
        assert phone.ask("GET", f"/t/{code}").status == 200
        other = Served(server.port)
        assert other.ask("GET", "/").status == 200
        refused = other.ask("GET", f"/t/{code}/live")
        other.connection.close()
    assert refused.status == 404
    assert refused.headers["Content-Security-Policy"]


@pytest.mark.parametrize("server", [3], indirect=True)
def test_a_phone_that_hangs_up_leaves_its_place_at_once(server: Server, phone: Served) -> None:
    code = new_table(phone)
    with listening(server.port, phone, [code], 3), pytest.raises(RuntimeError, match="503"):
        stay(server, phone, code, 1)
    for _ in range(3):
        until(lambda: stay(server, phone, code, 3))


def stay(server: Server, phone: Served, code: str, many: int) -> None:
    """Listen for a moment; RuntimeError where there is no place."""
    with listening(server.port, phone, [code], many):
        pass


def until(stays: Callable[[], None], seconds: float = 5) -> None:
    """Try until it goes; the error where it does not within much less than a beat."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            return stays()
        except RuntimeError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)
