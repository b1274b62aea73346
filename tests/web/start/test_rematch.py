"""One tap to the next table: the same people and house rules, the deal passed on, one table however
often and wherever it is tapped.
"""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.kernel.fields import Seat
from referee.kernel.question import choices
from tests.support.talk import CHIEF, DOCTOR, Open, Opened, code_of, send, stored
from tests.web.group.test_group import group_of
from tests.web.people.test_join import decide, joined
from tests.web.people.test_seats import end, open_next, text


def again(phone: FlaskClient, opened: Opened, key: str = "again") -> Opened:
    """The table to which one tap leads."""
    return {"code": code_of(phone.post(f"/t/{opened['code']}/again", data={"key": key}))}


def seated(app: Flask, opened: Opened) -> list[tuple[int | None, str]]:
    seats = app.extensions["service"].store.seats(stored(app, opened).id)
    return [(row.person_id, row.name) for row in seats]


def rules(app: Flask, opened: Opened) -> dict[str, Any]:
    return dict(app.extensions["service"].history(stored(app, opened)).options)


@pytest.mark.parametrize("game_id", GAMES)
def test_one_tap_opens_the_next_table_with_people_and_rules_as_they_were(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    """Every option is other than it is by itself; whoever was named gives way to the left
    neighbour, from the last to the first too.
    """
    info = GAMES[game_id].info
    named = {option.field.name for option in info.options if isinstance(option.field, Seat)}
    options = {option.field.name: choices(option)[-1] for option in info.options if choices(option)}
    names = [f"Person {n}" for n in range(max(info.seats[0], 2))]
    opened = open_table(game_id, *names, options=options | dict.fromkeys(named, f"s{len(names)}"))
    end(client, opened)
    after = again(client, opened)
    assert seated(app, after) == seated(app, opened)
    assert rules(app, after) == rules(app, opened) | dict.fromkeys(named, "s1")


def test_the_deal_passes_on_however_often_it_is_tapped(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    """Also where the first one dealt because nobody was named."""
    dealers = []
    for turn in range(4):
        end(client, opened, key=f"end-{turn}")
        opened = again(client, opened, f"k{turn}")
        dealers.append(rules(app, opened)["dealer"])
    assert dealers == ["s2", "s3", "s1", "s2"]


def test_two_taps_and_two_phones_open_one_table(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    player = joined(app, opened, "seat")
    end(client, opened)
    next_table = again(client, opened)
    assert next_table == again(client, opened) == again(player, opened, "other") != opened
    assert client.get("/").text.count("/t/") == player.get("/").text.count("/t/")


def test_it_leads_to_where_these_people_play_now(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    """From an old table to the newest that runs; from the newest that is over to a new one."""
    end(client, opened)
    second = again(client, opened, "1")
    assert send(client, second, DOCTOR).status_code == 201
    answer = client.post(f"/t/{opened['code']}/again", data={"key": "2"})
    assert answer.headers["Location"] == f"/t/{second['code']}"
    end(client, second)
    third = again(client, opened, "3")
    assert third not in (opened, second)
    assert f"/t/{third['code']}" in text(client, second, "/sheet")


def test_a_running_table_keeps_its_phones(app: Flask, client: FlaskClient, opened: Opened) -> None:
    player = joined(app, opened, "seat")
    after = again(client, opened)
    assert player.get(f"/t/{after['code']}").status_code == 303
    assert "The next game is ready." not in text(client, opened)


def test_only_a_ruling_made_since_the_table_began_changes_its_rules(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    ruled = {"option": "match", "clause": "IC-A1", "value": "rank", "key": "k"}
    assert client.post(f"/t/{opened['code']}/precedents", data=ruled).status_code == 303
    end(client, opened)
    assert rules(app, again(client, opened))["match"] == "rank"
    left = {"code": open_next(client, opened, "Ann", "Bo", "Cy")}
    end(client, left)
    assert rules(app, left)["match"] == rules(app, again(client, left, "left"))["match"] == "value"


def test_a_group_plays_its_newest_table_again(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened, path = open_table(CHIEF, options={"match": "rank"}), group_of(client)
    end(client, opened)
    answer = client.post(f"{path}/again", data={"key": "g"})
    after = {"code": code_of(answer)}
    assert answer.headers["Location"].endswith("/setup")
    assert seated(app, after) == seated(app, opened)
    assert rules(app, after)["match"] == "rank"
    later = client.post(f"{path}/again", data={"key": "another phone"})
    assert later.headers["Location"] == f"/t/{after['code']}", "it is being played"


def test_who_was_lowered_since_plays_no_more_with_the_group(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    """Somebody who entered at an old table, and only watches at a newer one, opens none."""
    player = joined(app, opened, "seat")
    end(client, opened)
    after = again(client, opened)
    assert decide(client, after, 2, "away") == 303
    assert player.post(f"/t/{opened['code']}/again", data={"key": "p"}).status_code == 403
