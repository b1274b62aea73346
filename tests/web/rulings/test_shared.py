"""A shared ruling: anybody with its address sees it as it stood, and nothing else of the table."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.at_table import words
from tests.support.talk import Opened
from tests.web.rulings.test_number import page, shared


@pytest.fixture
def address(client: FlaskClient, chief: Opened) -> str:
    """The address behind the share button of Ann's Beggar."""
    return shared(page(client, chief, "1/s1"))


def test_a_stranger_sees_the_ruling_and_may_not_open_the_table(app: Flask, address: str) -> None:
    stranger = app.test_client()
    html = stranger.get(address + "?lang=en").text
    assert "Ann’s Beggar is worth 4." in html
    assert "This changes the points, not the leader." in html
    assert "Ann" in words(html)
    assert "Keep for this group" not in html
    code = address.split("/")[2]
    assert stranger.get(f"/t/{code}/sheet").status_code == 404


def test_it_stays_as_it_was_when_the_table_goes_on(
    client: FlaskClient, app: Flask, address: str
) -> None:
    before = app.test_client().get(address + "?lang=en").text
    code = address.split("/")[2]
    assert client.post(f"/api/t/{code}/undo", json={"seen": 4, "key": "u"}).status_code == 201
    assert words(app.test_client().get(address + "?lang=en").text) == words(before)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_picture_and_page_to_print(app: Flask, address: str, lang: str) -> None:
    for fmt, magic in (("png", b"\x89PNG"), ("pdf", b"%PDF")):
        drawn = app.test_client().get(f"{address}/ruling.{fmt}?lang={lang}")
        assert drawn.status_code == 200
        assert drawn.data.startswith(magic)
    assert app.test_client().get(f"{address}/ruling.gif").status_code == 404


def test_no_other_number_opens_with_the_same_seal(app: Flask, address: str) -> None:
    parts: list[Any] = address.split("/")
    for at, other in ((3, "2"), (4, "s2"), (5, "3"), (6, "0" * 40), (6, "é"), (2, "ZZZZ")):
        wrong = [*parts[:at], other, *parts[at + 1 :]]
        assert app.test_client().get("/".join(wrong)).status_code == 404, wrong
