"""A whole game of every game by taps, drawn at random: what the phone records is what the engine was told, to the end."""

from __future__ import annotations

import random

import pytest
from flask import Flask
from playwright.sync_api import expect

from referee.sample import sample_game
from tests.browser.phone import GO, Phone
from tests.browser.play import history, replayed_totals
from tests.browser.taps import answer_by_taps

GAMES = (
    ("three-draw", 3, 1, {}),
)


@pytest.mark.parametrize(("game", "players", "seed", "options"), GAMES, ids=[f"{game}-{seed}" for game, _, seed, _ in GAMES])
def test_a_whole_game_by_taps(
    app: Flask, phone: Phone, game: str, players: int, seed: int, options: dict[str, str]
) -> None:
    code = phone.start(game, players, **options)
    start = history(app, code)
    moves = sample_game(start.game, start.state, random.Random(seed))
    for move in moves:
        answer_by_taps(phone, move.prompt, move.answer)
        if phone.page.locator("#explained").count():
            phone.tap(GO)
            expect(phone.page.locator("#turn")).to_be_visible()
    played = history(app, code)
    assert [(one.move.kind, one.move.seat, one.move.data) for one in played.played] == [(m.move.kind, m.move.seat, m.move.data) for m in moves]
    expect(phone.page.locator("#sheet")).to_be_visible()
    assert phone.totals() == replayed_totals(app, code)
    assert phone.problems == []
    print(f"{game}, {players} players: {len(moves)} entries, {phone.taps} taps")
