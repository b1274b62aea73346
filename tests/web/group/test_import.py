"""Records brought in on a page and by a program: what becomes of them, who may see it, and why one
is refused.
"""

from __future__ import annotations

import io
import json
from typing import Any
from unittest import mock
from uuid import uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.web.api import routes
from referee.web.group import import_routes
from referee.web.http import limits
from tests.support.talk import CHIEF, Open, Opened, opened_by
from tests.web.group.test_group import group_of, people


def send(client: FlaskClient, path: str, *files: tuple[str, Any]) -> Any:
    told = [
        (io.BytesIO(text if isinstance(text, bytes) else json.dumps(text).encode()), name)
        for name, text in files
    ]
    return client.post(path, data={"files": told}, content_type="multipart/form-data")


def record_of(client: FlaskClient, code: str) -> Any:
    return client.get(f"/t/{code}/record.json").get_json()


def elsewhere(record: Any) -> Any:
    """The same record as another server's."""
    return record | {"uid": uuid4().hex}


def test_a_record_becomes_a_table_of_which_the_phone_is_host(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    record = elsewhere(record_of(client, open_table(CHIEF)["code"]))
    phone = app.test_client()
    done = send(phone, "/import", ("one.json", record))
    assert done.status_code == 200
    code = done.text.partition('href="/t/')[2].partition('"')[0]
    assert record_of(phone, code)["events"] == record["events"]
    again = send(phone, "/import", ("one.json", record))
    assert "already here. Nothing was changed" in again.text
    assert f'href="/t/{code}"' in again.text
    stranger = send(app.test_client(), "/import", ("one.json", record))
    assert "already here. Nothing was changed" in stranger.text
    assert code not in stranger.text


def test_a_longer_record_is_said_to_be_so_and_changes_nothing(
    client: FlaskClient, open_table: Open
) -> None:
    code = open_table(CHIEF)["code"]
    record = record_of(client, code)
    more = {"seq": len(record["events"]) + 2, "type": "setting", "data": {"calls": "go"}}
    longer = record | {"events": [*record["events"], more]}
    assert "Entries missing here: 1." in send(client, "/import", ("longer.json", longer)).text
    assert record_of(client, code) == record


def test_a_file_can_hold_a_list_and_each_record_of_it_is_told_of(
    client: FlaskClient, open_table: Open
) -> None:
    record = record_of(client, open_table(CHIEF)["code"])
    answer = send(client, "/import", ("two.json", [elsewhere(record), record | {"uid": "short"}]))
    assert answer.status_code == 422
    for said in ("two.json /0", "imported.", "two.json /1", "/1/uid"):
        assert said in answer.text, said


def test_what_was_brought_in_before_a_limit_is_still_told(
    fresh_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh_app.config["RATE_LIMITS"] = True
    monkeypatch.setattr(limits, "senders", lambda _device, _address: {"one": 2})
    client = fresh_app.test_client()
    there = opened_by(client, CHIEF, "Bo", "Zoe", "Ann")
    record = record_of(client, there["code"])
    files = [(name, elsewhere(record)) for name in ("one.json", "two.json")]
    answer = send(client, "/import", *files)
    assert answer.status_code == 429
    assert answer.text.count('class="button" href="/t/') == 1
    assert "Too many games" in answer.text


def test_each_refusal_says_where_and_why(client: FlaskClient, open_table: Open) -> None:
    sound = record_of(client, open_table(CHIEF)["code"])
    unknown = {"option": "match", "value": "no such"}
    ruled = {"seq": len(sound["events"]) + 2, "type": "ruling", "data": unknown}
    answer = send(
        client,
        "/import",
        ("text.json", b"not JSON"),
        ("group.json", {"format": "referee-group/1"}),
        ("game.json", sound | {"game": "no-game"}),
        ("uid.json", sound | {"uid": "short"}),
        ("ruled.json", elsewhere(sound) | {"events": [*sound["events"], ruled]}),
    )
    assert answer.status_code == 422
    value = f"/events/{len(sound['events'])}/data/value"
    for said in ("invalid JSON", "This file is a whole group", "/game", "/uid", value):
        assert said in answer.text, said
    assert send(client, "/import").status_code == 422


def test_in_a_group_people_are_known_by_their_names(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    other = app.test_client()
    record = elsewhere(record_of(other, opened_by(other, CHIEF, "Bo", "Zoe", "Ann")["code"]))
    done = send(client, f"{group_of(client)}/import", ("one.json", record))
    assert done.status_code == 200
    assert {person.name for person in people(app, opened)} == {"Ann", "Bo", "Cy", "Zoe"}
    assert send(other, f"{group_of(client)}/import", ("one.json", record)).status_code == 403


def test_a_program_brings_a_record_in(app: Flask, client: FlaskClient, open_table: Open) -> None:
    record = elsewhere(record_of(client, open_table(CHIEF)["code"]))
    program = app.test_client()
    made = program.post("/api/records", json=record)
    assert (made.status_code, made.get_json()["new"]) == (200, True)
    assert program.get(f"/t/{made.get_json()['code']}/record.json").get_json() == record
    again = program.post("/api/records", json=record)
    assert (again.status_code, again.get_json()["new"]) == (200, False)
    bad = program.post("/api/records", json=record | {"seats": []})
    assert (bad.status_code, bad.get_json()["error"]["where"]) == (422, "/seats")


HUGE_REFUSED = {
    "many numbers": [("n.json", b"[" + b"1," * 100_000 + b"1]")],
    "many objects": [("o.json", b"[" + b"{}," * 70_000 + b"{}]")],
    "a long name": [("n" * 100_000, b"[" + b"1," * 500 + b"1]")],
    "many files": [(f"{at}.json", b"x") for at in range(400)],
    "a long game": [("g.json", {"format": "referee-record/1", "game": "g" * 200_000})],
    "a long key": [
        ("k.json", {"format": "referee-record/1", "game": CHIEF, "seats": [{"k" * 200_000: 1}, 2]})
    ],
    "many groups": [("w.json", [{"format": "referee-group/1"}] * 5_000)],
}


@pytest.mark.parametrize("files", HUGE_REFUSED.values(), ids=HUGE_REFUSED)
def test_the_page_that_refuses_has_a_bound(
    client: FlaskClient, open_table: Open, files: list[tuple[str, Any]]
) -> None:
    open_table(CHIEF)
    for path in ("/import", f"{group_of(client)}/import"):
        answer = send(client, path, *files)
        assert answer.status_code == 422
        assert len(answer.data) < 100_000, path


def test_what_is_left_out_is_told(client: FlaskClient) -> None:
    answer = send(client, "/import?lang=en", ("n.json", [1] * 130))
    assert (answer.status_code, "30 more were not read" in answer.text) == (422, True)


@pytest.mark.parametrize("way", ["page", "program"])
def test_reading_counts_before_it_is_done(
    fresh_app: Flask, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    fresh_app.config["RATE_LIMITS"] = True
    monkeypatch.setattr(limits, "RECORDS_OF_ADDRESS", 5)
    client = fresh_app.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.0.2.7"

    def brought(told: Any) -> Any:
        if way == "page":
            return send(client, "/import", ("n.json", told))
        return client.post("/api/records", json={})

    for _ in range(5):
        assert brought(1).status_code == 422
    with (
        mock.patch.object(import_routes, "read_record") as read,
        mock.patch.object(routes, "read_record", read),
    ):
        refused = brought([1] * 50)
    assert refused.status_code == 429
    assert way == "program" or refused.text.count("Too many games") == 1
    assert not read.called
