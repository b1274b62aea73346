"""A finished table as a play of another program: everybody with their number, the winners those of
the game, exactly one who starts.
"""

from __future__ import annotations

import json
from uuid import UUID

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.kernel.contract import totals
from tests.support.eventful import phone, stored
from tests.support.random_play import random_history
from tests.support.talk import Open
from tests.support.tiers import cases, property_test

NAMES = ('-Zoë "the" & Bö', "あき🃏", "=1+1", "A%20B", "Cy", "D+e", "E?f", "G#h", "I/j", "Kl")


@property_test
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_a_play_has_everybody_and_the_winners_of_the_game(app: Flask, game_id: str) -> None:
    """The end goes to other programs with everybody and the winners."""
    info = GAMES[game_id].info
    for seed in cases(3, 6):
        history = random_history(game_id, seed)
        assert history.result is not None
        table = stored(app.extensions["service"].store, history, NAMES)
        client = phone(app, table)
        file = json.loads(client.get(f"/t/{table.code}/bgstats.bgsplay").text)
        (play,) = file["plays"]
        assert {"uuid", "playDate", "gameRefId", "playerScores"} <= play.keys()
        assert UUID(play["uuid"]).hex == table.uid
        names, told = {one["id"]: one["name"] for one in file["players"]}, play["playerScores"]
        assert [names[one["playerRefId"]] for one in told] == [*NAMES[: len(history.seats)]]
        assert sum(one["startPlayer"] for one in told) == 1
        won = {seat for seat, one in zip(history.seats, told, strict=True) if one["winner"]}
        scores = [int(one["score"]) for one in told]
        if not info.tally:
            assert won == set(history.result.winners)
            assert scores == [totals(history.lines, history.seats)[seat] for seat in history.seats]
        else:
            assert [one["winner"] for one in told] == [score == max(scores) for score in scores]
        assert play["gameRefId"] == file["games"][0]["id"]
        share = client.get(f"/t/{table.code}/share").text
        assert f'href="/t/{table.code}/bgstats.bgsplay"' in share


def test_a_table_that_is_played_is_no_play(client: FlaskClient, open_table: Open) -> None:
    code = open_table(sorted(GAMES)[0])["code"]
    assert "bgsplay" not in client.get(f"/t/{code}/share").text
    assert client.get(f"/t/{code}/bgstats.bgsplay").status_code == 303
