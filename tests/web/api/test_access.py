"""Who may do what through the API, and what is kept back while entries are secret."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.kernel.contract import Ruling, totals
from tests.support.random_play import random_history
from tests.support.talk import (
    CHIEF,
    DOCTOR,
    LAWYER,
    TAKEN,
    Open,
    Opened,
    error_of,
    link_of,
    record_of,
    seated,
    send,
    table,
)

# Who may do what


def test_links_authorise_as_their_role(app: Flask, opened: Opened) -> None:
    stranger = app.test_client()
    for role in ("watch", "seat", "host"):
        assert table(stranger, opened, headers=link_of(opened, role))["role"] == role
    body = {"seen": 1, "key": "k", "entries": [DOCTOR]}
    address = f"/api/t/{opened['code']}/moves"
    assert stranger.post(address, json=body, headers=link_of(opened, "watch")).status_code == 403
    assert stranger.post(address, json=body).status_code == 404
    assert stranger.post(address, json=body, headers=link_of(opened, "seat")).status_code == 201


def test_a_link_opens_its_own_table_only(client: FlaskClient, open_table: Open) -> None:
    code, link = open_table(CHIEF)["code"], link_of(open_table(CHIEF), "host")
    for one, headers in ((code, link), (code, {"Authorization": "Bearer "}), ("ZZZZZZ", link)):
        assert client.get(f"/api/t/{one}", headers=headers).status_code == 404


def test_links_are_told_to_nobody_but_whoever_starts(client: FlaskClient, opened: Opened) -> None:
    secrets = [href.rsplit("/", 1)[1] for href in opened["links"].values()]
    for address in (f"/api/t/{opened['code']}", f"/api/t/{opened['code']}/record"):
        text = client.get(address).get_data(as_text=True)
        assert not any(secret in text for secret in secrets)


def test_another_site_cannot_make_a_browser_enter(client: FlaskClient, opened: Opened) -> None:
    path, body = f"/api/t/{opened['code']}/moves", {"seen": 1, "key": "k", "entries": [DOCTOR]}
    answer = client.post(path, json=body, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert table(client, opened)["revision"] == 1


# Secret entry


def test_secret_entries_are_told_to_their_own_seat_only(
    client: FlaskClient, app: Flask, open_table: Open
) -> None:
    opened = open_table(CHIEF, options={"entry": "secret"})
    mine, other = seated(app, opened, "s2"), seated(app, opened, "s3")
    assert send(mine, opened, DOCTOR).status_code == 201
    address = f"/api/t/{opened['code']}"
    for reader in (other, client):
        told = table(reader, opened)
        assert told["lines"] == []
        assert set(told["totals"].values()) == {0}
        assert "QS" not in str({name: value for name, value in told.items() if name != "prompts"})
        assert "QS" not in reader.get(f"{address}/record").get_data(as_text=True)
        tried = reader.post(f"{address}/check", json={"entries": [TAKEN]}).get_json()
        assert "s2" not in str(tried["rulings"])
    refused = send(other, opened, TAKEN, seen=2, key="other").get_json()
    assert "s2" not in str(refused.get("error", {}).get("rulings", []))
    assert "Bo" not in str(refused.get("error", {}).get("rulings", []))


def test_a_secret_record_ends_where_the_reveals_end(
    client: FlaskClient, app: Flask, open_table: Open
) -> None:
    opened = open_table(CHIEF, "Ann", "Bo", options={"entry": "secret"})
    one, two = seated(app, opened, "s1"), seated(app, opened, "s2")
    address = f"/api/t/{opened['code']}"
    assert send(two, opened, DOCTOR).status_code == 201
    assert two.post(f"{address}/undo", json={"seen": 2, "key": "withdrawn"}).status_code == 201
    for reader in (one, client):
        assert reader.get(f"{address}/record").get_json()["events"] == []
    assert send(two, opened, DOCTOR, seen=3, key="k2").status_code == 201
    assert one.get(f"{address}/record").get_json()["events"] == []
    assert send(one, opened, LAWYER | {"seat": "s1"}, seen=4, key="k3").status_code == 201
    events = one.get(f"{address}/record").get_json()["events"]
    assert [event["type"] for event in events] == ["move", "retract", "move", "move"]


def test_a_refusal_keeps_back_what_only_another_seat_knows(
    client: FlaskClient, app: Flask, open_table: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = GAMES[CHIEF].judge
    params = {"card": "QS", "copies": 1, "found": 2, "holders": [["s2", "doctor"]]}
    telling = Ruling("no_copy_left", "IC-2", params=params, field="cards")
    # A game that gives away what lies face down: it objects only where it sees the other meld.
    open_mouthed = replace(
        GAMES[CHIEF],
        judge=lambda state, move: (telling,) if "QS" in str(state.melds) else honest(state, move),
    )
    monkeypatch.setitem(GAMES, CHIEF, open_mouthed)  # type: ignore[arg-type]
    opened = open_table(CHIEF, options={"entry": "secret"})
    mine, other = seated(app, opened, "s2"), seated(app, opened, "s3")
    assert send(mine, opened, DOCTOR).status_code == 201
    error = error_of(send(other, opened, LAWYER, seen=2, key="other"), 422)
    (ruling,) = error["rulings"]
    assert (ruling["code"], ruling["clause"], ruling["params"]) == ("hidden", "IC-2", {})
    assert "QS" not in str(error)
    assert "Bo" not in str(error)


def test_a_secret_record_is_whole_after_the_end(client: FlaskClient) -> None:
    history = random_history(CHIEF, 5, "secret")
    told = client.post("/api/check", json=record_of(history)).get_json()
    assert told["result"] is not None
    assert told["totals"] == totals(history.lines, history.seats)
