"""Fixing what all players entered together: nobody's number is another's."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from referee.samples import JUST_POINTS, sample_sheet
from referee.words import LANGUAGES
from tests.support.at_table import post
from tests.support.talk import Opened, send


@pytest.fixture
def opened(client: FlaskClient) -> Opened:
    """A table with a round of three numbers."""
    seats = [{"name": name} for name in ("Ann", "Bo", "Cy")]
    told = {"seats": seats, "sheet": sample_sheet(JUST_POINTS)}
    found: Opened = client.post("/api/tables", json=told).get_json()
    data = {"points-s1": 7, "points-s2": 9, "points-s3": 1}
    assert send(client, found, {"kind": "step1", "data": data}).status_code == 201
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_changed_scores_are_counted_and_none_is_called_other(
    client: FlaskClient, opened: Opened, lang: str
) -> None:
    client.set_cookie("lang", lang)
    code = opened["code"]
    form = {"kind": "step1", "points-s1": "7", "points-s2": "5", "points-s3": "1"}
    page = post(client, code, "correct/2", seen=2, key="fix", **form).text
    said = {"en": "1 score changes", "ja": "1か所の得点が変わります"}[lang]
    assert said in page
    assert not re.search("other player|ほかの人", page)


def test_the_way_back_is_the_whole_sheet(client: FlaskClient, opened: Opened) -> None:
    """A round of all players is no single number of the sheet that could be open."""
    page = client.get(f"/t/{opened['code']}/correct/2").text
    assert f'href="/t/{opened["code"]}/sheet"' in page
    assert "None" not in page
