"""What is asked before a sheet is printed, and that every answer leads to one."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.web.paper import typst as paper
from referee.web.paper.response import FORMATS

NAMED = re.compile(r'<(?:input|select|button)[^>]*name="(\w+)"[^>]*value="([^"]*)"')


def test_it_asks_for_game_players_paper_and_rules_and_has_one_button(client: FlaskClient) -> None:
    page = client.get("/print?game=pairs&players=6&paper=a5-two&rules=no&both=yes").text
    assert page.count("button-go") == 1
    assert all(f'<option value="{game}"' in page for game in GAMES)
    assert '<option value="pairs" selected' in page
    for chosen in ("6", "a5-two", "no", "yes"):
        assert f'value="{chosen}" checked' in page, chosen
    asked = dict.fromkeys(name for name, _value in NAMED.findall(page))
    assert [*asked] == ["players", "paper", "rules", "both"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_paper_of_the_page_leads_to_a_sheet_for_every_number_of_players(game: str) -> None:
    least, most = GAMES[game].info.seats
    for size in paper.GENERAL_PAPERS:
        for players in range(least, most + 1):
            found = paper.fitting(game, size, players)
            assert players <= paper.papers(game)[found]
            assert found == size or size not in paper.papers(game, players)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_sheet_that_is_asked_for_comes_as_a_pdf(client: FlaskClient, lang: str) -> None:
    client.set_cookie("lang", lang)
    sheet = client.get("/print/sheet?game=indian-chief&players=8&paper=a5&rules=yes")
    assert (sheet.status_code, sheet.mimetype) == (200, FORMATS["pdf"])
    across = client.get("/print/indian-chief?players=8&paper=a5-across")
    assert sheet.data == across.data


def test_a_game_is_not_printed_for_fewer_or_more_than_it_is_for(client: FlaskClient) -> None:
    answer = client.get("/print/sheet?game=blind-date&players=8&paper=letter&rules=no")
    assert answer.status_code == 302
    page = client.get(answer.headers["Location"]).text
    assert "is for 3 to 4 players." in page
    assert '<option value="blind-date" selected' in page
    assert 'value="letter" checked' in page
    assert client.get("/print/sheet?game=chess&players=2").status_code == 302


@pytest.mark.parametrize(
    "address", ["/print/indian-chief?players=9", "/print/indian-chief?paper=a9"]
)
def test_what_there_is_no_sheet_for_is_not_found(client: FlaskClient, address: str) -> None:
    assert client.get(address).status_code == 404
