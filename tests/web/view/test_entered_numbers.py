"""Bids and tricks stand small over the points of a score sheet."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from lxml import html

from referee.samples import JUST_POINTS, sample_sheet
from referee.words import LANGUAGES
from tests.support.talk import Opened, send


def opened(client: FlaskClient, sheet: str, *rounds: dict[str, object]) -> Opened:
    """A table of a sample with some entries, one step after the other."""
    least = sample_sheet(sheet)["players"][0]
    seats = [{"name": name} for name in ("Ann", "Bo", "Cy", "Dee")[:least]]
    told = {"seats": seats, "sheet": sample_sheet(sheet)}
    found: Opened = client.post("/api/tables", json=told).get_json()
    for at, data in enumerate(rounds):
        entry = {"kind": f"step{1 + at % 2 if sheet == 'wizard' else 1}", "data": data}
        assert send(client, found, entry, seen=1 + at, key=f"k{at}").status_code == 201
    return found


def cells(client: FlaskClient, table: Opened, lang: str = "en") -> tuple[list[str], str]:
    """The small numbers of the sheet, and the line below it."""
    page = html.document_fromstring(client.get(f"/t/{table['code']}/sheet?lang={lang}").text)
    found = [one.text_content() for one in page.xpath("//*[@class='cell-name']")]
    return found, page.xpath("//p[contains(@class, 'legend')]")[0].text_content()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bids_and_tricks_stand_over_the_points(client: FlaskClient, lang: str) -> None:
    table = opened(
        client,
        "wizard",
        {"bid-s1": 1, "bid-s2": 0, "bid-s3": 0},
        {"won-s1": 0, "won-s2": 1, "won-s3": 0},
    )
    told, legend = cells(client, table, lang)
    assert told == ["1 · 0", "0 · 1", "0 · 0"]
    assert {"en": "Bid · Tricks", "ja": "予想 · トリック数"}[lang] in legend


def test_a_round_under_way_has_none(client: FlaskClient) -> None:
    table = opened(client, "wizard", {"bid-s1": 1, "bid-s2": 0, "bid-s3": 0})
    assert cells(client, table)[0] == []


def test_points_that_were_entered_as_they_count_are_not_said_twice(client: FlaskClient) -> None:
    told, legend = cells(client, opened(client, JUST_POINTS, {"points-s1": 7}))
    assert set(told) == {""}
    assert "Small numbers" not in legend


def test_more_than_four_numbers_have_no_room(client: FlaskClient) -> None:
    """A team of Tichu has five: none is shown rather than some."""
    known = {"first": "s1", "cards-s1": 50, "cards-s2": 50}
    table = opened(client, "tichu", {"call-s1": [], "call-s2": [], "call-s3": [], "call-s4": []})
    asked = client.get(f"/api/t/{table['code']}").get_json()["prompts"][0]["fields"]
    data = {field["name"]: known.get(field["name"], False) for field in asked}
    entry = {"kind": "step2", "data": data}
    assert send(client, table, entry, seen=2, key="k2").status_code == 201
    assert set(cells(client, table)[0]) == {""}
