"""The round explained: whose the cards behind a number are."""

from __future__ import annotations

from collections import Counter

import pytest
from flask import Flask

from referee.games import GAMES
from referee.kernel.contract import cards_behind
from referee.web.rulings.number_cards import TWICE
from referee.web.sheet.explained import explained
from tests.support import tiers
from tests.support.random_play import random_history
from tests.support.views import view_of


@tiers.property_test
@pytest.mark.parametrize("game", GAMES)
def test_no_card_of_another_stands_as_if_it_were_hers(app: Flask, game: str) -> None:
    """In the round explained a card that only others laid stands under the name of one of them."""
    for seed in tiers.cases(4, 12):
        history = random_history(game, seed)
        view = view_of(history, {seat: seat for seat in history.seats})
        alike = max(view.scene.deck.counts.values()) > TWICE
        with app.test_request_context("/"):
            for round_ in {line.round for line in view.lines}:
                laid = {
                    seat: Counter(
                        card for one in history.entered(round_, seat) for card in one.cards
                    )
                    for seat in history.seats
                }
                for row in explained(view, round_).rows:
                    lines = [
                        line
                        for line in view.lines
                        if line.counts and (line.round, line.seat) == (round_, row.seat)
                    ]
                    told = Counter(row.cards) + Counter(
                        card for one in row.others for card in one.cards
                    )
                    missing = Counter(cards_behind(lines, view.scene.deck)) - told
                    assert not missing, (seed, round_, row.seat)
                    theirs = {
                        card for seat, cards in laid.items() if seat != row.seat for card in cards
                    }
                    wrong = [
                        card for card in row.cards if card in theirs and not laid[row.seat][card]
                    ]
                    assert alike or not wrong, (seed, round_, row.seat)
                    for one in row.others:
                        assert set(one.cards) <= laid[one.name].keys(), (seed, round_, row.seat)
