"""A finished table as a play of another program: everybody with their number, the winners those of the game, exactly one who starts."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import Markup

from referee.games import GAMES
from referee.kernel.contract import totals
from tests.support.eventful import phone, stored
from tests.support.random_play import random_history
from tests.support.talk import Open
from tests.support.tiers import cases, law

NAMES = ('-Zoë "the" & Bö', "あき🃏", "=1+1", "A%20B", "Cy", "D+e", "E?f", "G#h", "I/j", "Kl")


def linked(page: str) -> Any:
    """What the link of the page holds."""
    found = re.search(r'href="(https://app\.bgstatsapp\.com/createPlay\.html\?data=[^"]+)"', page)
    assert found
    return json.loads(parse_qs(urlsplit(Markup(found.group(1)).unescape()).query)["data"][0])


@law
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_a_play_has_everybody_and_the_winners_of_the_game(app: Flask, game_id: str) -> None:
    """The end goes to other programs with everybody and the winners."""
    info = GAMES[game_id].info
    for seed in cases(3, 6):
        history = random_history(game_id, seed)
        assert history.result is not None
        table = stored(app.extensions["desk"].store, history, NAMES)
        client = phone(app, table)
        told = linked(client.get(f"/t/{table.code}/files").text)
        assert {"sourceName", "sourcePlayId", "playDate", "game", "players"} <= told.keys()
        assert [one["name"] for one in told["players"]] == [*NAMES[: len(history.seats)]]
        assert sum(one["startPlayer"] for one in told["players"]) == 1
        won = {seat for seat, one in zip(history.seats, told["players"], strict=True) if one["winner"]}
        if not info.tally:
            assert won == set(history.result.winners)
        if not info.tally:
            assert [one["score"] for one in told["players"]] == [totals(history.lines, history.seats)[seat] for seat in history.seats]
        best = max(one["score"] for one in told["players"])
        assert info.tally is False or all(one["winner"] is (one["score"] == best) for one in told["players"])
        file = json.loads(client.get(f"/t/{table.code}/bgstats.bgsplay").text)
        (play,) = file["plays"]
        assert UUID(play["uuid"]).hex == told["sourcePlayId"]
        names = {one["id"]: one["name"] for one in file["players"]}
        same = [{key: one[key] for key in ("winner", "rank", "startPlayer")} for one in told["players"]]
        assert [{key: one[key] for key in ("winner", "rank", "startPlayer")} for one in play["playerScores"]] == same
        assert [names[one["playerRefId"]] for one in play["playerScores"]] == [one["name"] for one in told["players"]]
        assert play["gameRefId"] == file["games"][0]["id"]


def test_a_table_that_is_played_is_no_play(client: FlaskClient, open_table: Open) -> None:
    code = open_table(sorted(GAMES)[0])["code"]
    assert "bgstatsapp" not in client.get(f"/t/{code}/files").text
    assert client.get(f"/t/{code}/bgstats.bgsplay").status_code == 303
