"""Rulings on paper and as pictures stay on their page, and say where they come from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.web.rulings.number import ScoredCell, number_ruling
from referee.web.rulings.ruling import RulingView, render_ruling
from tests.support import tiers
from tests.support.printed import outside, printed_on
from tests.support.random_play import random_history
from tests.support.views import view_of

pytestmark = tiers.by_turns

MARGIN = 7.0
"""Millimetres; of the eight a letter with a mark above takes a little."""
BEGGAR = "cards=7C+KD&others=7S+7H+2D+KS+QS+TC+5H"
LONG = (
    "Wilhelmina-Alexandra", "Maximilian", "Bo", "髙橋みどり子", "Constantinople", "Eve", "F", "Gus",
    "H", "I",
)  # fmt: skip


def width_of(ruling: RulingView) -> int:
    return len(ruling.comparison.columns) if ruling.comparison else 0


def rulings(game: str) -> Iterator[RulingView]:
    """Of a few tables of a game the rulings with the widest tables."""
    for seed in tiers.cases(6, 20):
        history = random_history(game, seed)
        names = dict(zip(history.seats, LONG, strict=False))
        view = view_of(history, names)
        cells = dict.fromkeys((line.round, line.seat) for line in view.lines if line.counts)
        about = [ScoredCell.about(view, *at) for at in [*cells][:6]]
        found = [number_ruling(cell, view.plain) for cell in about if cell]
        yield from sorted(found, key=width_of)[-1:]


@tiers.property_test
@pytest.mark.parametrize("game", GAMES)
def test_a_printed_ruling_stays_inside_its_margins(app: Flask, game: str) -> None:
    """Also one that lays many readings side by side, between long names."""
    with app.test_request_context("/", base_url="http://referee.example:8000"):
        for ruling in sorted(rulings(game), key=width_of)[-2:]:
            sheet = printed_on(render_ruling(game, ruling, "pdf", "ruling").get_data())
            assert outside(sheet, MARGIN) == []
            assert "referee.example:8000" in sheet.text


def test_a_picture_of_the_desk_says_the_address_of_its_ruling(client: FlaskClient) -> None:
    """Where it is short enough to be typed; a long one is that of the site alone."""
    names = "".join(f"&name.{seat}={seat * 40}" for seat in "ABC")
    short, long = (
        client.get(f"/ask/indian-chief/worth/ruling.pdf?{BEGGAR}&lang=en{more}").data
        for more in ("", names)
    )
    assert "/ask/indian-chief/worth" in printed_on(short).text
    assert "http://localhost/" in printed_on(long).text
    assert "/ask/" not in printed_on(long).text
