"""Games of score sheets through the API: opened with a sheet, played, checked and brought in."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.samples import sample_sheet
from referee.sheets import game_of_sheet
from tests.support.talk import error_of, opened_by, send, table

SHEET = sample_sheet("golf")
GAME = game_of_sheet(SHEET).info.id


def start(client: FlaskClient, **told: Any) -> Any:
    """The answer to a request to start a table."""
    return client.post("/api/tables", json={"seats": [{"name": "Ann"}, {"name": "Bo"}], **told})


def test_a_table_is_opened_with_a_sheet_and_played(client: FlaskClient) -> None:
    answer = start(client, sheet=SHEET)
    assert answer.status_code == 201
    opened = answer.get_json()
    assert opened["game"] == GAME
    (asked,) = [one["fields"] for one in table(client, opened)["prompts"]]
    told = {field["name"]: 5 for field in asked}
    assert send(client, opened, {"kind": "step1", "data": told}).status_code == 201
    assert client.get(f"/api/games/{GAME}").get_json()["id"] == GAME
    record = client.get(f"/t/{opened['code']}/record.json").get_json()
    assert record["sheet"] == SHEET
    assert client.post("/api/check", json=record).get_json()["lines"]


def test_a_known_sheet_is_opened_by_its_id(client: FlaskClient) -> None:
    assert start(client, game=GAME).status_code == 201


def test_a_check_needs_no_stored_sheet(app: Flask, client: FlaskClient) -> None:
    sheet = {**SHEET, "name": "Nobody’s"}
    record = {
        "format": "referee-record/1", "game": game_of_sheet(sheet).info.id, "sheet": sheet,
        "seats": [{"id": "s1", "name": "Ann"}, {"id": "s2", "name": "Bo"}], "events": [],
    }  # fmt: skip
    assert client.post("/api/check", json=record).status_code == 200
    assert app.extensions["service"].store.sheet(record["game"]) is None


@pytest.mark.parametrize(
    ("told", "code", "where"),
    [
        ({}, "game_or_sheet", "game"),
        ({"game": "pairs", "sheet": SHEET}, "game_or_sheet", "sheet"),
        ({"game": "own-0123456789abcdef"}, "unknown_game", None),
        ({"sheet": {"format": "referee-sheet/1"}}, "sheet_fault", "sheet.players"),
        ({"sheet": SHEET, "options": {"depth": "quick"}}, "unknown_key", "options.depth"),
    ],
)
def test_what_cannot_be_opened_is_told_with_its_place(
    app: Flask, client: FlaskClient, told: Any, code: str, where: str | None
) -> None:
    before = app.extensions["service"].store.table_ids()
    error = error_of(start(client, **told), 422)
    assert (error["code"], error.get("where")) == (code, where)
    assert app.extensions["service"].store.table_ids() == before


def test_a_fault_of_a_formula_is_a_sentence(client: FlaskClient) -> None:
    sheet: Any = copy.deepcopy(SHEET)
    sheet["points"][0]["points"] = "strokess"
    error = error_of(start(client, sheet=sheet), 422)
    assert error["where"] == "sheet.points.0.points"
    assert "strokess" in error["message"]


def test_names_of_seats_come_with_the_sheet(client: FlaskClient) -> None:
    assert [seat["name"] for seat in opened_by(client, GAME, "Ann", "Bo")["seats"]] == ["Ann", "Bo"]
