"""The cookie by which a device is known: over https no other site can set it, and one from before
is still good.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.talk import CHIEF, Open, opened_by

HTTPS = "https://cards.example"
TABLE = {"game": CHIEF, "seats": [{"name": "Ann"}, {"name": "Bo"}]}


def told(answer: Any) -> list[str]:
    """What a browser is told to keep of the device."""
    return [one for one in answer.headers.getlist("Set-Cookie") if "device=" in one]


def test_over_https_no_other_host_can_set_it(app: Flask) -> None:
    phone = app.test_client()
    made = phone.post("/api/tables", json=TABLE, base_url=HTTPS)
    assert made.status_code == 201
    (cookie,) = told(made)
    name, *flags = cookie.split("; ")
    assert name.startswith("__Host-device=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Lax"} <= set(flags)
    assert "Domain" not in cookie
    again = phone.get(f"/t/{made.json['code']}", base_url=HTTPS)
    assert (again.status_code, told(again)) == (200, [])


def test_one_that_another_host_planted_is_not_read(app: Flask) -> None:
    phone, other = app.test_client(), app.test_client()
    own = phone.post("/api/tables", json=TABLE, base_url=HTTPS).json["code"]
    theirs = opened_by(other)["code"]
    planted = other.get_cookie("device")
    assert planted
    phone.set_cookie("device", planted.value, domain="cards.example")
    assert phone.get(f"/t/{own}", base_url=HTTPS).status_code == 200
    assert phone.get(f"/t/{theirs}", base_url=HTTPS).status_code == 303


def test_one_from_before_is_taken_and_replaced(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    code = open_table(CHIEF)["code"]
    known = client.get_cookie("device")
    assert known
    phone = app.test_client()
    phone.set_cookie("device", known.value, domain="cards.example")
    first = phone.get(f"/t/{code}", base_url=HTTPS)
    assert first.status_code == 200
    new, gone = told(first)
    assert new.startswith(f"__Host-device={known.value};")
    assert gone.startswith("device=;")
    assert phone.get_cookie("device", domain="cards.example") is None
    second = phone.get(f"/t/{code}", base_url=HTTPS)
    assert (second.status_code, told(second)) == (200, [])


@pytest.mark.parametrize(
    "config",
    [{}, {"URL": "https://cards.example/referee"}, {"URL": "https://cards.example", "NODE": "A"}],
    ids=["http", "path", "node"],
)
def test_elsewhere_it_has_its_plain_name(
    new_app: Callable[..., Flask], config: dict[str, str]
) -> None:
    made = new_app(**config).test_client().post("/api/tables", json=TABLE)
    assert made.status_code == 201
    (cookie,) = told(made)
    assert cookie.startswith("device=")
    assert ("Path=/referee/" in cookie) == ("referee" in config.get("URL", ""))
