"""A whole game of every game by taps, drawn at random: what the phone records is what the engine was told, to the end."""

from __future__ import annotations

import random

import pytest
from flask import Flask
from playwright.sync_api import expect

from referee.kernel.contract import Move
from referee.kernel.fields import Value
from referee.sample import sample_game
from tests.browser.phone import GO, Phone
from tests.browser.play import history, replayed_totals
from tests.browser.taps import answer_by_taps
from tests.support.examples import kept

GAMES: list[tuple[str, int, int, dict[str, str]]] = kept([
    ("three-draw", 3, 58, {}),
    ("long-seat", 3, 11, {}),
    ("pyramid", 2, 1, {}),
    ("not-a-pair", 4, 0, {}),
    ("the-pairs", 3, 36, {}),
    ("captains-orders", 4, 38, {"depth": "full"}),
    ("captains-orders", 5, 50, {}),
    ("the-things", 4, 29, {"depth": "full"}),
    ("the-things", 5, 0, {}),
    ("dream-team", 3, 32, {}),
    ("cracker", 3, 28, {"depth": "full"}),
    ("cracker", 4, 5, {}),
])
QUICK = "pyramid"
"""The third game of the fast tier, beside Indian Chief and Blind Date, which have tests of their own."""


def told(move: Move) -> tuple[str, str | None, dict[str, Value]]:
    """A move; the pad has no order of cards."""
    return move.kind, move.seat, {name: tuple(sorted(value)) if isinstance(value, tuple) else value for name, value in move.data.items()}


@pytest.mark.parametrize(
    ("game", "players", "seed", "options"),
    [pytest.param(*one, id=f"{one[0]}-{one[2]}", marks=() if one[0] == QUICK else pytest.mark.slow) for one in GAMES],
)
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
    assert [told(one.move) for one in played.played] == [told(one.move) for one in moves]
    expect(phone.page.locator(".finale")).to_be_visible()
    phone.table("/sheet")
    assert phone.totals() == replayed_totals(app, code)
    assert phone.problems == []
    print(f"{game}, {players} players: {len(moves)} entries, {phone.taps} taps")
