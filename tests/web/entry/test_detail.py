"""The detail: one switch, at once for everybody, and the way back in a band."""

from __future__ import annotations

import random
import re
from typing import Any, cast

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.kernel.contract import Move, complete_options
from referee.kernel.detail import DEPTH
from referee.kernel.fields import Choice
from referee.kernel.game import Game
from referee.words import catalogue
from tests.support.at_table import enter, post
from tests.support.examples import plays
from tests.support.talk import CHIEF, Open
from tests.support.tiers import cases
from tools.sample import sample_game

SWITCHED = {
    name: option.field.values
    for name, game in GAMES.items()
    for option in game.info.options
    if option.field.name == DEPTH and isinstance(option.field, Choice)
}


def keys(page: str) -> dict[str, bool]:
    """The values of the switch, and which of them holds."""
    switch = page.partition('<form class="detail"')[2].partition("</form>")[0]
    return {
        value: "aria-pressed" in more
        for value, more in re.findall(r'<button name="value" value="(\w+)"([^>]*)>', switch)
    }


@pytest.mark.parametrize("game", sorted(SWITCHED))
def test_every_detail_of_a_game_is_one_tap_away_and_as_near_to_go_back(
    client: FlaskClient, open_table: Open, game: str
) -> None:
    """Switched at once, for everybody: the answer leads to the game, which says so and has the way
    back.
    """
    code = open_table(game, *"ABCD"[: max(GAMES[game].info.seats[0], 2)])["code"]
    shown = keys(client.get(f"/t/{code}/menu?lang=en").text)
    assert set(shown) == set(SWITCHED[game])
    held = next(value for value, on in shown.items() if on)
    for other in shown.keys() - {held}:
        answer = post(client, code, "detail", value=other)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{code}?go=1")
        page = client.get(f"/t/{code}?go=1&lang=en").text
        band = page.partition('class="tap-band"')[2].partition("</form>")[0]
        assert f'value="{held}"' in band
        assert keys(client.get(f"/t/{code}/menu").text)[other]
        post(client, code, "detail", value=held)
        assert "tap-band" not in client.get(f"/t/{code}?go=1").text


@plays(CHIEF)
def test_the_old_address_of_the_switch_leads_to_the_game(
    client: FlaskClient, open_table: Open
) -> None:
    code = open_table(CHIEF)["code"]
    assert client.get(f"/t/{code}?do={DEPTH}").headers["Location"] == f"/t/{code}?go=1"


@plays(CHIEF)
def test_in_mid_round_the_switch_says_when_it_can_be_used(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """What is no detail, or cannot be chosen now, is refused and changes nothing."""
    code = open_table(CHIEF)["code"]
    enter(client, code, "s1", "9C")
    page = client.get(f"/t/{code}/menu?lang=en").text
    assert "You can switch between turns or rounds." in page
    for value in ("quick", "turns", "", "x" * 99):
        assert post(client, code, "detail", value=value).status_code == 409
    assert post(client, code, "detail", value="full").status_code == 303
    assert "tap-band" not in client.get(f"/t/{code}").text


@pytest.mark.parametrize("game_id", sorted(SWITCHED))
def test_who_is_told_to_wait_can_switch_in_the_course_of_a_game(game_id: str) -> None:
    """A game that may keep a detail to its end says so in words of its own."""
    game = GAMES[game_id]
    seats = ("s1", "s2", "s3", "s4")
    for depth in SWITCHED[game_id]:
        start = game.setup(seats, complete_options(game.info, seats, {DEPTH: depth}))
        states = [one.state for one in sample_game(game, start, random.Random(3))]
        offered = [any(prompt.kind == DEPTH for prompt in game.prompts(state)) for state in states]
        if not all(offered):
            assert any(offered[1:]) or f"field.{DEPTH}.later" in catalogue("en", game_id), depth


STAYS_MIDWAY = {"indian-chief", "blind-date", "the-things", "captains-orders"}
"""Games in which a half-entered round, date or fight cannot be told in fewer words."""


@pytest.mark.parametrize("seed", cases(2, 20))
@pytest.mark.parametrize("game_id", sorted(SWITCHED.keys() - STAYS_MIDWAY))
def test_less_can_be_entered_from_any_moment_on(game_id: str, seed: int) -> None:
    """Quick is offered after every entry of a game begun in full, and the game goes on to its
    end.
    """
    game, rng = GAMES[game_id], random.Random(seed)
    seats = ("s1", "s2", "s3", "s4")
    start = game.setup(seats, complete_options(game.info, seats, {DEPTH: "full"}))
    states = [one.state for one in sample_game(game, start, rng)]
    quick_game = game.setup(seats, complete_options(game.info, seats, {DEPTH: "quick"}))
    shared = kinds(game, quick_game) | {"last", "again", "start", "highs", "hand"}
    followed = [state for state in states if kinds(game, state) - shared]
    assert followed
    for state in rng.sample(followed, min(len(followed), 8)):
        assert "quick" in next(
            cast("Choice", prompt.fields[0]).values
            for prompt in game.prompts(state)
            if prompt.kind == DEPTH
        )
        quick = game.advance(state, Move(DEPTH, None, {DEPTH: "quick"}))
        assert kinds(game, quick) == kinds(game, quick_game)
        last = sample_game(game, quick, rng)[-1]
        assert game.result(game.advance(last.state, last.move)) is not None


def kinds(game: Game[Any], state: Any) -> set[str]:
    """What somebody waits for."""
    return {prompt.kind for prompt in game.prompts(state) if not prompt.aside}
