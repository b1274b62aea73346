"""Guesses of join codes: counted before they are answered, however many come at once; right ones
come through, links always.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Hashable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.web.http.limits import (
    BURST,
    BURST_OF_ALL,
    BURST_OF_KNOWN,
    EACH,
    MOST_KEPT,
    MOST_WAITING,
    PROVEN,
    Guesses,
    network,
)
from tests.support.talk import CHIEF, DOCTOR, LAWYER, opened_by, send

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
def limited(new_app: Callable[..., Flask], clock: Clock) -> Flask:
    """An application that counts guesses."""
    app = new_app(RATE_LIMITS=True)
    app.extensions["guesses"] = Guesses(True, lambda: clock.now, clock.sleep)
    return app


def test_wrong_codes_at_the_same_moment_count_before_they_are_answered(
    limited: Flask, clock: Clock
) -> None:
    """As many are tried as may be in a row, one more waits, all others are refused; then the right
    one comes through.
    """
    code = opened_by(limited.test_client(), CHIEF)["code"]
    table = limited.extensions["service"].store.table_by_code(code)
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


def test_used_up_guesses_stop_no_link_and_no_phone_that_is_known(
    limited: Flask, clock: Clock
) -> None:
    host = limited.test_client()
    opened = opened_by(host, CHIEF)
    table = limited.extensions["service"].store.table_by_code(opened["code"])
    clock.go.set()
    for at in range(BURST + 3):
        assert limited.test_client().post("/join", data={"code": f"A{at}"}).status_code == 404
    assert clock.slept == [EACH] * 3
    link = opened["links"]["seat"].partition("localhost")[2]
    assert limited.test_client().get(link).status_code == 200
    assert limited.test_client().post(link).status_code == 303
    for _ in range(BURST * 3):
        assert limited.test_client().get(f"/join/{'x' * 24}").status_code == 404
    assert host.post("/join", data={"code": table.join_code}).status_code == 303
    assert host.post("/join", data={"code": table.code}).status_code == 303
    assert clock.slept == [EACH] * 3


@pytest.mark.parametrize(("lang", "said"), [("en", "QR code"), ("ja", "QRコード")])
def test_who_has_to_wait_is_told_another_way(
    limited: Flask, clock: Clock, lang: str, said: str
) -> None:
    here = {"127.0.0.1": BURST}
    for _ in range(BURST):
        limited.extensions["guesses"].begin(here)
    waits = threading.Thread(target=limited.extensions["guesses"].begin, args=(here,))
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
        assert guesses.begin({f"10.0.{at}": BURST})
        clock.now += EACH
    assert len(guesses._due) < 10


def test_so_many_guesses_wait_at_once_and_no_more() -> None:
    """Whoever comes while they wait is refused, as each of them holds a thread."""
    found: list[bool] = []

    def another(_seconds: float) -> None:
        sender: dict[Hashable, int] = {f"10.0.{len(senders)}.1": 1}
        senders.append(sender)
        assert guesses.begin(sender), "the first guess of a sender is free"
        found.append(guesses.begin(sender))

    senders: list[dict[Hashable, int]] = []
    guesses = Guesses(True, lambda: 1000.0, another)
    another(0)
    assert found == [False] + [True] * MOST_WAITING


def test_a_household_is_one_sender() -> None:
    assert network("2001:db8::1") == network("2001:db8::ffff:1") != network("2001:db8:0:1::1")
    customer = network("2001:db8::1", 48)
    assert customer == network("2001:db8:0:ffff::1", 48) != network("2001:db8:1::1", 48)
    assert network("192.168.1.20") != network("192.168.1.21")
    assert network("::ffff:192.168.1.20", 48) == network("192.168.1.20")
    assert network("") == ""


def grown(app: Flask) -> None:
    """All devices are older than they are."""
    app.extensions["service"].store._write(
        lambda db: db.execute("UPDATE device SET at = at - ?", (PROVEN,))
    )


def guess(phone: FlaskClient, at: int, address: str = "192.0.2.7") -> int:
    """Whether a wrong code of this phone was looked up (404), or not (429)."""
    sender = {"REMOTE_ADDR": address}
    return phone.post("/join", data={"code": f"A{at}"}, environ_base=sender).status_code


def new_device(app: Flask) -> FlaskClient:
    """Nothing but a device."""
    phone = app.test_client()
    phone.post(f"/join/{opened_by(phone, CHIEF)['links']['watch'].rsplit('/', 1)[1]}")
    return phone


def entered_at_once(app: Flask) -> FlaskClient:
    """A device that has made an entry, as anybody's can."""
    phone = app.test_client()
    assert send(phone, opened_by(phone, CHIEF), DOCTOR).status_code == 201
    return phone


