"""A crown, a place or a lead is shown only where the game's own result can have a winner."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.kernel.history import History
from referee.web.sheet.print_routes import sheet_data
from referee.web.view.access import make_view
from tests.properties.test_every_game import ids_of
from tests.support.random_play import random_history
from tests.support.sheets import PLAYED
from tests.support.talk import play_on
from tests.support.tiers import cases, property_test

CROWN = "#crown"
LOOKS = re.compile(r' (?:class|id|href|d)="[^"]*"')
PLACE = re.compile(r"\b\d+(?:st|nd|rd|th)\b=?|\bleads?\b|\bled\b|\bahead\b")
UNRANKED = sorted(game_id for game_id, game in GAMES.items() if not game.info.ranked)


def one_before_another(history: History) -> bool:
    """Whether a game ended with a winner, and with somebody who has not won."""
    result = history.result
    return result is not None and 0 < len(result.winners) < len(history.seats)


@property_test
@pytest.mark.parametrize("game_id", sorted(PLAYED))
def test_players_are_ranked_where_random_games_have_winners_and_others(game_id: str) -> None:
    """`INFO.ranked` says whether players are ranked: they are where some win and others do not."""
    ends = [one_before_another(random_history(game_id, seed)) for seed in cases(12, 30)]
    assert any(ends) == PLAYED[game_id].info.ranked


@property_test
@pytest.mark.parametrize("game_id", UNRANKED)
def test_no_page_and_no_file_has_a_crown_or_a_place_where_nobody_comes_out_before_another(
    app: Flask, game_id: str
) -> None:
    """After every few moves and at the end; all who won together may wear a crown at the end
    alone.
    """
    for seed in cases(2, 5):
        whole, client = random_history(game_id, seed), app.test_client()
        won = whole.result is not None and whole.result.won
        for seq, opened in enumerate(play_on(client, whole, ids_of(whole), whole.seats), 1):
            last = seq == whole.revision
            if seq % 7 == 0 or last:
                look(app, client, opened["code"], last and won)


def look(app: Flask, client: FlaskClient, code: str, won: bool) -> None:
    """At every page and file that tells how a table stands, and at what the printed sheet is
    given.
    """
    for page in ("?go=1", "/sheet", "/tv", "/result", "/share", "/message.txt", "/bgstats.bgsplay"):
        answer = client.get(f"/t/{code}{page}", follow_redirects=True)
        assert answer.status_code in (200, 404), page
        assert won or CROWN not in answer.text, page
        assert PLACE.findall(LOOKS.sub("", answer.text)) == [], page
    row = app.extensions["service"].store.table_by_code(code)
    names = {seat.seat: seat.name for seat in app.extensions["service"].store.seats(row.id)}
    with app.test_request_context():
        view = make_view(row, app.extensions["service"].history(row), names)
        players = sheet_data(view, "", "", [])["players"]
    assert [player["place"] for player in players] == [None] * len(names)
