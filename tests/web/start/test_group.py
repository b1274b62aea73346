"""The group's page: tables, people and what they won, names put right, the way to the next table, and nothing it should not give."""

from __future__ import annotations

import re
from unittest import mock

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.store.values import PersonRow
from tests.laws.test_every_game import ids_of
from tests.support.random_play import random_history
from tests.support.talk import CHIEF, DOCTOR, Open, Opened, play, send
from tests.web.people.test_join import decide, joined, newcomers, role_of
from tests.web.people.test_seats import end, open_next, text


def group_of(client: FlaskClient) -> str:
    """The path of the group's page, as its host finds it on the first page."""
    found = re.search(r'href="(/g/[^"/]+)"', client.get("/").text)
    assert found
    return found.group(1)


def people(app: Flask, opened: Opened) -> tuple[PersonRow, ...]:
    store = app.extensions["desk"].store
    found: tuple[PersonRow, ...] = store.people(store.table_by_code(opened["code"]).group_id)
    return found


def test_hosts_and_players_let_in_are_shown_the_way(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF)
    player, watcher = joined(app, opened, "seat"), joined(app, opened, "watch")
    newcomers(app, opened, "enter")
    by_code = joined(app, opened, "code")
    end(client, opened)
    for page in ("/", f"/t/{opened['code']}/sheet"):
        assert [group_of(client) in phone.get(page).text for phone in (client, player)] == [True, True]
        assert not any("/g/" in phone.get(page).text for phone in (watcher, by_code))
    decide(client, opened, 2, "watches")
    assert "/g/" not in player.get("/").text


def test_a_guessed_link_opens_nothing(client: FlaskClient, open_table: Open) -> None:
    open_table(CHIEF)
    assert [client.get(f"/g/guess{tail}").status_code for tail in ("", "/again", "/t/ABCD")] == [404] * 3
    assert client.post("/g/guess/people").status_code == 404