def old_but_idle(app: Flask) -> FlaskClient:
    """A device that was made an hour ago and has seen its own table since."""
    phone = app.test_client()
    opened_by(phone, CHIEF)
    grown(app)
    return phone


def watcher_of_another(app: Flask) -> FlaskClient:
    """A device that came to somebody's table, where much is played, by its code alone."""
    host, phone = app.test_client(), app.test_client()
    opened = opened_by(host, CHIEF)
    assert send(host, opened, DOCTOR, LAWYER).status_code == 201
    code = app.extensions["service"].store.table_by_code(opened["code"]).join_code
    assert phone.post("/join", data={"code": code}).status_code == 303
    grown(app)
    return phone


MADE = [new_device, entered_at_once, old_but_idle, watcher_of_another]


@pytest.mark.parametrize("made", MADE, ids=lambda made: made.__name__)
def test_devices_made_for_the_purpose_have_no_guesses_of_their_own(
    limited: Flask, clock: Clock, made: Callable[[Flask], FlaskClient]
) -> None:
    clock.go.set()
    phones = [made(limited) for _ in range(3)]
    found = [guess(phones[at % 3], at) for at in range(BURST + 3)]
    assert found == [404] * (BURST + 3)
    assert clock.slept == [EACH] * 3


def test_one_customer_of_a_provider_is_one_sender_whatever_its_addresses(
    limited: Flask, clock: Clock
) -> None:
    clock.go.set()
    for at in range(BURST + 3):
        guess(limited.test_client(), at, f"2001:db8:7:{at:x}::1")
    assert clock.slept == [EACH] * 3


def played(app: Flask) -> FlaskClient:
    """A phone that played here a while ago."""
    phone = app.test_client()
    opened = opened_by(phone, CHIEF)
    assert send(phone, opened, DOCTOR).status_code == 201
    grown(app)
    return phone


def test_strangers_use_up_no_guesses_of_a_phone_that_has_played(
    limited: Flask, clock: Clock
) -> None:
    phones = [played(limited) for _ in range(2)]
    for at in range(BURST):
        guess(limited.test_client(), at)
    for phone in phones:
        assert [guess(phone, at) for at in range(BURST)] == [404] * BURST
    assert clock.slept == []
    clock.go.set()
    assert guess(phones[0], 0) == 404
    assert clock.slept == [EACH]


def test_many_phones_that_have_played_are_one_network(limited: Flask, clock: Clock) -> None:
    clock.go.set()
    phones = [played(limited) for _ in range(BURST_OF_KNOWN // BURST + 1)]
    for phone in phones:
        for at in range(BURST):
            guess(phone, at)
    assert len(clock.slept) == BURST


def test_all_senders_together_have_a_bound_which_keeps_no_phone_out_that_has_played(
    limited: Flask, clock: Clock
) -> None:
    phone = played(limited)
    for at in range(BURST_OF_ALL):
        assert guess(limited.test_client(), at, f"198.51.{at // 10}.7") == 404
    assert clock.slept == []
    clock.go.set()
    assert guess(limited.test_client(), 0, "203.0.113.9") == 404
    assert clock.slept == [EACH]
    assert guess(phone, 0) == 404
    assert clock.slept == [EACH]


def test_a_right_code_is_no_guess(limited: Flask, clock: Clock) -> None:
    """However many of a household come in by it, nobody waits: not they, nor who guesses wrong
    behind them.
    """
    opened = opened_by(limited.test_client(), CHIEF)
    code = limited.extensions["service"].store.table_by_code(opened["code"]).join_code
    for _ in range(BURST * 2):
        assert limited.test_client().post("/join", data={"code": code}).status_code == 303
    for at in range(BURST):
        assert guess(limited.test_client(), at, "127.0.0.1") == 404
    assert clock.slept == []
    clock.go.set()
    assert limited.test_client().post("/join", data={"code": code}).status_code == 303
    assert clock.slept == [EACH], "it comes through all the same"
    assert guess(limited.test_client(), 0, "127.0.0.1") == 404
    assert clock.slept == [EACH], "and what it waited for is given back"
    assert guess(limited.test_client(), 0, "127.0.0.1") == 404
    assert clock.slept == [EACH] * 2
