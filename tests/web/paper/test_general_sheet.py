"""The printed sheet of every game without one of its own: what it prints is the game's, and nothing overflows."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.games import GAMES
from referee.kernel.contract import complete_options, rank_by, totals
from referee.kernel.history import History, replay
from referee.sample import sample_game
from referee.store.signs import Sign
from referee.web.paper import typst as paper
from referee.web.paper.signs import printed
from referee.words import Speaker
from tests.support.random_play import json_of, random_history, start_event
from tests.web.paper.test_paper import HOUSE, LONG_NAMES, overflows, readings, white_outside

GENERAL = sorted(name for name in GAMES if paper.template(name) == paper.GENERAL)
LANGUAGES = ("en", "ja")
NAMES = [*LONG_NAMES, "Ümit", "鈴木"]


def crowded_history(game_id: str) -> History:
    """A game at the largest table."""
    game = GAMES[game_id]
    start = start_event(game, 1)
    seats = tuple(f"p{at}" for at in range(game.info.seats[1]))
    start = type(start)(1, "start", data={**start.data, "seats": list(seats), "options": {}})
    samples = sample_game(game, game.setup(seats, complete_options(game.info, seats, {})), random.Random(4))
    moves = [type(start)(at, "move", one.prompt.seat, one.prompt.kind, json_of(one.answer)) for at, one in enumerate(samples, 2)]
    return replay(game, [start, *moves])


def data_of(history: History, lang: str) -> dict[str, Any]:
    """What the sheet is given, with long names and many house rules."""
    game = history.game
    said = Speaker(lang, game.info.id, {})
    laid = game.paper(history.state)
    for entry in (entry for row in laid["rows"] for entry in row):
        entry["boxes"] = [said.word(value) if isinstance(value, str) else value for value in entry["boxes"]]
    points = totals(history.lines, history.seats)
    places = {seat: at for at, group in enumerate(rank_by(points), 1) for seat in group}
    players = [{"name": name, "sign": printed(Sign("leaf", "teal")), "total": points[seat], "place": places[seat]} for seat, name in zip(history.seats, NAMES, strict=False)]
    qr = ["10" * 12 + "1"] * 25
    return {"players": players, "code": "ABCD", "date": "2026-11-21", "place": "The back room", "qr": qr, "house": HOUSE, **laid}


@pytest.mark.parametrize("game_id", GENERAL)
def test_every_finished_round_is_a_row_with_an_entry_for_every_seat(game_id: str) -> None:
    boxes = GAMES[game_id].info.sheet.boxes
    for seed in range(6):
        history = random_history(game_id, seed)
        rows = history.game.paper(history.state)["rows"]
        assert len(rows) == history.game.scene(history.state).complete
        for number, row in enumerate(rows, 1):
            assert [entry["seat"] for entry in row] == list(history.seats)
            for entry in row:
                assert entry["round"] == number
                assert len(entry["boxes"]) == len(boxes)
                assert entry["total"] == totals(history.lines, history.seats, number)[entry["seat"]]


@pytest.mark.parametrize("lang", [pytest.param("en", marks=pytest.mark.slow), "ja"])
@pytest.mark.parametrize("game_id", GENERAL)
def test_a_full_table_with_long_names_stays_inside_its_boxes(game_id: str, lang: str) -> None:
    data = data_of(crowded_history(game_id), lang)
    for size in paper.papers(game_id):
        assert overflows(game_id, lang=lang, paper=size, data=data) == []
        assert white_outside(7.95, game_id, lang=lang, paper=size, data=data)


@pytest.mark.parametrize("lang", [pytest.param("en", marks=pytest.mark.slow), "ja"])
@pytest.mark.parametrize("game_id", GENERAL)
def test_the_sheet_says_names_totals_and_the_rules_in_short(game_id: str, lang: str) -> None:
    data = data_of(random_history(game_id, 2), lang)
    rules = Speaker(lang, game_id, {}).say("sheet.rules").replace("*", "").split("\n")
    for text in readings(game_id, lang=lang, paper="a4", data=data):
        assert all(player["name"].replace(" ", "") in text for player in data["players"])
        assert "".join(rules[0].split())[:20] in text
