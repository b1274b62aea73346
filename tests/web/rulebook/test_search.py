"""The search over the rules as JSON, and where its page of before leads."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.rulebook import Setting, load
from tests.search.test_search import STRANGE
from tests.support.talk import CHIEF, Open


def test_its_page_of_before_leads_to_where_one_asks(client: FlaskClient, open_table: Open) -> None:
    code = open_table(CHIEF)["code"]
    for old, new in (
        ("q=thief", "/ask?words=thief"),
        (f"q=thief&game={CHIEF}", f"/ask/{CHIEF}?words=thief"),
        (f"q=thief&table={code}", f"/ask/{CHIEF}?table={code}&words=thief"),
    ):
        answer = client.get(f"/rules/search?{old}")
        assert (answer.status_code, answer.headers["Location"]) == (301, new)
        assert client.get(new).status_code == 200


@pytest.mark.parametrize("typed", ["", " ", "x" * 7_000, "あ" * 700, *STRANGE])
def test_no_question_fails(client: FlaskClient, typed: str) -> None:
    for game in ("", CHIEF):
        told = {"q": typed, "game": game}
        page = client.get("/rules/search", query_string=told, follow_redirects=True)
        assert page.status_code == 200
        assert client.get("/api/rules/search", query_string=told).status_code == 200


def test_an_unknown_game_is_not_found(client: FlaskClient) -> None:
    assert client.get("/rules/search?q=x&game=chess").status_code == 404
    answer = client.get("/api/rules/search?q=x&game=chess")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (404, "unknown_game")


def found(client: FlaskClient, **query: str) -> Any:
    answer = client.get("/api/rules/search", query_string={"game": CHIEF, **query})
    return answer.get_json()["rules"]


def test_the_api_answers_in_the_language_asked_for(client: FlaskClient) -> None:
    for lang in ("en", "ja"):
        first, *others = found(client, q="泥棒", lang=lang)
        assert first["text"] == load(CHIEF).entry(first["id"]).text[lang]
        scores = [rule["score"] for rule in (first, *others)]
        assert scores == sorted(scores, reverse=True)


def test_the_api_finds_settings(client: FlaskClient) -> None:
    setting = next(one for one in load(CHIEF).settings if isinstance(one, Setting))
    rules = found(client, q=setting.text["en"])
    first = next(rule for rule in rules if rule["kind"] == "setting")
    assert first["href"] == f"/rules/{CHIEF}#setting-{setting.id}"
    assert len(first["choices"]) == len(setting.choices)


@pytest.mark.parametrize("path", ["/rules", "/print/indian-chief?players=4&paper=a4"])
def test_a_page_that_is_refused_is_not_sent(client: FlaskClient, path: str) -> None:
    """A condition that no page here fulfils is refused without the page."""
    answer = client.get(path, headers={"If-Match": "*"})
    assert answer.status_code == 412
    assert answer.data == b""
