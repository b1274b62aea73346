"""The table page: fresh keys in every form, and nothing old, foreign or secret in it."""

from __future__ import annotations

import re
import time

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.at_table import post
from tests.support.talk import DOCTOR, LAWYER, Open, seated, send
from tests.web.people.test_join import joined

KEY = re.compile(r'name="key" value="([^"]+)"')
HIDDEN = re.compile(r'<input type="hidden" name="(key|seen|seat|task)" value="([^"]*)"')
CHIEF = ("indian-chief", "Ann", "Bo", "Cy", "Dee")


def without_keys(text: str) -> str:
    """A page with its keys left out."""
    return KEY.sub("", text)


def test_the_same_page_comes_with_other_keys_in_every_form(
    client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(*CHIEF)
    send(client, opened, DOCTOR)
    pages = [client.get(f"/t/{opened['code']}?go=1").text for _ in range(3)]
    found = [key for page in pages for key in KEY.findall(page)]
    assert len(found) >= 6
    assert len(set(found)) == len(found)
    assert len({without_keys(page) for page in pages}) == 1


def test_the_same_entry_twice_counts_once_and_another_is_not_lost(
    client: FlaskClient, open_table: Open
) -> None:
    """Two tabs of one browser may show the same copy."""
    code = open_table(*CHIEF)["code"]
    page = {**dict(reversed(HIDDEN.findall(client.get(f"/t/{code}").text))), "seat": "s1"}
    doctor = {**page, "cards": ["QH", "QD", "QC"]}
    for _ in range(2):
        assert client.post(f"/t/{code}/entry", data=doctor).status_code == 303
    assert client.get(f"/t/{code}/rev").text == "2"
    other = client.post(f"/t/{code}/entry", data={**page, "cards": ["KH", "KD"]})
    assert other.status_code == 409
    saved = client.post(f"/t/{code}/entry", data={**doctor, "queued": "1", "seen": "2"})
    assert saved.headers["X-Revision"] == "2"
    assert client.get(f"/t/{code}/rev").text == "2"


def test_an_entry_a_name_a_language_and_looks_change_the_page(
    client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(*CHIEF)
    path = f"/t/{opened['code']}"
    seen = [client.get(path).text]
    send(client, opened, DOCTOR)
    seen.append(client.get(path).text)
    client.set_cookie("looks", "dark.four")
    seen.append(client.get(path).text)
    seen.append(client.get(path, headers={"HX-Request": "true"}).text)
    client.set_cookie("lang", "ja")
    seen.append(client.get(path).text)
    assert len({without_keys(page) for page in seen}) == len(seen)
    assert 'lang="ja"' in seen[-1]


def test_a_watcher_does_not_get_the_page_of_a_host(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(*CHIEF)
    hosted = client.get(f"/t/{opened['code']}").text
    watched = joined(app, opened, "code").get(f"/t/{opened['code']}").text
    assert 'id="pad"' in hosted
    assert 'id="pad"' not in watched


def test_one_seat_does_not_get_the_page_of_another(app: Flask, open_table: Open) -> None:
    opened = open_table(*CHIEF, options={"entry": "secret"})
    bo, cy = seated(app, opened, "s2"), seated(app, opened, "s3")
    send(bo, opened, DOCTOR)
    page = f"/t/{opened['code']}?seat=s2"
    own, other, again = (without_keys(phone.get(page).text) for phone in (bo, cy, cy))
    assert own != other
    assert again == other


def test_the_offer_to_redo_passes_with_time(
    client: FlaskClient, open_table: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = open_table(*CHIEF)
    send(client, opened, DOCTOR, LAWYER)
    client.post(f"/api/t/{opened['code']}/undo", json={"seen": 3, "key": "u"})
    assert "Redo" in client.get(f"/t/{opened['code']}").text
    early = time.time() - 3600
    with monkeypatch.context() as patched:
        # The clock of the server was set back after the undo.
        patched.setattr("referee.web.view.page_header.time.time", lambda: early)
        assert "Redo" not in client.get(f"/t/{opened['code']}").text
    monkeypatch.setattr("referee.web.view.page_header.REDO_SECONDS", -1)
    assert "Redo" not in client.get(f"/t/{opened['code']}").text


def test_what_was_seen_on_one_phone_is_still_told_on_another(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(*CHIEF)
    path = f"/t/{opened['code']}?go=1"
    send(client, opened, DOCTOR, LAWYER)
    phones = [joined(app, opened, "seat") for _ in range(2)]
    cards = ["KH", "QD", "4D", "2C"]
    post(client, opened["code"], "amend/3", seat="s3", cards=cards, reason="misread")
    told = [phone.get(path).text for phone in phones]
    assert without_keys(told[0]) == without_keys(told[1])
    assert "/changes" in told[0]
    assert "/changes" not in client.get(path).text
    phones[0].post(f"/t/{opened['code']}/seen", data={"upto": 4})
    assert ["/changes" in phone.get(path).text for phone in phones] == [False, True]
