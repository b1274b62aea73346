"""Who deals and who starts: one badge, at whoever deals now, in every game; the pages say of the first seat what the game then does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.kernel.history import History
from referee.kernel.turns import left_of
from referee.web.sheet.print_data import sheet_data
from referee.web.sheet.score_sheet import sheet_of
from referee.web.view.scoreboard import scoreboard
from tests.random_play import random_history
from tests.tiers import cases, law
from tests.web.test_every_game import upto
from tests.web.test_numbers import view_of

SEEDS = cases(2, 4, first=1)
DEALERS = {"captains-orders", "cracker", "indian-chief", "the-things"}
STARTERS = {name for name, game in GAMES.items() if any(option.field.name == "start" for option in game.info.options)} - DEALERS


def along(game_id: str) -> Iterator[History]:
    """Every moment at which a random game comes to another round, and its end."""
    for seed in SEEDS:
        whole = random_history(game_id, seed)
        scenes = [whole.game.scene(whole.start), *(whole.game.scene(played.state) for played in whole.played)]
        new = [at for at in range(1, len(scenes)) if scenes[at].round != scenes[at - 1].round]
        yield from (upto(whole, moves) for moves in {0, *new, len(whole.played)})


@law
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_the_badge_is_at_whoever_deals_and_nowhere_else(app: Flask, game_id: str) -> None:
    for history in along(game_id):
        with app.test_request_context("/?lang=en"):
            view = view_of(history)
            dealer = view.scene.dealer
            wanted = [dealer] if game_id in DEALERS else []
            assert [shown.id for shown in scoreboard(view, None) if shown.dealer] == wanted
            assert [player["name"] for player in sheet_data(view, "", "", [])["players"] if player["dealer"]] == [view.names[seat] for seat in wanted]
            noted = {row.seat for row in view.scene.board if row.note and row.note.code == "dealer"}
            assert noted <= {dealer}, "the board names another dealer"
            assert sheet_of(view).columns


@law
def test_the_deal_passes_on_as_the_rules_of_the_game_say() -> None:
    for seed in SEEDS:
        captain = random_history("captains-orders", seed)
        dealer = str(captain.options["first_dealer"] or captain.seats[0])
        for number in range(1, 1 + max(played.round for played in captain.played)):
            assert {dealer} == {captain.game.scene(played.before).dealer for played in captain.played if played.round == number}
            dealer = left_of(captain.seats, dealer)
        cracker = random_history("cracker", seed)
        told = {line.round + 1: line.seat for line in cracker.lines if line.code == "deals_next"} | {1: cracker.options["dealer"]}
        assert all(cracker.game.scene(played.before).dealer == told[played.round] for played in cracker.played)


@pytest.mark.parametrize("game_id", sorted(name for name, game in GAMES.items() if game.info.tally and name != "captains-orders"))
def test_whoever_is_said_to_start_the_next_game_does(app: Flask, game_id: str) -> None:
    whole = random_history(game_id, 1)
    for seat in whole.seats:
        moved = whole.try_move("again", None, {"start": seat}).move
        assert moved is not None
        state = whole.game.advance(whole.state, moved)
        scene, asked = whole.game.scene(state), {prompt.seat for prompt in whole.game.prompts(state) if not prompt.aside}
        for lang, starts, deals in (("en", " starts", " deals"), ("ja", "から", "配って")):
            with app.test_request_context(f"/?lang={lang}"):
                said = view_of(whole).plain.say("record.again", {"start": seat})
            assert (deals if scene.dealer else starts) in said
        assert scene.dealer in (None, seat)
        assert {None, seat if scene.dealer is None else left_of(whole.seats, seat)} & asked


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_the_people_are_told_what_the_first_of_them_does(client: FlaskClient, game_id: str) -> None:
    page = client.get(f"/new/{game_id}?lang=en").text
    assert ("The first one deals." in page) == (game_id in DEALERS)
    assert ("The first one starts." in page) == (game_id in STARTERS)
    assert "In the order they sit, clockwise." in page
