"""Many phones that wait at once, held by the server as `make run` starts it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bench.client import Client
from bench.play import Phone
from bench.server import Server, serving
from bench.streams import listening, until_told
from referee.server import serve
from referee.store import Store
from referee.store.values import NewEvent
from referee.store.watch import POLL_SECONDS

MANY = 200


@pytest.fixture
def server(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    """A running server; the parameter is how many phones may listen."""
    monkeypatch.setenv("REFEREE_PHONES", str(getattr(request, "param", 2 * MANY)))
    with serving(tmp_path) as running:
        yield running


@pytest.fixture
def phone(server: Server) -> Iterator[Phone]:
    """A phone that enters at its tables."""
    found = Phone(server.port, "indian-chief", 4)
    with closing(found.client):
        yield found


def test_two_hundred_phones_are_told_of_one_entry_and_let_go_at_the_end(
    server: Server, phone: Phone
) -> None:
    with listening(server.port, phone, [phone.open_table()], MANY) as listeners:
        for _ in range(2):
            revision = phone.begin_json()
            assert len(until_told(listeners, revision)) == MANY
            phone.finish_json()
        assert server.stop() < serve.KILL_SECONDS + 3
        assert all(one.socket.recv(1 << 14) in (b"", b"0\r\n\r\n") for one in listeners)
    assert server.process.returncode == 0


def test_phones_of_other_tables_hear_nothing(server: Server, phone: Phone) -> None:
    with listening(server.port, phone, [phone.open_table() for _ in range(5)], 20) as others:
        with listening(server.port, phone, [phone.start_again()], 5) as own:
            until_told(own, phone.begin_json())
            phone.finish_json()
        # Until the look for what other processes entered has been taken.
        time.sleep(4 * POLL_SECONDS)
        for one in others:
            one.socket.setblocking(False)
            with pytest.raises(BlockingIOError):
                one.socket.recv(1)


def test_another_process_entry_reaches_every_phone(
    server: Server, phone: Phone, tmp_path: Path
) -> None:
    code = phone.open_table()
    with (
        Store(tmp_path / "referee.db") as store,
        listening(server.port, phone, [code], 30) as listeners,
    ):
        store.append(store.table_by_code(code).id, 1, [NewEvent("note")], "elsewhere")
        assert len(until_told(listeners, 2)) == 30


def test_pages_are_answered_while_phones_wait(server: Server, phone: Phone) -> None:
    code = phone.open_table()
    with listening(server.port, phone, [code], MANY), closing(Client(server.port)) as other:
        assert phone.client.get(f"/t/{code}").status == 200
        assert other.get("/").status == 200
        refused = other.get(f"/t/{code}/live")
    assert refused.status == 404
    assert refused.header("content-security-policy")


@pytest.mark.parametrize("server", [3], indirect=True)
def test_a_phone_that_hangs_up_leaves_its_place_at_once(server: Server, phone: Phone) -> None:
    code = phone.open_table()
    with listening(server.port, phone, [code], 3), pytest.raises(RuntimeError, match="503"):
        stay(server, phone, code, 1)
    for _ in range(3):
        until(lambda: stay(server, phone, code, 3))


def stay(server: Server, phone: Phone, code: str, many: int) -> None:
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
