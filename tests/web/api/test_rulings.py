"""Rulings for programs: of a question and on a number they have one shape, and lead to their page
and picture.
"""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from msgspec import convert

from referee.games import GAMES
from referee.web.api.ruling_answers import RulingOnFacts, RulingOnNumber
from tests.properties.test_ruling_records import records
from tests.support.random_play import open_history
from tests.support.talk import record_of
from tests.support.tiers import by_turns
from tests.web.ask.test_every_question import address_of

COMMON = {
    "game", "text", "options", "verdict", "why", "also", "lines", "cited", "links", "readings",
}  # fmt: skip
OF_READING = {"option", "value", "clause", "text", "verdict", "why", "matters", "counted"}
OF_SAID = {"code", "params", "clause", "text"}


def shaped(ruling: dict[str, Any]) -> None:
    """It has all that both rulings have, in the same parts."""
    assert ruling.keys() >= COMMON
    for said in (ruling["verdict"], *ruling["why"], *ruling["also"]):
        assert said.keys() >= OF_SAID
        assert said["text"]
    assert ruling["cited"]
    assert all(cited.keys() == {"id", "href", "text"} for cited in ruling["cited"])
    for other in ruling["readings"]:
        assert other.keys() >= OF_READING
        assert other["verdict"] is None or other["verdict"].keys() >= OF_SAID


def opens(stranger: FlaskClient, ruling: dict[str, Any]) -> None:
    """Whoever has its links sees the page and the paper."""
    assert ruling["links"].keys() == {"page", "picture", "pdf"}
    assert stranger.get(ruling["links"]["page"]).status_code == 200
    paper = stranger.get(ruling["links"]["pdf"])
    assert paper.status_code == 200
    assert paper.data.startswith(b"%PDF")
    assert ruling["links"]["picture"].split("?")[0].endswith(".png")


def test_the_description_has_what_both_share(client: FlaskClient) -> None:
    """Every common part is described as always there, and in both alike."""
    schemas = client.get("/api/openapi.json").get_json()["components"]["schemas"]
    facts, number = schemas["RulingOnFacts"], schemas["RulingOnNumber"]
    assert set(facts["required"]) >= COMMON - {"text"}
    assert set(number["required"]) >= COMMON
    for name in COMMON - {"readings"}:
        assert facts["properties"][name] == number["properties"][name], name
    for told in (facts, number):
        reading = told["properties"]["readings"]["items"]["$ref"].rpartition("/")[2]
        assert set(schemas[reading]["required"]) >= OF_READING


@by_turns
@pytest.mark.parametrize("game", GAMES)
def test_rulings_of_questions_and_on_numbers_have_one_shape(
    app: Flask, client: FlaskClient, game: str
) -> None:
    """Of every game: each recorded question, and the first numbers of a table; their links open for
    anybody.
    """
    stranger = app.test_client()
    answered = [case for case in records(game) if "refused" not in case]
    for at, case in enumerate(answered):
        path, facts = address_of(game, case, "en")
        spoken = client.get(f"/api{path}", query_string=facts)
        assert spoken.status_code == 200
        shaped(spoken.json)
        convert(spoken.json, RulingOnFacts)
        if at < 2:
            opens(stranger, spoken.json)
    history = open_history(game, 1)
    stored = client.post("/api/records", json=record_of(history)).get_json()
    moment = client.get(f"/api/ask/{game}/next?table={stored['code']}&lang=en")
    assert moment.status_code == 200
    shaped(moment.json)
    opens(stranger, moment.json)
    cells = [*dict.fromkeys((line.round, line.seat) for line in history.lines if line.counts)]
    assert cells
    for at, (number, seat) in enumerate(cells[:3]):
        spoken = client.get(f"/api/t/{stored['code']}/ruling/{number}/{seat}?lang=en")
        assert spoken.status_code == 200
        shaped(spoken.json)
        convert(spoken.json, RulingOnNumber)
        assert spoken.json["text"] == spoken.json["verdict"]["text"]
        if at < 1:
            opens(stranger, spoken.json)
