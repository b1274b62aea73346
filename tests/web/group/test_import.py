"""Records brought in on a page and by a program: what becomes of them, who may see it, and why one is refused."""

from __future__ import annotations

import io
import json
import re
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.web.http import limits
from tests.support.talk import CHIEF, Open
from tests.web.group.test_group import group_of, people


def send(client: FlaskClient, path: str, *files: tuple[str, Any]) -> Any:
    told = [(io.BytesIO(text if isinstance(text, bytes) else json.dumps(text).encode()), name) for name, text in files]
    return client.post(path, data={"files": told}, content_type="multipart/form-data")


def record_of(client: FlaskClient, code: str) -> Any:
    return client.get(f"/t/{code}/record.json").get_json()


def elsewhere(record: Any) -> Any:
    """The same record as another server's."""
    return record | {"uid": uuid4().hex}


def test_a_record_becomes_a_table_of_which_the_phone_is_host(app: Flask, client: FlaskClient, open_table: Open) -> None:
    record = elsewhere(record_of(client, open_table(CHIEF)["code"]))
    phone = app.test_client()
    done = send(phone, "/import", ("one.json", record))
    assert done.status_code == 200
    code = done.text.partition('href="/t/')[2].partition('"')[0]
    assert record_of(phone, code)["events"] == record["events"]
    again = send(phone, "/import", ("one.json", record))
    assert "no fewer entries than the file" in again.text
    assert f'href="/t/{code}"' in again.text
    stranger = send(app.test_client(), "/import", ("one.json", record))
    assert "no fewer entries than the file" in stranger.text
    assert code not in stranger.text


def test_a_longer_record_is_said_to_be_so_and_changes_nothing(client: FlaskClient, open_table: Open) -> None:
    code = open_table(CHIEF)["code"]
    record = record_of(client, code)
    longer = record | {"events": [*record["events"], {"seq": len(record["events"]) + 2, "type": "setting", "data": {"calls": "go"}}]}
    assert "the file has 1 more" in send(client, "/import", ("longer.json", longer)).text
    assert record_of(client, code) == record


def test_a_file_can_hold_a_list_and_each_record_of_it_is_told_of(client: FlaskClient, open_table: Open) -> None:
    record = record_of(client, open_table(CHIEF)["code"])
    answer = send(client, "/import", ("two.json", [elsewhere(record), record | {"uid": "short"}]))
    assert answer.status_code == 422
    for said in ("two.json /0", "brought in.", "two.json /1", "/1/uid"):
        assert said in answer.text, said


