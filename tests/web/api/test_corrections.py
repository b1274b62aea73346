"""Corrections through the API: made, refused, and what other devices are told of them."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.talk import Open, Opened, error_of, link_of, meld, seated, send, table

MELDS = (
    meld("poor", "s1", "JS 4S 9H"),
    meld("lawyer", "s2", "KH QS 4D AC"),
    meld("lawyer", "s1", "2H 3H 4H 9C"),
    meld("beggar", "s2", "9D 8D"),
    meld("thief", "s1", "KC"),
    meld("thief", "s2", "5H"),
)
NINE = meld("poor", "s1", ["JS", "4S", "9S"])
WHY = "the nine was a spade"


class Api:
    """One device at one table."""

    def __init__(self, client: FlaskClient, opened: Opened) -> None:
        self.client, self.opened = client, opened

    @property
    def revision(self) -> int:
        """The newest event's number."""
        revision: int = table(self.client, self.opened)["revision"]
        return revision

    def get(self, tail: str) -> Any:
        """Something of the table."""
        return self.client.get(f"/api/t/{self.opened['code']}{tail}").get_json()

    def post(self, tail: str, **body: Any) -> Any:
        """Send something; its key is new unless given."""
        sent = {"key": f"{tail[1:5]}{self.revision}"} | body
        return self.client.post(f"/api/t/{self.opened['code']}{tail}", json=sent)

    def amend(self, of: int = 2, **more: Any) -> Any:
        """Correct Ann's first meld."""
        nine = {"seen": self.revision, "of": of, "entry": NINE, "reason": WHY}
        return self.post("/amend", **nine | more)

    def texts(self) -> list[str]:
        """What this device is still to be told."""
        return [change["text"] for change in self.get("/changes?lang=en")["changes"]]


@pytest.fixture
def host(client: FlaskClient, open_table: Open) -> Api:
    """The host of a table in its third round."""
    opened = open_table("indian-chief", "Ann", "Bo")
    assert send(client, opened, *MELDS).status_code == 201
    return Api(client, opened)


@pytest.fixture
def bo(app: Flask, host: Api) -> Api:
    """Bo's phone."""
    return Api(seated(app, host.opened, "s2"), host.opened)


def test_a_correction_is_recorded_and_told_to_others(host: Api, bo: Api) -> None:
    before = bo.revision
    answer = bo.amend()
    assert (answer.status_code, answer.get_json()) == (201, {"revision": before + 1})
    assert bo.texts() == []
    told = host.get("/changes?lang=en")
    assert told["revision"] == before + 1
    (change,) = told["changes"]
    assert (change["type"], change["by"]) == ("amend", "s2")
    assert (change["move"], change["reason"]) == (2, WHY)
    assert change["text"] == "Bo corrected Ann’s Poor Man"
    numbers = [(number["kind"], number["old"], number["new"]) for number in change["numbers"]]
    assert numbers == [("cell", 14, 23), ("total", 24, 33)]
    seen = {"upto": told["revision"]}
    path = f"/api/t/{host.opened['code']}/seen"
    assert host.client.post(path, json=seen).status_code == 200
    assert host.texts() == []


@pytest.mark.parametrize(
    ("more", "status", "code"),
    [
        ({"reason": " "}, 422, "no_reason"),
        ({"of": 99}, 422, "nothing_to_correct"),
        ({"of": 1}, 422, "nothing_to_correct"),
        ({"seen": 1}, 409, "stale"),
        ({"entry": {**NINE, "data": {"cards": ["JS"] * 3}}}, 422, "refused"),
        ({"entry": {**NINE, "colour": "red"}}, 422, "unknown_key"),
    ],
)
def test_what_cannot_be_corrected_is_said(
    bo: Api, more: dict[str, Any], status: int, code: str
) -> None:
    before = bo.revision
    answer = bo.amend(**more)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (status, code)
    assert bo.revision == before


def test_a_watcher_corrects_nothing(app: Flask, host: Api) -> None:
    path, headers = f"/api/t/{host.opened['code']}/amend", link_of(host.opened, "watch")
    body = {"seen": host.revision, "key": "k", "of": 2, "entry": NINE, "reason": WHY}
    assert app.test_client().post(path, json=body, headers=headers).status_code == 403


def test_settings_are_the_hosts(host: Api, bo: Api) -> None:
    assert bo.get("/house") == {"newcomers": "link", "calls": "wait"}
    assert bo.post("/house", settings={"calls": "go"}).status_code == 403
    assert error_of(host.post("/house", settings={"calls": 1}), 422)["code"] == "not_offered"
    for unknown in ("colour", "consent"):
        refused = host.post("/house", settings={unknown: True})
        assert error_of(refused, 422)["code"] == "unknown_key"
    assert host.post("/house", settings={"calls": "go"}).status_code == 201
    assert bo.get("/house")["calls"] == "go"
