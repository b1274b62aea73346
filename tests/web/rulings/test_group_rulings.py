"""Precedents: what a group rules is kept in the log, offered when its next table starts, and can be
given up.
"""

from __future__ import annotations

import re

from flask import Flask
from flask.testing import FlaskClient

from tests.support.talk import CHIEF, Open, Opened
from tests.web.people.test_join import joined
from tests.web.people.test_seats import open_next

RANK = {"option": "match", "clause": "IC-A1", "value": "rank", "words": "We always did"}


def keep(client: FlaskClient, opened: Opened, **form: str) -> int:
    return client.post(f"/t/{opened['code']}/precedents", data={"key": "k1", **form}).status_code


def listed(client: FlaskClient, opened: Opened, **query: str) -> str:
    return client.get(f"/t/{opened['code']}/precedents", query_string={"lang": "en", **query}).text


def test_a_reading_is_kept_and_said_in_list_and_log(client: FlaskClient, opened: Opened) -> None:
    assert "No decisions yet." in listed(client, opened)
    assert keep(client, opened, **RANK) == 303
    page = listed(client, opened)
    assert "By rank" in page
    assert "We always did" in page
    log = client.get(f"/t/{opened['code']}/fix?lang=en").text
    assert "Decided: Which cards match: By rank" in log


def test_a_double_tap_keeps_it_once(client: FlaskClient, opened: Opened) -> None:
    assert [keep(client, opened, **RANK), keep(client, opened, **RANK)] == [303, 303]
    assert client.get(f"/api/t/{opened['code']}").get_json()["revision"] == 2


def test_the_newest_ruling_on_a_point_counts_and_one_given_up_is_gone(
    client: FlaskClient, opened: Opened
) -> None:
    keep(client, opened, **RANK)
    keep(client, opened, **{**RANK, "value": "value", "key": "k2"})
    page = listed(client, opened)
    assert "By value" in page
    assert "By rank" not in page
    assert keep(client, opened, option="match", clause="IC-A1", withdraw="1", key="k3") == 303
    assert "No decisions yet." in listed(client, opened)


def test_a_point_no_option_decides_is_ruled_in_words(client: FlaskClient, opened: Opened) -> None:
    assert keep(client, opened, clause="IC-29", words="") == 422
    assert keep(client, opened, clause="IC-29", words="Beggars speak last") == 303
    assert "Beggars speak last" in listed(client, opened)


def test_what_is_not_of_this_game_is_refused(client: FlaskClient, opened: Opened) -> None:
    for wrong in (
        {"clause": "BD-1"},
        {"option": "colour", "clause": "IC-A1"},
        {"option": "match", "clause": "IC-A1", "value": "x"},
        {"clause": "IC-999"},
    ):
        assert keep(client, opened, words="so", **wrong) == 422


def test_a_watcher_neither_reads_nor_keeps_rulings(
    client: FlaskClient, opened: Opened, app: Flask
) -> None:
    keep(client, opened, **RANK)
    watcher = joined(app, opened, "watch")
    assert watcher.get(f"/t/{opened['code']}/precedents").status_code == 403
    assert watcher.get(f"/api/t/{opened['code']}/rulings").status_code == 403
    assert "precedents" not in watcher.get(f"/t/{opened['code']}").text
    rules = watcher.get(f"/rules/{CHIEF}?table={opened['code']}&lang=en").text
    assert "Your group decided" not in rules
    assert keep(watcher, opened, **{**RANK, "key": "k9"}) == 403


def start_again(client: FlaskClient, opened: Opened, **form: str) -> str:
    """The options page of the same people's next table."""
    names = {"name": ["Ann", "Bo", "Cy"], "again": opened["code"], "do": "next"}
    return client.post(f"/new/{CHIEF}?lang=en", data={**names, **form}).text


def test_the_next_table_of_the_group_is_offered_its_edition(
    client: FlaskClient, opened: Opened
) -> None:
    assert "Our decisions" not in start_again(client, opened)
    keep(client, opened, **RANK)
    page = start_again(client, opened)
    assert re.search(r'value="group" checked', page)
    code = open_next(client, opened, "Ann", "Bo", "Cy", edition="group")
    assert client.get(f"/api/t/{code}").get_json()["options"]["match"] == "rank"
    assert "By rank" in client.get(f"/t/{code}/precedents?lang=en").text


def test_a_ruling_changes_no_score_and_no_turn(client: FlaskClient, opened: Opened) -> None:
    before = client.get(f"/api/t/{opened['code']}").get_json()
    keep(client, opened, **RANK)
    after = client.get(f"/api/t/{opened['code']}").get_json()
    assert {**after, "revision": 1} == before


def test_the_rulebook_of_the_table_says_what_the_group_ruled(
    client: FlaskClient, opened: Opened, app: Flask
) -> None:
    keep(client, opened, **RANK)
    keep(client, opened, clause="IC-29", words="Beggars speak last", key="k2")
    path = f"/rules/{CHIEF}?table={opened['code']}&lang=en"
    page = client.get(path).text
    assert page.count("Your group decided") == 2
    assert page.count("Beggars speak last") == 1
    assert "Your group decided" not in app.test_client().get(path).text


def test_programs_keep_and_read_rulings(client: FlaskClient, open_table: Open) -> None:
    path = f"/api/t/{open_table(CHIEF)['code']}/rulings"
    body = {"clause": "IC-A1", "option": "match", "value": "rank", "words": "so", "key": "r"}
    assert [client.post(path, json=body).status_code for _ in range(2)] == [201, 201]
    (held,) = client.get(path).get_json()["rulings"]
    assert (held["option"], held["value"], held["words"]) == ("match", "rank", "so")
    for wrong in ({"clause": "IC-29", "key": "r2"}, {"clause": "XX-1", "words": "so", "key": "r3"}):
        assert client.post(path, json=wrong).status_code == 422
    given_up = {"clause": "IC-A1", "option": "match", "withdrawn": True, "key": "r4"}
    assert client.post(path, json=given_up).status_code == 201
    assert client.get(path).get_json()["rulings"] == []
