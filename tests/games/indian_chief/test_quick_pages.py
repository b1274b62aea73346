"""Indian Chief where only melds and points are told: entered, refused, corrected, shown and printed
without a card.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.at_table import words
from tests.support.talk import CHIEF, Open, send

TOLD = (
    {"kind": "thief", "seat": "s1", "data": {"score": 7}},
    {"kind": "rich", "seat": "s2", "data": {"lost": 20}},
    {"kind": "doctor", "seat": "s3", "data": {"score": "40"}},
)


@pytest.fixture
def table(open_table: Open) -> Any:
    return open_table(CHIEF, options={"depth": "quick"})


def test_a_meld_is_chosen_and_its_points_are_told(client: FlaskClient, table: Any) -> None:
    page = client.get(f"/t/{table['code']}?go=1").text
    assert re.findall(r'<button class="button" name="score" value="(\d+)"', page) == [
        str(n) for n in range(1, 11)
    ]
    assert set(re.findall(r"do=(\w+)", page)) >= {
        "beggar",
        "poor",
        "lawyer",
        "rich",
        "doctor",
        "chief",
    }
    assert 'name="cards"' not in page
    form = client.get(f"/t/{table['code']}?seat=s1&do=lawyer").text
    assert re.findall(r'name="score" value="(\d+)"', form) == ["0", "25"]
    answer = client.post(
        f"/t/{table['code']}/entry",
        data={"kind": "lawyer", "seat": "s1", "score": "25", "seen": 1, "key": "a"},
    )
    assert answer.status_code == 303
    assert "Ann’s Lawyer , 25" in words(client.get(f"/t/{table['code']}/fix").text)


def test_points_that_cannot_be_are_refused_at_the_field(client: FlaskClient, table: Any) -> None:
    answer = client.post(
        f"/t/{table['code']}/entry",
        data={"kind": "beggar", "seat": "s1", "score": "7", "seen": 1, "key": "a"},
    )
    assert answer.status_code == 422
    assert "A Beggar is never worth 7" in words(answer.text)
    assert "IC-29" in answer.text
    assert 'value="7"' in answer.text


def test_a_round_of_points_is_explained_shown_corrected_and_printed(
    client: FlaskClient, table: Any
) -> None:
    code = table["code"]
    assert send(client, table, *TOLD).status_code == 201
    told = words(client.get(f"/t/{code}").text)
    assert "Ann draws 1, or none after a theft" in told
    assert "Rich Man" in words(client.get(f"/t/{code}/sheet?open=1-s2").text)
    changes = client.post(
        f"/t/{code}/correct/3", data={"kind": "rich", "seat": "s2", "lost": "30", "seen": 4}
    )
    assert changes.status_code == 200
    assert "Fix Bo’s Rich Man" in words(changes.text)
    for lang in ("en", "ja"):
        assert client.get(f"/t/{code}/sheet.pdf?paper=a4&lang={lang}").data.startswith(b"%PDF")


def test_every_meld_is_a_tap_away_from_every_other(client: FlaskClient, table: Any) -> None:
    """Told in one row above the points: what is made already leads to the sheet, and no answer is
    opened from another.
    """
    assert (
        send(client, table, {"kind": "thief", "seat": "s1", "data": {"score": 7}}).status_code
        == 201
    )
    for seat, free in (("s2", 6), ("s1", 0)):
        page = client.get(f"/t/{table['code']}?seat={seat}&do=poor&lang=en").text
        slots = page.partition('class="slots"')[2].partition("</section>")[0]
        assert len(re.findall(rf'href="/t/\w+\?seat={seat}&amp;do=\w+"', slots)) == free
        assert "Something else" not in page
        assert 'class="others' not in page


def test_the_first_pad_says_how_many_cards_make_what(client: FlaskClient, open_table: Open) -> None:
    """Until the first round is over."""
    opened = open_table(CHIEF, "Ann", "Bo")
    page = client.get(f"/t/{opened['code']}?go=1&lang=en").text
    assert "1 card is a Thief … 7 a Chief" in page
    for at, (seat, cards) in enumerate((("s1", "9C"), ("s2", "8C")), 1):
        client.post(
            f"/t/{opened['code']}/entry",
            data={"seat": seat, "cards": cards, "seen": at, "key": seat},
        )
    assert "1 card is a Thief" not in client.get(f"/t/{opened['code']}?go=1&lang=en").text
