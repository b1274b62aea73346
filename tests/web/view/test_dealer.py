"""Who deals and who starts: said after a round, marked on paper, in every game; the pages say of
the first seat what the game then does.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.kernel.game import check
from referee.kernel.history import History
from referee.kernel.turns import left_of
from referee.web.entry.page import who_deals
from referee.web.sheet.print_routes import sheet_data
from referee.web.sheet.score_sheet import sheet_of
from tests.properties.test_every_game import upto
from tests.support.random_play import random_history
from tests.support.tiers import cases, property_test
from tests.web.view.test_numbers import view_of

SEEDS = cases(1, 2, first=1)


def deals(game_id: str) -> bool:
    """Whether somebody deals in a game."""
    history = random_history(game_id, 1)
    return history.game.scene(history.start).dealer is not None


def along(game_id: str) -> Iterator[History]:
    """Every moment at which a random game comes to another round, and its end."""
    for seed in SEEDS:
        whole = random_history(game_id, seed)
        states = [whole.start, *(played.state for played in whole.played)]
        scenes = [whole.game.scene(state) for state in states]
        new = [at for at in range(1, len(scenes)) if scenes[at].round != scenes[at - 1].round]
        yield from (upto(whole, moves) for moves in {0, *new, len(whole.played)})


@property_test
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_whoever_deals_next_is_said(app: Flask, game_id: str) -> None:
    for history in along(game_id):
        with app.test_request_context("/?lang=en"):
            view = view_of(history)
            dealer = view.scene.dealer
            wanted = [dealer] if deals(game_id) else []
            told = [f"{view.names[seat]} deals." for seat in wanted if not view.over]
            assert who_deals(view) == "".join(told)
            players = sheet_data(view, "", "", [])["players"]
            marked = [player["name"] for player in players if player["dealer"]]
            assert marked == [view.names[seat] for seat in wanted]
            noted = {row.seat for row in view.scene.board if row.note and row.note.code == "dealer"}
            assert noted <= {dealer}, "the board names another dealer"
            assert sheet_of(view).columns


@pytest.mark.parametrize(
    "game_id",
    sorted(name for name, game in GAMES.items() if game.info.tally and name != "captains-orders"),
)
def test_whoever_is_said_to_start_the_next_game_does(app: Flask, game_id: str) -> None:
    whole = random_history(game_id, 1)
    for seat in whole.seats:
        moved = check(whole.game, whole.state, "again", None, {"start": seat}).move
        assert moved is not None
        state = whole.game.advance(whole.state, moved)
        scene = whole.game.scene(state)
        asked = {prompt.seat for prompt in whole.game.prompts(state) if not prompt.aside}
        for lang, starts, deals in (("en", " starts", " deals"), ("ja", "から", "が配る")):
            with app.test_request_context(f"/?lang={lang}"):
                said = view_of(whole, lang=lang).plain.say("record.again", {"start": seat})
            assert (deals if scene.dealer else starts) in said
        assert scene.dealer in (None, seat)
        assert {None, seat if scene.dealer is None else left_of(whole.seats, seat)} & asked


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_the_people_are_told_what_the_first_of_them_does(client: FlaskClient, game_id: str) -> None:
    page = client.get(f"/new/{game_id}?lang=en").text
    starts = any(option.field.name == "start" for option in GAMES[game_id].info.options)
    assert ("The first player deals." in page) == deals(game_id)
    assert ("The first player starts." in page) == (starts and not deals(game_id))
    assert "In seating order, clockwise." in page
