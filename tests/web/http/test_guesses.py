"""Guesses of join codes: counted before they are answered, however many come at once; right ones come through, links always."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from app import create_app
from referee.web.http.limits import BURST, EACH, MOST_KEPT, Guesses, network
from tests.support.talk import CHIEF

AT_ONCE = 200


class Clock:
    """A clock that only sleep moves on; who sleeps waits for ``go``."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.go = threading.Event()
        self.slept: list[float] = []

    def sleep(self, seconds: float) -> None:
        """Wait to be let go, and note for how long it should have been."""
        self.slept.append(seconds)
        assert self.go.wait(20)
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    """A clock at the disposal of a test."""
    return Clock()


@pytest.fixture
def limited(tmp_path: Path, clock: Clock) -> Iterator[Flask]:
    """An application that counts guesses."""
    app = create_app({"DATABASE": str(tmp_path / "referee.db")})
    app.extensions["guesses"] = Guesses(True, lambda: clock.now, clock.sleep)
    yield app
    app.extensions["desk"].close()


def test_wrong_codes_at_the_same_moment_count_before_they_are_answered(limited: Flask, clock: Clock) -> None:
    """As many are tried as may be in a row, one more waits, all others are refused; then the right one comes through."""
    host = limited.test_client()
    seats = [{"name": name} for name in ("Ann", "Bo", "Cy", "Dee")]
    opened = host.post("/api/tables", json={"game": CHIEF, "seats": seats}).get_json()
    store = limited.extensions["desk"].store
    table = store.table_by_code(opened["code"])
    found: list[int] = []
    gate = threading.Barrier(AT_ONCE)

    def guess(at: int) -> None:
        gate.wait(20)
        found.append(limited.test_client().post("/join", data={"code": f"A{at}"}).status_code)
        if len(found) == AT_ONCE - 1:
            clock.go.set()

    threads = [threading.Thread(target=guess, args=(at,)) for at in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Counter(found) == {404: BURST + 1, 429: AT_ONCE - BURST - 1}
    assert clock.slept == [EACH]
    phone = limited.test_client()
    assert phone.post("/join", data={"code": table.join_code}).status_code == 303
    assert phone.get(f"/t/{table.code}").status_code == 200


def test_used_up_guesses_stop_no_link_and_no_phone_that_is_known(limited: Flask, clock: Clock) -> None:
    host = limited.test_client()
    opened = host.post("/api/tables", json={"game": CHIEF, "seats": [{"name": name} for name in ("Ann", "Bo", "Cy", "Dee")]}).get_json()
    table = limited.extensions["desk"].store.table_by_code(opened["code"])
    clock.go.set()
    for at in range(BURST + 3):
        assert limited.test_client().post("/join", data={"code": f"A{at}"}).status_code == 404
    assert clock.slept == [EACH] * 3
    link = opened["links"]["seat"].partition("localhost")[2]
    assert limited.test_client().get(link).status_code == 200
    assert limited.test_client().post(link).status_code == 303
    assert [limited.test_client().get(f"/join/{'x' * 24}").status_code for _ in range(BURST * 3)] == [404] * BURST * 3
    assert host.post("/join", data={"code": table.join_code}).status_code == 303
    assert host.post("/join", data={"code": table.code}).status_code == 303
    assert clock.slept == [EACH] * 3


@pytest.mark.parametrize(("lang", "said"), [("en", "QR code"), ("ja", "QR コード")])
def test_who_has_to_wait_is_told_another_way(limited: Flask, clock: Clock, lang: str, said: str) -> None:
    for _ in range(BURST):
        limited.extensions["guesses"].begin("127.0.0.1")
    waits = threading.Thread(target=limited.extensions["guesses"].begin, args=("127.0.0.1",))
    waits.start()
    while not clock.slept:
        pass
    answer = limited.test_client().post(f"/join?lang={lang}", data={"code": "CDFG"})
    clock.go.set()
    waits.join()
    assert answer.status_code == 429
    assert said in answer.text
    assert 'value="CDFG"' in answer.text


def test_senders_are_forgotten_once_their_guesses_are_long_past(clock: Clock) -> None:
    guesses = Guesses(True, lambda: clock.now)
    for at in range(MOST_KEPT + 5):
        assert guesses.begin(f"10.0.{at}")
        clock.now += EACH
    assert len(guesses._due) < 10


def test_a_household_is_one_sender() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff:1") != network("2001:db8:0:1::1")
    assert network("192.168.1.20") != network("192.168.1.21")
    assert network("") == ""
