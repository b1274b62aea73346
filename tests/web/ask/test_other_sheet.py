"""Another score sheet: the same entries counted by it, beside this table's own count."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from flask.testing import FlaskClient
from lxml import html

from referee.own.packed import packed
from referee.samples import JUST_POINTS, sample_sheet
from referee.words import LANGUAGES
from tests.support.talk import Opened, send, text_of

SHEET = sample_sheet("rummy-500")


def doubled() -> dict[str, Any]:
    """A version of the sheet by which cards laid down count twice."""
    told: Any = copy.deepcopy(SHEET)
    told["points"][0]["points"] = "2 × laid"
    return dict(told)


@pytest.fixture
def opened(client: FlaskClient) -> Opened:
    """A table of the sheet with a round in which Bo is ahead."""
    seats = [{"name": "Ann"}, {"name": "Bo"}]
    found: Opened = client.post("/api/tables", json={"seats": seats, "sheet": SHEET}).get_json()
    told = {"laid-s1": 60, "left-s1": 50, "laid-s2": 20, "left-s2": 0}
    assert send(client, found, {"kind": "step1", "data": told}).status_code == 201
    return found


def page(client: FlaskClient, opened: Opened, sheet: str, status: int = 200) -> Any:
    answer = client.get(f"/t/{opened['code']}/other-sheet", query_string={"sheet": sheet})
    return html.document_fromstring(text_of(answer, status))


def test_both_counts_stand_side_by_side(client: FlaskClient, opened: Opened) -> None:
    found = page(client, opened, packed(doubled()))
    rows = [[cell.text_content().strip() for cell in row] for row in found.xpath("//tbody/tr")]
    assert [row[0] for row in rows] == ["Ann", "Bo"]
    told = zip(rows, (("10", "70"), ("20", "40")), strict=True)
    assert all(now in row[1] and then in row[2] for row, (now, then) in told)
    assert "Ann" in found.xpath("//section[@id='matter']")[0].text_content()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_place_to_ask_leads_there(client: FlaskClient, opened: Opened, lang: str) -> None:
    asked = client.get(f"/ask/{opened['game']}?table={opened['code']}&lang={lang}").text
    assert f"/t/{opened['code']}/other-sheet" in asked
    assert page(client, opened, "").xpath("//table") == []


def test_the_same_sheet_changes_nothing(client: FlaskClient, opened: Opened) -> None:
    found = page(client, opened, f"https://example.org/own/open#{packed(SHEET)}")
    assert "doesn’t change" in found.xpath("//section[@id='matter']")[0].text_content()


def test_a_sheet_that_asks_for_other_things_counts_nothing(
    client: FlaskClient, opened: Opened
) -> None:
    found = page(client, opened, packed(sample_sheet(JUST_POINTS)))
    assert "can’t count this game" in found.xpath("//section[@id='matter']")[0].text_content()


@pytest.mark.parametrize("sheet", ["abc", packed(sample_sheet("wizard"))])
def test_what_does_not_fit_is_said_at_its_field(
    client: FlaskClient, opened: Opened, sheet: str
) -> None:
    """No sheet at all, or one for other numbers of players."""
    assert page(client, opened, sheet, 422).xpath("//p[@id='wrong']")


def test_a_group_s_other_sheets_are_offered(client: FlaskClient, opened: Opened) -> None:
    told = {"seats": [{"name": "Ann"}, {"name": "Bo"}], "sheet": doubled(), "again": opened["code"]}
    assert client.post("/api/tables", json=told).status_code == 201
    assert packed(doubled()) in html.tostring(page(client, opened, "")).decode()
