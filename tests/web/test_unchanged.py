"""The table page asked for by a browser that has it: 304 while nothing it shows has changed, and keys that still tell entries apart."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app import create_app
from referee.store import NewEvent, Store, StoreBusy
from tests.web.talk import DOCTOR, seated, send

Open = Callable[..., dict[str, Any]]
CHIEF = ("indian-chief", "Ann", "Bo", "Cy", "Dee")
HIDDEN = re.compile(r'<input type="hidden" name="(key|seen|seat|task)" value="([^"]*)"')


def again(client: FlaskClient, path: str, tag: str, **headers: str) -> TestResponse:
    """Ask as a browser does that has a page."""
    return client.get(path, headers={"If-None-Match": tag, **headers})


def test_a_page_that_one_has_is_not_sent_again(client: FlaskClient, open_table: Open) -> None:
    path = f"/t/{open_table(*CHIEF)['code']}"
    first = client.get(path)
    tag = first.headers["ETag"]
    assert tag.startswith('W/"')
    for _ in range(2):
        answer = again(client, path, f'"other", {tag}')
        assert (answer.status_code, answer.data, answer.headers["ETag"]) == (304, b"", tag)
        assert {"private", "no-cache"} <= set(answer.headers["Cache-Control"].split(", "))
        assert answer.headers["Vary"] == first.headers["Vary"]
    assert again(client, path, 'W/"other"').status_code == 200
    assert client.get(path, headers={"If-None-Match": tag, "Accept-Encoding": "gzip"}).status_code == 304


def test_the_tag_is_weak_whether_the_page_is_compressed_or_not(client: FlaskClient, open_table: Open) -> None:
    path = f"/t/{open_table(*CHIEF)['code']}"
    tags = {client.get(path, headers={"Accept-Encoding": way}).headers["ETag"] for way in ("gzip", "identity")}
    assert len(tags) == 1


def test_whatever_a_page_depends_on_makes_it_another(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened = open_table(*CHIEF)
    path = f"/t/{opened['code']}"
    tags = [client.get(path).headers["ETag"]]

    def changed(**headers: str) -> None:
        answer = again(client, path, ", ".join(tags), **headers)
        assert answer.status_code == 200
        tags.append(answer.headers["ETag"])
        assert again(client, path, tags[-1], **headers).status_code == 304

    changed(**{"HX-Request": "true"})
    changed(**{"Accept-Language": "ja"})
    client.set_cookie("looks", "dark.four")
    changed()
    send(client, opened, DOCTOR)
    changed()
    client.post(f"{path}/seat", data={"seat": "s2"})
    changed()
    app.extensions["desk"].store.rename_seat(app.extensions["desk"].store.table_by_code(opened["code"]).id, "s1", "Anna", (NewEvent("seat"), "rename"))
    changed()
    correction = {"seen": 3, "key": "a", "of": 2, "entry": {**DOCTOR, "data": {"cards": "AH 2S 5S 8S KS 7S"}}, "reason": "misread"}
    assert seated(app, opened, "s3").post(f"/api{path}/amend", json=correction).status_code == 201
    changed()
    client.post(f"{path}/seen", data={"upto": 4})
    changed()
    assert len(set(tags)) == len(tags)


def test_an_entry_of_another_process_makes_it_another(app: Flask, client: FlaskClient, open_table: Open) -> None:
    code = open_table(*CHIEF)["code"]
    tag = client.get(f"/t/{code}").headers["ETag"]
    assert again(client, f"/t/{code}", tag).status_code == 304
    with Store(app.config["DATABASE"]) as elsewhere:
        elsewhere.append(elsewhere.table_by_code(code).id, 1, [NewEvent("setting", data={})], "elsewhere")
    assert again(client, f"/t/{code}", tag).status_code == 200


def test_a_tag_opens_nothing(app: Flask, client: FlaskClient, open_table: Open) -> None:
    """Neither a stranger nor a watcher is told that a host's page is unchanged."""
    code = open_table(*CHIEF)["code"]
    tag = client.get(f"/t/{code}").headers["ETag"]
    other = app.test_client()
    assert again(other, f"/t/{code}", tag).status_code == 303
    other.post("/join", data={"code": code})
    watched = again(other, f"/t/{code}", tag)
    assert (watched.status_code, watched.headers["ETag"] != tag) == (200, True)


def test_another_start_gives_other_tags(app: Flask, client: FlaskClient, open_table: Open) -> None:
    path = f"/t/{open_table(*CHIEF)['code']}"
    tag = client.get(path).headers["ETag"]
    device = client.get_cookie("device")
    assert device is not None
    started = create_app({"DATABASE": app.config["DATABASE"], "RATE_LIMITS": False})
    later = started.test_client()
    later.set_cookie("device", device.value)
    assert again(later, path, tag).status_code == 200
    started.extensions["desk"].close()


def test_the_offer_to_redo_has_no_tag(client: FlaskClient, open_table: Open) -> None:
    opened = open_table(*CHIEF)
    send(client, opened, DOCTOR)
    client.post(f"/api/t/{opened['code']}/undo", json={"seen": 2, "key": "u"})
    answer = client.get(f"/t/{opened['code']}")
    assert "Redo" in answer.text
    assert "ETag" not in answer.headers


def test_a_store_that_cannot_be_asked_is_told_in_words(
    app: Flask, client: FlaskClient, open_table: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/t/{open_table(*CHIEF)['code']}"
    tag = client.get(path).headers["ETag"]

    def busy(*_: object, **__: object) -> int:
        raise StoreBusy(1.0)

    monkeypatch.setattr(app.extensions["desk"].store, "head", busy)
    monkeypatch.setattr(app.extensions["desk"].store, "events", busy)
    answer = again(client, path, tag)
    assert answer.status_code == 503
    assert "<h1" in answer.text


# Keys: two tabs of one browser may show the same copy


def form_of(client: FlaskClient, path: str) -> dict[str, str]:
    """The hidden fields of the page's entry."""
    return dict(reversed(HIDDEN.findall(client.get(path).text)))


def test_the_same_entry_twice_counts_once_and_another_is_not_lost(app: Flask, client: FlaskClient, open_table: Open) -> None:
    code = open_table(*CHIEF)["code"]
    page = {**form_of(client, f"/t/{code}"), "seat": "s1"}
    doctor = {**page, "cards": ["QH", "QD", "QC"]}
    assert [client.post(f"/t/{code}/entry", data=doctor).status_code for _ in range(2)] == [303, 303]
    assert client.get(f"/t/{code}/rev").text == "2"
    other = client.post(f"/t/{code}/entry", data={**page, "cards": ["KH", "KD"]})
    assert other.status_code == 409
    assert client.post(f"/t/{code}/entry", data={**doctor, "queued": "1", "seen": "2"}).headers["X-Revision"] == "2"
    assert client.get(f"/t/{code}/rev").text == "2"


def test_questions_are_forgotten_when_there_are_too_many(client: FlaskClient, open_table: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.web.view.not_modified.MOST_KEPT", 3)
    code = open_table(*CHIEF)["code"]
    for number in range(10):
        path = f"/t/{code}?n={number}"
        assert again(client, path, client.get(path).headers["ETag"]).status_code == 304
    assert len(client.application.extensions["unchanged"]._given) <= 3
