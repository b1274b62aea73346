"""Sheets of teams: one column for a side, in it the boxes of each partner under their names."""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask import Flask

from referee.languages import LANGUAGES
from referee.samples import sample_sheet
from referee.sheets import game_of_sheet
from referee.web.http.rendering import make_translator
from referee.web.paper import typst as paper
from referee.web.sheet.print_routes import sheet_data
from tests.support.sheet_games import added, begun
from tests.support.sheets import random_move
from tests.support.views import view_of
from tests.web.paper.test_paper import overflows, pieces, plain

TEAMS = ("spades", "tichu")
LONG = ("Maximiliane von Hohenberg", "Bartholomew-Alexander", "さくらこさくらこさくらこ", "Dee")


def filled(name: str, names: tuple[str, ...]) -> dict[str, Any]:
    """The data of a sheet after a few random entries."""
    rng = random.Random(name)
    history = begun(game_of_sheet(sample_sheet(name)), rng)
    for _ in range(8):
        move = random_move(history.game, history.state, rng)
        assert move
        history = added(history, move)
    view = view_of(history, dict(zip(history.seats, names, strict=True)))
    return sheet_data(view, "2026-12-01", "", [])


@pytest.mark.parametrize("name", TEAMS)
def test_long_names_of_partners_stay_inside_their_column(app: Flask, name: str) -> None:
    game_id = game_of_sheet(sample_sheet(name)).info.id
    with app.test_request_context("/?lang=en"):
        data = filled(name, LONG)
        for size in ("a4", "a5", "half-across"):
            assert size in paper.papers(game_id, 4)
            assert overflows(game_id, lang="en", paper=size, data=data, both=True) == []


def read(game_id: str, **wanted: Any) -> str:
    """The text of a sheet, without blanks and without what keeps words together."""
    return plain("".join(pieces(game_id, **wanted))).replace("\u2060", "")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", TEAMS)
def test_a_filled_sheet_heads_the_boxes_with_names_and_a_blank_one_with_numbers(
    app: Flask, name: str, lang: str
) -> None:
    info = game_of_sheet(sample_sheet(name)).info
    with app.test_request_context(f"/?lang={lang}"):
        data = filled(name, ("Ann", "Bo", "Cy", "Dee"))
        box = make_translator(info.id, {}, html=False, lang=lang).say(f"box.{info.sheet.boxes[0]}")
        told = read(info.id, lang=lang, paper="a4", data=data)
        blank = read(info.id, lang=lang, paper="a4", players=4)
    for side in ("Ann + Cy", "Bo + Dee"):
        assert plain(side) in told
    for who in ("Ann", "Bo", "Cy", "Dee"):
        assert plain(f"{who} {box}") in told
    for number in (1, 2):
        assert blank.count(plain(f"{number} {box}")) == 2
