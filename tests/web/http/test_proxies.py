"""Behind a proxy: links, cookie, the check of where a request comes from, and limits are those of
who asked it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.web.http.limits import BURST, Guesses
from tests.support.talk import CHIEF

SENT = {
    "X-Forwarded-For": "198.51.100.7",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "cards.example",
}


@pytest.fixture(params=[0, 1])
def proxies(request: pytest.FixtureRequest) -> int:
    """How many proxies are trusted."""
    return int(request.param)


@pytest.fixture
def behind(new_app: Callable[..., Flask], proxies: int) -> FlaskClient:
    """A phone that talks to a server through one proxy."""
    return new_app(PROXIES=proxies, RATE_LIMITS=True).test_client()


def test_links_and_the_cookie_are_those_of_the_address_in_the_browser(
    behind: FlaskClient, proxies: int
) -> None:
    body = {"game": CHIEF, "seats": [{"name": "Ann"}, {"name": "Bo"}]}
    made = behind.post("/api/tables", json=body, headers=SENT)
    assert made.status_code == 201
    assert ("Secure" in made.headers["Set-Cookie"]) == bool(proxies)
    page = behind.get(f"/t/{made.json['code']}/join", headers=SENT).text
    assert ("https://cards.example/" in page) == bool(proxies)
    assert ("http://localhost/" in page) != bool(proxies)


def test_the_page_of_the_proxy_may_send_and_no_other(behind: FlaskClient, proxies: int) -> None:
    def sent(origin: str) -> int:
        headers = {**SENT, "Origin": origin}
        return behind.post("/join", data={"code": "AAAA"}, headers=headers).status_code

    assert (sent("https://cards.example") != 403) == bool(proxies)
    assert sent("https://elsewhere.example") == 403


def test_wrong_codes_are_counted_by_who_guessed(behind: FlaskClient, proxies: int) -> None:
    def guess(address: str) -> None:
        behind.delete_cookie("device")
        headers = {**SENT, "X-Forwarded-For": address}
        wrong = behind.post("/join", data={"code": "ZZZZ"}, headers=headers)
        assert wrong.status_code == 404

    waited: list[float] = []
    behind.application.extensions["guesses"] = Guesses(sleep=waited.append)
    for _ in range(BURST):
        guess("198.51.100.7")
    assert waited == []
    guess("203.0.113.9")
    assert (waited == []) == bool(proxies)
