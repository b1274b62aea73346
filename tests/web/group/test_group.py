"""The group's page: tables, people and what they won, names put right, the way to the next table,
and nothing it should not give.
"""

from __future__ import annotations

import html
import re
import time
from unittest import mock

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.store.values import PersonRow
from tests.properties.test_every_game import ids_of
from tests.support.random_play import random_history
from tests.support.talk import CHIEF, DOCTOR, Open, Opened, code_of, meld, play, send, stored, table
from tests.web.people.test_join import decide, joined, newcomers, role_of
from tests.web.people.test_seats import end, open_next, text


def group_of(client: FlaskClient) -> str:
    """The path of the group's page, as its host finds it on the first page."""
    found = re.search(r'href="(/g/[^"/]+)"', client.get("/").text)
    assert found
    return found.group(1)


def people(app: Flask, opened: Opened) -> tuple[PersonRow, ...]:
    group = stored(app, opened).group_id
    found: tuple[PersonRow, ...] = app.extensions["service"].store.people(group)
    return found


def test_hosts_and_players_let_in_are_shown_the_way(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    player, watcher = joined(app, opened, "seat"), joined(app, opened, "watch")
    newcomers(app, opened, "enter")
    by_code = joined(app, opened, "code")
    end(client, opened)
    for page in ("/", f"/t/{opened['code']}/sheet"):
        assert all(group_of(client) in phone.get(page).text for phone in (client, player))
        assert not any("/g/" in phone.get(page).text for phone in (watcher, by_code))
    decide(client, opened, 2, "watches")
    assert "/g/" not in player.get("/").text


def test_a_guessed_link_opens_nothing(client: FlaskClient, opened: Opened) -> None:
    for tail in ("", "/again", "/t/ABCD"):
        assert client.get(f"/g/guess{tail}").status_code == 404
    for tail in ("/name", "/p/1"):
        assert client.post(f"/g/guess{tail}").status_code == 404


def test_the_link_lets_watch_and_not_enter(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
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


def test_whoever_was_sent_away_does_not_come_back_through_the_group(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    path = group_of(client)
    guest = joined(app, opened, "seat")
    decide(client, opened, 2, "away")
    assert guest.get(f"{path}/t/{opened['code']}").status_code == 403


def test_nothing_secret_of_a_running_table_shows(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF, options={"entry": "secret"})
    before = app.test_client().get(group_of(client) + "?lang=en").text
    client.post(f"/t/{opened['code']}/seat", data={"seat": "s2"})
    send(client, opened, DOCTOR)
    after = app.test_client().get(group_of(client) + "?lang=en").text
    assert before == after


def test_running_tables_stand_first_and_ended_ones_say_so(
    client: FlaskClient, opened: Opened
) -> None:
    path = group_of(client)
    code = open_next(client, opened, "Ann", "Bo", "Cy")
    send(client, {"code": code}, DOCTOR)
    end(client, {"code": code}, key="x")
    page = client.get(path + "?lang=en").text
    assert page.index(f"/t/{opened['code']}") < page.index(f"/t/{code}")
    assert "ended early" in page


def test_two_running_tables_are_in_sight_and_more_are_folded(
    client: FlaskClient, opened: Opened
) -> None:
    codes = [open_next(client, opened, "Ann", "Bo", key=f"n{n}") for n in range(3)]
    seen, folded = client.get(group_of(client) + "?lang=en").text.split("<span>2 more</span>")
    assert [f"/{code}" in seen for code in codes] == [False, True, True]
    assert [f"/{code}" in folded.split("</details>")[0] for code in codes] == [True, False, False]


def test_an_evening_tells_what_came_of_it_and_not_what_is_still_played(
    client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF, "Ann", "Bo")
    for seen, (seat, suit) in enumerate((("s1", "H"), ("s2", "D")), 1):
        rich = meld("rich", seat, [rank + suit for rank in "KQJT9"])
        assert send(client, opened, rich, seen=seen, key=seat).status_code == 201
    assert "not over yet" in client.get(group_of(client) + "?lang=en").text
    code = open_next(client, opened, "Ann", "Bo")
    send(client, {"code": code}, DOCTOR)
    end(client, {"code": code}, key="x")
    told = client.get(group_of(client) + "?lang=en").text
    assert "Indian Chief: ended early." in told
    assert "not over yet" not in told


def person_of(app: Flask, opened: Opened, name: str) -> str:
    """The path of somebody's page, below that of the group."""
    return f"/p/{next(row.id for row in people(app, opened) if row.name == name)}"


def test_a_person_is_renamed_at_all_tables(app: Flask, client: FlaskClient, opened: Opened) -> None:
    path = group_of(client)
    send(client, opened, DOCTOR)
    page = path + person_of(app, opened, "Bo")
    assert f'href="{page}"' in client.get(path).text
    assert client.post(page, data={"name": "Beau"}).headers["Location"] == page
    assert "Beau" in text(client, opened, "/sheet")
    for name in ("Ann", " ", "x" * 31):
        refused = client.post(page, data={"name": name})
        assert (refused.status_code, 'role="alert"' in refused.text) == (422, True)
    assert client.post(f"{path}/p/999", data={"name": "Flo"}).status_code == 404


def test_a_person_is_known_by_another_sign_everywhere(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    path = group_of(client)
    send(client, opened, DOCTOR)
    page, guest = path + person_of(app, opened, "Bo"), app.test_client()
    assert 'name="shape"' not in guest.get(page).text
    assert guest.post(page, data={"shape": "key"}).status_code == 403
    assert client.post(page, data={"name": "Bo", "shape": "key", "ink": "ink"}).status_code == 303
    assert client.post(page, data={"shape": "cat"}).status_code == 422
    for address in (page, path, f"/t/{opened['code']}", f"/t/{opened['code']}/sheet"):
        assert re.search(
            r'class="stamp[^"]* of-ink"[^>]*><use href="[^"]*#key"', client.get(address).text
        ), address
    assert "Bo has another symbol." in text(client, opened, "/fix")
    assert text(client, opened, "/fix").count("another symbol") == 1


def test_a_group_is_called_by_its_name_or_its_people(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    path = group_of(client)
    assert "<h2>Ann, Bo, Cy</h2>" in client.get(path + "?lang=en").text
    assert client.post(path + "/name", data={"name": " The  Friday table "}).status_code == 303
    assert "<h2>The Friday table</h2>" in client.get(path).text
    assert "The Friday table" in client.get("/").text
    refused = client.post(path + "/name", data={"name": "x" * 31})
    assert (refused.status_code, "x" * 31 in refused.text) == (422, True)
    assert app.test_client().post(path + "/name", data={"name": "Mine"}).status_code == 403
    assert client.post(path + "/name", data={"name": " "}).status_code == 303
    assert "<h2>Ann, Bo, Cy</h2>" in client.get(path).text
    assert opened["code"] in client.get(path).text


def test_the_next_table_starts_with_its_people_and_in_the_group(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened, path = open_table(CHIEF, "Ida", "Jo"), group_of(client)
    answer = client.get(path + "/again")
    assert answer.headers["Location"] == f"/new?again={opened['code']}"
    assert 'value="Ida"' in client.get(f"/new/{CHIEF}?again={opened['code']}").text
    code = open_next(client, opened, "Ida", "Jo")
    assert f"/t/{code}" in client.get(path).text


def test_the_code_alone_gives_nothing_of_the_group(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """Neither names nor a table in the group, with or without naming a table to play again."""
    opened, path = open_table(CHIEF, "Ida", "Jo"), group_of(client)
    for phone in (joined(app, opened, "code"), joined(app, opened, "watch"), app.test_client()):
        for address in ("/new", f"/new/{CHIEF}"):
            refused = phone.get(f"{address}?again={opened['code']}")
            assert refused.status_code == 403
            assert "Ida" not in refused.text
        assert "Ida" not in phone.get(f"/new/{CHIEF}").text
        form = {"name": ["Ann", "Bo"], "edition": "page", "key": "n"}
        again = phone.post(f"/new/{CHIEF}/open", data=form | {"again": opened["code"]})
        assert again.status_code == 403
        opening = phone.post(f"/new/{CHIEF}/open", data=form)
        assert code_of(opening) not in client.get(path).text
        assert phone.get(f"{path}/again").status_code == 403
        assert phone.post(f"{path}/p/1", data={"name": "X"}).status_code == 403


def test_a_renaming_shows_in_the_logs_of_all_its_tables_with_who_did_it(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    path = group_of(client)
    code = open_next(client, opened, "Bo", "Cy", "Dee", game="blind-date")
    player = joined(app, opened, "seat")
    renamed = player.post(path + person_of(app, opened, "Bo"), data={"name": "Beau"})
    assert renamed.status_code == 303
    for at, who in ((opened["code"], "a player’s phone"), (code, "a phone of the group")):
        log = text(client, {"code": at}, "/fix")
        assert "Beau’s name was corrected." in log
        assert who in log


def test_rulings_of_the_group_are_listed(client: FlaskClient, opened: Opened) -> None:
    decided = {"option": "match", "clause": "IC-A1", "value": "rank", "key": "k"}
    client.post(f"/t/{opened['code']}/precedents", data=decided)
    assert "By rank" in client.get(group_of(client) + "?lang=en").text


def tallies(page: str) -> dict[str, list[str]]:
    """What a table of the page tells by row: played and won, and in the last column the best."""
    body = page.partition('class="tally"')[2].partition("</table>")[0]
    return {
        striptags(row.partition("</th>")[0]): [*map(striptags, re.findall("<td>(.*?)</td>", row))]
        for row in body.split("<tr>")
        if "<td>" in row and 'scope="row"' in row
    }


def striptags(text: str) -> str:
    return re.sub("<[^>]*>", "", text).strip().replace("−", "-")


@pytest.mark.parametrize("game_id", GAMES)
def test_people_have_what_they_played_and_won(
    app: Flask, client: FlaskClient, game_id: str
) -> None:
    """Of every game, on the group's page and on their own, as the game itself has it."""
    played = random_history(game_id, 1)
    result, tally = played.game.result(played.state), played.game.info.tally
    opened = play(client, played)
    totals, path = table(client, opened)["totals"], group_of(client)
    games = played.game.scene(played.state).complete if tally else 1
    found = tallies(client.get(path + "?lang=en").text)
    assert result is not None
    for seat, there in ids_of(played).items():
        numbers = [str(games), str(totals[there] if tally else int(seat in result.winners))]
        assert found[seat][:2] == numbers, seat
        page = client.get(f"{path}{person_of(app, opened, seat)}?lang=en")
        own = [told[:2] for told in tallies(page.text).values()]
        assert own == ([numbers] if games else []), seat


def test_who_beats_whom_is_a_table_with_the_words_of_its_bars(
    app: Flask, client: FlaskClient
) -> None:
    """Told after the third common game and not before, with the rival; nothing tells it by colour
    alone.
    """
    played = random_history(CHIEF, 1)
    opened = play(client, played)
    group, service = stored(app, opened).group_id, app.extensions["service"]
    people, options = (
        [(seat, seat, None) for seat in played.seats],
        played.events[0].data["options"],
    )
    page = group_of(client) + person_of(app, opened, played.seats[0]) + "?lang=en"
    for _more in range(2):
        assert "Head-to-head" not in client.get(page).text
        again = service.open(CHIEF, people, options, "page", group)
        service.store.append(again.id, 1, played.events[1:], "k")
    told = client.get(page).text.partition("Head-to-head")[2].partition("</table>")[0]
    assert told.count('scope="row"') == len(played.seats) - 1
    assert told.count("Times ahead: ") == len(played.seats) - 1


def test_the_best_is_a_number_where_numbers_decide(app: Flask, client: FlaskClient) -> None:
    played = random_history(CHIEF, 1)
    opened = play(client, played)
    totals, path = table(client, opened)["totals"], group_of(client)
    for seat, there in ids_of(played).items():
        page = client.get(path + person_of(app, opened, seat)).text
        ((*_counts, best),) = tallies(page).values()
        assert best == str(totals[there])


def test_one_evening_has_no_chart_and_two_have(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who won is told by evening, column and sentence; a column leads to its evening, opened."""
    played = random_history(CHIEF, 1)
    result = played.game.result(played.state)
    assert result is not None
    store, now = app.extensions["service"].store, time.time()
    monkeypatch.setattr(store, "_clock", lambda: now - 7 * 24 * 3600)
    first = play(client, played)
    path = group_of(client)
    page = client.get(path + "?lang=en").text
    assert 'id="evening-' in page
    assert not any(part in page for part in ("Who won when", "Records", "sessions since"))
    monkeypatch.setattr(store, "_clock", lambda: now)
    client.post(path + "/again", data={"key": "k"})
    newest = {"code": store.tables_of_group(stored(app, first).group_id)[0].code}
    assert end(client, newest) == 303
    assert "Who won when" not in client.get(path).text, "nothing was entered there"
    assert end(client, newest, "reopen", "f") == 303
    assert send(client, newest, DOCTOR, seen=3).status_code == 201
    assert end(client, newest, key="g") == 303
    page = client.get(path).text
    chart = page.partition('class="when"')[2].partition("</table>")[0]
    assert chart.count('scope="col"') == 3
    winners = [seat for seat in played.seats if seat in result.winners]
    assert chart.count('<circle class="won"') == len(winners)
    assert f"{winners[0]} won on" in page
    href = html.unescape(re.findall(r'<th scope="col"><a href="([^"]+)"', chart)[0])
    assert f'id="evening-{first["code"]}" open' in client.get(href.partition("#")[0]).text


def test_only_who_played_has_a_page(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened, path = open_table(CHIEF), group_of(client)
    other = open_table(CHIEF, "Zoe", "Yan")
    assert client.get(path + person_of(app, opened, "Ann")).status_code == 200
    for page in (person_of(app, other, "Zoe"), "/p/999"):
        assert client.get(path + page).status_code == 404


@pytest.mark.parametrize("game_id", [name for name, game in GAMES.items() if not game.info.tally])
def test_an_ended_table_is_listed_with_who_has_won(client: FlaskClient, game_id: str) -> None:
    played = random_history(game_id, 2)
    opened = play(client, played)
    result = played.game.result(played.state)
    assert result is not None
    page = client.get(group_of(client) + "?lang=en").text
    row = page.partition(f"/{opened['code']}")[2].partition("</a>")[0]
    assert ", ".join(seat for seat in played.seats if seat in result.winners) in row, row


@pytest.mark.parametrize(
    ("more", "said"),
    [(4, ""), (5, "and 1 more"), (59, "and 55 more"), (60, "and many more"), (80, "and many more")],
)
def test_the_first_page_names_four_of_a_group_and_counts_the_rest(
    app: Flask, client: FlaskClient, open_table: Open, more: int, said: str
) -> None:
    opened = open_table("indian-chief", "Ann", "Bo")
    store, everybody = app.extensions["service"].store, people(app, opened)
    many = (everybody * more)[:more]
    with mock.patch.object(store, "people", lambda _group, most=1000: many[:most]):
        row = client.get("/?lang=en").text.partition('href="/g/')[2].partition("</a>")[0]
    assert ("more" in row) == bool(said)
    assert said in row