def test_what_was_brought_in_before_a_limit_is_still_told(fresh_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh_app.config["RATE_LIMITS"] = True
    monkeypatch.setattr(limits, "senders", lambda _device, _address: {"one": 2})
    client = fresh_app.test_client()
    there = client.post("/api/tables", json={"game": CHIEF, "seats": [{"name": name} for name in ("Bo", "Zoe", "Ann")]}).get_json()
    record = record_of(client, there["code"])
    answer = send(client, "/import", ("one.json", elsewhere(record)), ("two.json", elsewhere(record)))
    assert answer.status_code == 422
    assert answer.text.count('class="plain-link" href="/t/') == 1
    assert "Too many tables" in answer.text


def test_each_refusal_says_where_and_why(client: FlaskClient, open_table: Open) -> None:
    sound = record_of(client, open_table(CHIEF)["code"])
    ruled = {"seq": len(sound["events"]) + 2, "type": "ruling", "data": {"option": "match", "value": "no such"}}
    answer = send(
        client, "/import", ("text.json", b"not JSON"), ("group.json", {"format": "referee-group/1"}), ("game.json", sound | {"game": "no-game"}), ("uid.json", sound | {"uid": "short"}),
        ("ruled.json", elsewhere(sound) | {"events": [*sound["events"], ruled]}),
    )
    assert answer.status_code == 422
    for said in ("cannot be read as JSON", "This is a whole group", "/game", "/uid", f"/events/{len(sound['events'])}/data/value"):
        assert said in answer.text, said
    assert send(client, "/import").status_code == 422


def test_in_a_group_people_are_known_by_their_names(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF, "Ann", "Bo", "Cy")
    other = app.test_client()
    there = other.post("/api/tables", json={"game": CHIEF, "seats": [{"name": name} for name in ("Bo", "Zoe", "Ann")]}).get_json()
    record = elsewhere(record_of(other, there["code"]))
    done = send(client, f"{group_of(client)}/import", ("one.json", record))
    assert done.status_code == 200
    assert {person.name for person in people(app, opened)} == {"Ann", "Bo", "Cy", "Zoe"}
    assert send(other, f"{group_of(client)}/import", ("one.json", record)).status_code == 403


def plays(count: int = 3, **more: Any) -> Any:
    """A file of BG Stats with plays of three, which the last of them wins."""
    scores = [{"playerRefId": at, "score": f"{at * 10}"} for at in (1, 2, 3)]
    return {
        "games": [{"id": 1, "name": "Indian Chief"}],
        "players": [{"id": at, "name": name} for at, name in enumerate(("Ann", "Bo", "<b>Zoe"), 1)],
        "plays": [{"uuid": str(UUID(int=at)), "gameRefId": 1, "playDate": "2026-01-02 20:00:00", "playerScores": scores, **more} for at in range(count)],
    }


def test_plays_belong_to_a_group_and_are_listed_there_as_results_only(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF, "Ann", "Bo", "Cy")
    alone = send(client, "/import", ("a.bgsplay", plays()))
    assert alone.status_code == 422
    assert "Open the page of the group" in alone.text
    group = group_of(client)
    done = send(client, f"{group}/import", ("a.bgsplay", plays()))
    assert done.status_code == 200
    assert "Results brought in: 3." in done.text
    assert {person.name for person in people(app, opened)} == {"Ann", "Bo", "Cy", "<b>Zoe"}
    page = client.get(f"{group}?evening=all").text
    assert page.count("result only") == 3
    assert "&lt;b&gt;Zoe won, 30" in page
    assert len(re.findall(rf'<a class="is-drawn" href="{group}/r/\w+"><svg', page)) == 3, "a result leads to no table"
    ann = next(person.id for person in people(app, opened) if person.name == "Ann")
    assert "3 as a result only" in client.get(f"{group}/p/{ann}").text


def test_each_reason_against_plays_is_told_once_and_the_others_are_taken(client: FlaskClient, open_table: Open) -> None:
    open_table(CHIEF, "Ann", "Bo", "Cy")
    bad = plays(7, playDate="\ud800")
    sound = plays(1)
    answer = send(client, f"{group_of(client)}/import", ("a.bgsplay", bad | {"plays": bad["plays"] + sound["plays"]}))
    assert answer.status_code == 422
    assert "Results brought in: 1." in answer.text
    assert answer.text.count("When it was played") == 1
    assert "/plays/4/playDate and 2 more" in answer.text
    odd = bad | {"games": [{"id": 1, "name": "\ud800"}]}
    assert "There is no game" in send(client, f"{group_of(client)}/import", ("b.bgsplay", odd)).text


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


def test_a_result_that_was_brought_in_is_taken_out_again_with_whoever_came_with_it(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF, "Ann", "Bo", "Cy")
    group = group_of(client)
    before = client.get(f"{group}/group.json").get_json()
    send(client, f"{group}/import", ("a.bgsplay", plays()))
    pages = re.findall(rf'{group}/r/\w+', client.get(f"{group}?evening=all").text)
    assert len(pages) == 3
    shown = client.get(pages[0]).text
    for said in ("Friday 2 January", "&lt;b&gt;Zoe", "30", "it came from a file"):
        assert said in shown
    assert client.post(pages[0]).status_code == 422
    assert client.get(pages[0]).status_code == 200
    watcher = app.test_client()
    assert watcher.get(pages[0]).status_code == 200
    assert "I am sure" not in watcher.get(pages[0]).text
    assert watcher.post(pages[0], data={"sure": "yes"}).status_code == 403
    for page in pages:
        assert client.post(page, data={"sure": "yes"}).status_code == 303
        assert client.get(page).status_code == 404
        assert client.post(page, data={"sure": "yes"}).status_code == 404
    after = client.get(f"{group}/group.json").get_json()
    assert [person["name"] for person in after["people"]] == ["Ann", "Bo", "Cy"]
    assert (after["tables"], after["results"]) == (before["tables"], [])
    send(client, f"{group}/import", ("a.bgsplay", plays()))
    assert sorted(re.findall(rf'{group}/r/\w+', client.get(f"{group}?evening=all").text)) == sorted(pages)
    assert {person.name for person in people(app, opened)} == {"Ann", "Bo", "Cy", "<b>Zoe"}
