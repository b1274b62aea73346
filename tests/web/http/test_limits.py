"""How much one device, and one address, may take, and what it is told then."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.service import disputes
from referee.web.http import limits
from tests.support.talk import CHIEF, Open, error_of
from tests.web.people.test_join import joined

BODY = {"game": CHIEF, "seats": [{"name": "Ann"}, {"name": "Bo"}]}


@pytest.fixture
def limited(new_app: Callable[..., Flask]) -> Flask:
    """An application that counts."""
    return new_app(RATE_LIMITS=True)


def from_afar(phone: FlaskClient) -> FlaskClient:
    """The phone in another room; the server's own machine is not limited."""
    phone.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    return phone


def opens(phone: FlaskClient, number: int, way: str) -> int:
    if way == "page":
        form = {"name": ["Ann", "Bo"], "edition": "page", "key": f"k{number}"}
        return phone.post(f"/new/{CHIEF}/open", data=form).status_code
    return phone.post("/api/tables", json=BODY).status_code


def test_a_device_opens_so_many_tables_in_an_hour_and_an_address_more(
    limited: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TABLES_OF_DEVICE", 4)
    monkeypatch.setattr(limits, "TABLES_OF_ADDRESS", 7)
    phone, other = (from_afar(limited.test_client()) for _ in range(2))
    first = [opens(phone, number, "page" if number % 2 else "program") for number in range(6)]
    assert [status < 400 for status in first] == [True] * 5 + [False]
    assert first[-1] == 429
    assert [opens(other, number, "program") for number in range(3)] == [201, 201, 429]
    refused = other.post("/api/tables?lang=en", json=BODY)
    assert ", or wait" in error_of(refused, 429)["message"]


def test_after_an_hour_more_may_be_done() -> None:
    now = [0.0]
    hourly = limits.Hourly(lambda: now[0])
    assert [hourly.begin({"who": 2}) for _ in range(3)] == [True, True, False]
    now[0] = limits.HOUR
    assert hourly.begin({"who": 2})


@pytest.mark.parametrize("access_level", ["watch", "host"])
def test_one_device_takes_so_many_streams_and_gives_them_back(
    app: Flask, client: FlaskClient, open_table: Open, access_level: str
) -> None:
    opened = open_table(CHIEF)
    phone = from_afar(client if access_level == "host" else joined(app, opened, "watch"))
    path = f"/t/{opened['code']}/live?lang=en"
    streams = [phone.get(path) for _ in range(limits.STREAMS_OF_DEVICE)]
    assert {stream.status_code for stream in streams} == {200}
    refused = phone.get(path)
    assert refused.status_code == 429
    assert "Close some" in refused.text
    other = from_afar(joined(app, opened, "watch")).get(path)
    assert other.status_code == 200
    for stream in (*streams, other):
        stream.close()
    again = phone.get(path)
    again.close()
    assert again.status_code == 200


def test_a_watching_phone_disputes_so_often_in_an_hour_whatever_became_of_them(
    app: Flask, client: FlaskClient, open_table: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = open_table(CHIEF)
    watcher, path = joined(app, opened, "code"), f"/api/t/{opened['code']}/call"
    for number in range(disputes.MOST_OF_WATCHER):
        made = watcher.post(path, json={"words": "why", "key": f"c{number}"})
        assert made.status_code == 201
        body = {"outcome": "withdrawn", "key": f"w{number}"}
        again = watcher.post(f"{path}/{made.get_json()['revision']}", json=body)
        assert again.status_code == 201
    refused = watcher.post(path, json={"words": "why", "key": "more"})
    assert error_of(refused, 429)["code"] == "too_many_calls_hour"
    assert watcher.post(f"/t/{opened['code']}/call", data={"key": "page"}).status_code == 403
    assert client.post(path, json={"words": "why", "key": "host"}).status_code == 201
    monkeypatch.setattr(disputes, "HOUR", 0.0)
    assert watcher.post(path, json={"words": "why", "key": "later"}).status_code == 201