def test_the_link_lets_watch_and_not_enter(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened, path = open_table(CHIEF), group_of(client)
    guest = app.test_client()
    page = guest.get(path + "?lang=en").text
    assert "Ann, Bo, Cy" in page
    assert role_of(guest, opened) is None
    assert guest.get(f"{path}/t/{opened['code']}").status_code == 303
    assert role_of(guest, opened) == "watch"
    assert send(guest, opened, DOCTOR).status_code == 403
    assert opened["links"]["seat"] not in page
    other = open_table(CHIEF)
    assert guest.get(f"{path}/t/{other['code']}").status_code == 404


def test_whoever_was_sent_away_does_not_come_back_through_the_group(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened, path = open_table(CHIEF), group_of(client)
    guest = joined(app, opened, "seat")
    decide(client, opened, 2, "away")
    assert guest.get(f"{path}/t/{opened['code']}").status_code == 403


def test_nothing_secret_of_a_running_table_shows(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF, options={"entry": "secret"})
    before = app.test_client().get(group_of(client) + "?lang=en").text
    client.post(f"/t/{opened['code']}/seat", data={"seat": "s2"})
    send(client, opened, DOCTOR)
    after = app.test_client().get(group_of(client) + "?lang=en").text
    assert before == after


def test_running_tables_stand_first_and_ended_ones_say_so(client: FlaskClient, open_table: Open) -> None:
    opened, path = open_table(CHIEF), group_of(client)
    code = open_next(client, opened, "Ann", "Bo", "Cy", game="blind-date")
    end(client, {"code": code}, key="x")
    page = client.get(path + "?lang=en").text
    assert page.index(f"/t/{opened['code']}") < page.index(f"/t/{code}")
    assert "ended early" in page


def test_a_person_is_renamed_at_all_tables(client: FlaskClient, open_table: Open) -> None:
    opened, path = open_table(CHIEF), group_of(client)
    page = client.get(path).text
    found = re.search(r'name="person" value="(\d+)"><label[^>]*>[^<]*</label><div class="row"><input class="text" id="name-\d+" name="name" value="Bo"', page)
    assert found
    person = found.group(1)
    assert client.post(path + "/people", data={"person": person, "name": "Beau"}).status_code == 303
    assert "Beau" in text(client, opened, "/sheet")
    assert [client.post(path + "/people", data={"person": person, "name": name}).status_code for name in ("Ann", " ")] == [422, 422]
    assert client.post(path + "/people", data={"person": 999, "name": "Flo"}).status_code == 404


def test_the_next_table_starts_with_its_people_and_in_the_group(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened, path = open_table(CHIEF, "Ida", "Jo"), group_of(client)
    answer = client.get(path + "/again")
    assert answer.headers["Location"] == f"/new?again={opened['code']}"
    assert 'value="Ida"' in client.get(f"/new/{CHIEF}?again={opened['code']}").text
    code = open_next(client, opened, "Ida", "Jo")
    assert f"/t/{code}" in client.get(path).text


def test_the_code_alone_gives_nothing_of_the_group(app: Flask, client: FlaskClient, open_table: Open) -> None:
    """Neither names nor a table in the group, with or without naming a table to play again."""
    opened, path = open_table(CHIEF, "Ida", "Jo"), group_of(client)
    for phone in (joined(app, opened, "code"), joined(app, opened, "watch"), app.test_client()):
        for address in ("/new", f"/new/{CHIEF}"):
            refused = phone.get(f"{address}?again={opened['code']}")
            assert refused.status_code == 403
            assert "Ida" not in refused.text
        assert "Ida" not in phone.get(f"/new/{CHIEF}").text
        form = {"name": ["Ann", "Bo"], "edition": "page", "key": "n"}
        assert phone.post(f"/new/{CHIEF}/open", data=form | {"again": opened["code"]}).status_code == 403
        opening = phone.post(f"/new/{CHIEF}/open", data=form)
        assert opening.headers["Location"].split("/")[2] not in client.get(path).text
        assert [phone.get(f"{path}/again").status_code, phone.post(f"{path}/people", data={"person": 1, "name": "X"}).status_code] == [403, 403]


def test_a_renaming_shows_in_the_logs_of_all_its_tables_with_who_did_it(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened, path = open_table(CHIEF), group_of(client)
    code = open_next(client, opened, "Bo", "Cy", "Dee", game="blind-date")
    player = joined(app, opened, "seat")
    person = next(row.id for row in people(app, opened) if row.name == "Bo")
    assert player.post(path + "/people", data={"person": person, "name": "Beau"}).status_code == 303
    for table, who in ((opened["code"], "a phone at the table"), (code, "a phone of the group")):
        log = text(client, {"code": table}, "/log")
        assert "Beau’s name was put right." in log
        assert who in log


def test_rulings_of_the_group_are_listed(client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF)
    client.post(f"/t/{opened['code']}/precedents", data={"option": "match", "clause": "IC-A1", "value": "rank", "key": "k"})
    assert "By rank" in client.get(group_of(client) + "?lang=en").text


def records(page: str) -> dict[str, list[str]]:
    """What the page tells of everybody: played, won, best."""
    found = re.findall(r"<summary><b>([^<]+)</b>.*?<tbody><tr><th[^>]*>[^<]*</th><td>([^<]*)</td><td>([^<]*)</td><td>([^<]*)</td>", page, re.S)
    return {name: [number.replace("−", "-") for number in numbers] for name, *numbers in found}


def test_people_have_what_they_played_and_won(client: FlaskClient) -> None:
    played = random_history(CHIEF, 1)
    result = played.game.result(played.state)
    assert result is not None
    opened = play(client, played, ids_of(played))
    totals = client.get(f"/api/t/{opened['code']}").get_json()["totals"]
    found = records(client.get(group_of(client) + "?lang=en").text)
    assert found == {
        seat: ["1", str(int(seat in result.winners)), str(totals[ids_of(played)[seat]])] for seat in played.seats
    }


@pytest.mark.parametrize("game_id", [name for name, game in GAMES.items() if game.info.tally][:1])
def test_an_evening_counts_its_games(client: FlaskClient, game_id: str) -> None:
    played = random_history(game_id, 1)
    opened = play(client, played, ids_of(played))
    state = client.get(f"/api/t/{opened['code']}").get_json()
    found = records(client.get(group_of(client) + "?lang=en").text)
    assert [int(numbers[1]) for numbers in found.values()] == [state["totals"][ids_of(played)[seat]] for seat in found]
    assert {numbers[2] for numbers in found.values()} == {"–"}


@pytest.mark.parametrize("game_id", [name for name, game in GAMES.items() if not game.info.tally])
def test_an_ended_table_is_listed_with_who_has_won(client: FlaskClient, game_id: str) -> None:
    played = random_history(game_id, 2)
    opened = play(client, played, ids_of(played))
    result = played.game.result(played.state)
    assert result is not None
    row = client.get(group_of(client) + "?lang=en").text.partition(f"/{opened['code']}")[2].partition("</a>")[0]
    assert ", ".join(seat for seat in played.seats if seat in result.winners) in row, row


@pytest.mark.parametrize(("more", "said"), [(4, ""), (5, "and 1 more"), (59, "and 55 more"), (60, "and many more"), (80, "and many more")])
def test_the_first_page_names_four_of_a_group_and_counts_the_rest(app: Flask, client: FlaskClient, open_table: Open, more: int, said: str) -> None:
    opened = open_table("indian-chief", "Ann", "Bo")
    store, everybody = app.extensions["desk"].store, people(app, opened)
    with mock.patch.object(store, "people", lambda _group, most=1000: (everybody * more)[: min(more, most)]):
        row = client.get("/?lang=en").text.partition('href="/g/')[2].partition("</a>")[0]
    assert ("more" in row) == bool(said)
    assert said in row
