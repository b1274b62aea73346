"""Addresses of earlier versions lead to what does now what their page did."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.talk import CHIEF, Open, seated

MOVED = {
    "log": "/t/{code}/fix",
    "files": "/t/{code}/share",
    "call?of=2": f"/ask/{CHIEF}?table={{code}}&entry=2",
    "what-if?o.match=rank": f"/ask/{CHIEF}?table={{code}}",
    "house": "/t/{code}/players",
    "phones": "/t/{code}/players",
    "seats": "/t/{code}/players",
}
OF_A_HOST = ("house", "phones", "seats")


@pytest.mark.parametrize("old", MOVED)
def test_an_old_address_leads_on(
    app: Flask, client: FlaskClient, open_table: Open, old: str
) -> None:
    """Hosts are led to the players, where all others are led to who they are."""
    code = open_table(CHIEF)["code"]
    there = MOVED[old].format(code=code)
    answer = client.get(f"/t/{code}/{old}")
    assert (answer.status_code, answer.headers["Location"]) == (303, there)
    assert client.get(there).status_code == 200
    player = seated(app, {"code": code}, "s2").get(f"/t/{code}/{old}")
    own = f"/t/{code}/seat" if old in OF_A_HOST else there
    assert (player.status_code, player.headers["Location"]) == (303, own)
    assert app.test_client().get(f"/t/{code}/{old}").status_code != 200
