"""What if: the table beside itself under other options, as JSON."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.kernel.contract import complete_options
from referee.web.rulings.what_if import options_in_address
from tests.support.at_table import words
from tests.support.examples import plays
from tests.support.random_play import random_history
from tests.support.talk import CHIEF, Open, link_of, meld, play, seated, send
from tests.support.views import view_of


def row(html: str, name: str) -> list[str]:
    """The cells of one seat's row, as text."""
    found = re.search(rf'<th scope="row">{name}</th>(.*?)</tr>', html, re.S)
    assert found, name
    return [
        " ".join(words(cell).split()) for cell in re.findall(r"<td.*?</td>", found.group(1), re.S)
    ]


@plays("three-draw")
def test_where_the_count_had_to_stop_is_said(client: FlaskClient) -> None:
    tables = (random_history("three-draw", seed) for seed in range(1, 20, 2))
    history = next(table for table in tables if len(table.seats) > 2)
    opened = play(client, history)
    told = client.get(f"/api/t/{opened['code']}/what-if?o.direction=counterclockwise").get_json()
    assert [ruling["code"] for ruling in told["stopped"]["rulings"]] == ["not_yet"]
    assert told["here"]["totals"] == told["other"]["totals"], "both are counted up to the same move"


def test_how_the_table_is_entered_cannot_be_asked_for(client: FlaskClient, chief: Any) -> None:
    answer = client.get(f"/api/t/{chief['code']}/what-if?o.entry=secret")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (422, "unknown_key")


def test_it_changes_nothing_and_whoever_watches_may_ask(
    app: Flask, client: FlaskClient, chief: Any
) -> None:
    watching = app.test_client()
    asked = watching.get(
        f"/api/t/{chief['code']}/what-if?edition=original", headers=link_of(chief, "watch")
    )
    assert asked.status_code == 200
    assert client.get(f"/api/t/{chief['code']}").get_json()["revision"] == 4
    assert watching.get(f"/t/{chief['code']}/what-if").status_code == 404


def test_the_json_has_both_tables_and_what_lies_between(client: FlaskClient, chief: Any) -> None:
    told = client.get(f"/api/t/{chief['code']}/what-if?o.match=rank").get_json()
    assert told["asked"] == {"match": "rank"}
    assert told["options"]["match"] == "rank"
    assert told["here"] == {
        "totals": {"s1": 4, "s2": 25, "s3": 5},
        "places": {"s1": 3, "s2": 1, "s3": 2},
        "ahead": ["s2"],
    }
    assert told["other"]["totals"] == {"s1": 2, "s2": 25, "s3": 5}
    assert told["changes"] == [{"round": 1, "seat": "s1", "old": 4, "new": 2}]
    assert (told["refused"], told["stopped"], told["result"]) == ([], None, None)


def test_what_is_still_hidden_never_shows(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF, "Ann", "Bo", options={"entry": "secret"})
    thief = meld("thief", "s1", "9C")
    assert send(seated(app, opened, "s1"), opened, thief).status_code == 201
    other = seated(app, opened, "s2")
    for query in ("?edition=original", "?o.short=deal_fewer"):
        told = other.get(f"/api/t/{opened['code']}/what-if{query}").get_json()
        assert (told["lines"], told["other"]["totals"]) == ([], {"s1": 0, "s2": 0})


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_an_edition_is_asked_for_by_all_that_it_plays_otherwise(game_id: str) -> None:
    """With what is asked for, the options of a table are those of one opened in that edition, as
    far as an edition decides them; what the table plays already is not asked for.
    """
    history = random_history(game_id, 2)
    info = history.game.info
    decided = {name for values in info.editions.values() for name in values}
    for edition in info.editions:
        opened = complete_options(info, history.seats, {}, edition)
        asked = options_in_address(view_of(history, {}), {"edition": edition})
        assert asked == {
            name: opened[name] for name in decided if opened[name] != history.options[name]
        }
