"""Seats: claimed, shared, given back, put right, taken over; a table ended early; the same people's
next table.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.event import Event
from referee.web.sheet.print_routes import sheet_data
from referee.web.view.access import make_view
from tests.properties.test_every_game import upto
from tests.support.examples import plays
from tests.support.random_play import random_history
from tests.support.talk import (
    CHIEF,
    DOCTOR,
    LAWYER,
    Open,
    Opened,
    code_of,
    error_of,
    play,
    seated,
    send,
    stored,
    table,
)
from tests.web.people.test_join import grant_of, joined, newcomers

DATES = "blind-date"


def text(phone: FlaskClient, opened: Opened, page: str = "") -> str:
    answer = phone.get(f"/t/{opened['code']}{page}?lang=en", follow_redirects=True)
    assert answer.status_code == 200
    return answer.text


def claim(phone: FlaskClient, opened: Opened, seat: str, **more: str) -> int:
    return phone.post(f"/t/{opened['code']}/seat?lang=en", data={"seat": seat, **more}).status_code


def change(phone: FlaskClient, opened: Opened, do: str, seat: str, name: str, key: str = "") -> int:
    form = {"do": do, "seat": seat, "name": name, "key": key or f"{do}-{seat}-{name}"}
    return phone.post(f"/t/{opened['code']}/seats?lang=en", data=form).status_code


def end(phone: FlaskClient, opened: Opened, do: str = "close", key: str = "e") -> int:
    return phone.post(f"/t/{opened['code']}/end", data={"do": do, "key": key}).status_code


def open_next(
    phone: FlaskClient, opened: Opened, *names: str, game: str = CHIEF, **more: str
) -> str:
    """The code of the table opened after this one."""
    form = {"name": [*names], "edition": "page", "again": opened["code"], "key": "n"}
    return code_of(phone.post(f"/new/{game}/open", data=form | more))


def events_of(app: Flask, opened: Opened) -> Sequence[Event]:
    """What is stored of a table after its start."""
    found: Sequence[Event] = app.extensions["service"].store.events(stored(app, opened).id, 1)
    return found


def test_a_seat_is_given_back(app: Flask, opened: Opened) -> None:
    first, second = joined(app, opened, "seat"), joined(app, opened, "seat")
    claim(first, opened, "s2")
    assert "on another phone" in text(second, opened, "/seat")
    claim(first, opened, "")
    assert "on another phone" not in text(second, opened, "/seat")
    assert claim(second, opened, "s2") == 303


def test_a_rename_shows_everywhere_and_changes_no_score(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    phone = joined(app, opened, "seat")
    send(client, opened, DOCTOR)
    before = table(client, opened)
    assert change(client, opened, "rename", "s2", "Beau") == 303
    after = table(phone, opened)
    assert [seat["name"] for seat in after["seats"]] == ["Ann", "Beau", "Cy"]
    assert after["totals"] == before["totals"]
    assert "Beau’s name was corrected." in text(phone, opened, "/fix")
    assert not any("Beau" in str(event.data) for event in events_of(app, opened))


def test_a_phone_renames_its_own_seat_alone(app: Flask, opened: Opened) -> None:
    phone, watcher = seated(app, opened, "s2"), joined(app, opened, "code")
    assert change(phone, opened, "rename", "s2", "Beau") == 303
    assert change(phone, opened, "rename", "s1", "Anna") == 403
    assert change(phone, opened, "replace", "s2", "Dee") == 403
    assert change(watcher, opened, "rename", "s2", "Bo") == 403
    for name in ("Cy", " ", "\u3164"):
        assert change(phone, opened, "rename", "s2", name) == 422
    assert change(phone, opened, "crown", "s2", "Dee") == 422


def test_a_replacement_is_marked_wherever_the_seat_is_counted(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(DATES)
    assert change(client, opened, "replace", "s2", "Dee") == 303
    note = "Dee replaced Bo from"
    for page in ("/sheet", "/players"):
        assert note in text(client, opened, page)
    assert "Dee*" in text(client, opened, "/sheet")
    assert "Dee took over from Bo." in text(client, opened, "/fix")
    assert set(events_of(app, opened)[0].data) == {"seat", "change", "round", "was", "now"}


def test_the_round_explained_and_the_printed_sheet_name_both(
    client: FlaskClient, app: Flask
) -> None:
    played = upto(random_history(CHIEF, 1), 40)
    opened = play(client, played)
    assert change(client, opened, "replace", "s1", "Zoe") == 303
    note = f"Zoe replaced {played.seats[0]} from"
    assert f"* {note}" in client.get(f"/t/{opened['code']}?round=1&lang=en").text
    with app.test_request_context(f"/t/{opened['code']}/print?lang=en"):
        row, service = stored(app, opened), app.extensions["service"]
        names = {seat.seat: seat.name for seat in service.store.seats(row.id)}
        sheet = sheet_data(make_view(row, service.history(row), names), "", "", [])
    assert sheet["house"][0].startswith(note)
    assert client.get(f"/t/{opened['code']}/sheet.png").status_code == 200


def test_ending_early_refuses_entries_on_pages_and_programs(
    client: FlaskClient, app: Flask, opened: Opened
) -> None:
    player = joined(app, opened, "seat")
    assert send(client, opened, DOCTOR, key="before").status_code == 201
    assert end(player, opened) == 403
    assert end(client, opened) == 303
    late = send(client, opened, LAWYER, seen=3, key="late")
    assert error_of(late, 409)["code"] == "table_closed"
    assert table(client, opened)["closed"] is True
    form = {"seat": "s3", "cards": ["KH", "QS", "4D", "AC"], "seen": 3, "key": "p"}
    page = player.post(f"/t/{opened['code']}/entry?lang=en", data=form)
    assert page.status_code == 409
    assert "ended this game early" in page.text
    undo, form = f"/t/{opened['code']}/undo", {"of": 2, "seen": 3, "key": "u"}
    assert client.post(undo, data=form).status_code == 409
    assert client.post(f"/api{undo}", json=form).status_code == 409
    assert send(client, opened, DOCTOR, key="before").status_code == 201
    assert "Ended early. Ranking:" in text(player, opened)
    assert "ended early" in client.get("/?lang=en&played=all").text
    assert "Ended early" in text(client, opened, "/tv")
    assert end(client, opened, "reopen", "r") == 303
    assert send(client, opened, LAWYER, seen=4, key="again").status_code == 201
    assert "The game was reopened." in text(client, opened, "/fix")


def test_a_table_ends_early_once(client: FlaskClient, opened: Opened) -> None:
    assert [end(client, opened, key=key) for key in ("a", "b")] == [303, 303]
    assert end(client, opened, "crown", "c") == 422
    assert table(client, opened)["revision"] == 2


def test_a_player_is_known_by_another_symbol(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    """Sent with the name; what was not sent stays, and what there is not is refused."""
    phone, path = seated(app, opened, "s2"), f"/t/{opened['code']}"
    form = {"do": "rename", "seat": "s2", "name": "Bo", "key": "k"}
    assert phone.post(f"{path}/seats", data=form | {"shape": "bell"}).status_code == 303
    shown = phone.get(f"{path}/players/s2").text
    assert re.search(r'name="shape" value="bell" checked', shown)
    assert "Bo has another symbol." in text(client, opened, "/fix")
    assert phone.post(f"{path}/seats", data=form | {"shape": "crown"}).status_code == 422


def test_who_is_no_host_has_one_page_of_players(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    phone, base = seated(app, opened, "s2"), f"/t/{opened['code']}"
    assert phone.get(f"{base}/players/s1").headers["Location"] == f"{base}/seat"
    assert f'href="{base}/players/s2"' in phone.get(f"{base}/seat").text


def test_two_answers_say_who_can_join(client: FlaskClient, opened: Opened) -> None:
    """What was stored before they were two is told in words beside them."""
    chosen = r'name="newcomers" value="(\w+)" aria-pressed="true"'
    assert re.findall(chosen, text(client, opened, "/players")) == ["link"]
    assert "With a typed code, the host is asked." in text(client, opened, "/players")
    for answer in ("watch", "enter"):
        sent = client.post(f"/t/{opened['code']}/house", data={"newcomers": answer, "key": answer})
        assert sent.headers["Location"] == f"/t/{opened['code']}/players"
        assert re.findall(chosen, text(client, opened, "/players")) == [answer]
        assert "typed code" not in text(client, opened, "/players")


def test_the_next_table_takes_its_phones_along(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    player, watcher = seated(app, opened, "s2"), joined(app, opened, "code")
    end(client, opened)
    code = open_next(player, opened, "Bo", "Dee", "Ann", "Cy")
    assert "The next game is ready." in text(watcher, opened)
    grants = [grant_of(phone, {"code": code}) for phone in (client, player, watcher)]
    assert [grant and grant.role for grant in grants] == ["host", "host", "watch"]
    assert grants[1]
    assert grants[1].seat == "s1"
    assert f"The next game was started: {code}" in text(client, opened, "/fix")


def test_the_houses_settings_go_along_and_a_watcher_leads_nobody(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    watcher = joined(app, opened, "code")
    newcomers(app, opened, "watch")
    end(client, opened)
    form = {"name": ["Ann", "Bo"], "edition": "page", "again": opened["code"], "key": "n"}
    assert watcher.post(f"/new/{CHIEF}/open", data=form).status_code == 403
    assert "Same players again" not in text(watcher, opened, "/sheet")
    assert "The next game is ready." not in text(client, opened)
    code = open_next(client, opened, "Ann", "Bo", key="m")
    assert "lets each phone in" in text(client, {"code": code}, "/join")


def test_a_double_tap_opens_one_next_table_and_it_is_the_newest(
    client: FlaskClient, opened: Opened
) -> None:
    end(client, opened)
    code = open_next(client, opened, "Ann", "Bo")
    assert open_next(client, opened, "Ann", "Bo") == code
    home = client.get("/").text
    assert f"/t/{code}" in home.partition('class="now-box"')[2].partition("</section>")[0]
    assert f"/t/{opened['code']}" not in home


def test_a_fresh_start_leads_nobody_on(client: FlaskClient, opened: Opened) -> None:
    end(client, opened)
    form = {"name": ["Ann", "Bo"], "edition": "page", "key": "f"}
    assert client.post(f"/new/{CHIEF}/open", data=form).status_code == 303
    assert "The next game is ready." not in text(client, opened)


def test_a_running_table_is_not_left(client: FlaskClient, opened: Opened) -> None:
    open_next(client, opened, "Ann", "Bo")
    assert "The next game is ready." not in text(client, opened)


def test_the_same_people_are_offered_however_old_their_table(
    client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF, "Ida", "Jo")
    for _ in range(14):
        open_table(CHIEF)
    page = client.get(f"/new/{CHIEF}?again={opened['code']}").text
    assert 'value="Ida"' in page
    assert 'value="Jo"' in page


NAMES = ["Ann", "Bo", "Cy"]
DEALER = r'name="dealer" value="(s\d)"[^>]*checked'


def rules_of_next(
    phone: FlaskClient, opened: Opened, game: str, names: Sequence[str] = NAMES
) -> str:
    """The page of the house rules of the next table."""
    form = {"name": names, "again": opened["code"], "do": "next"}
    return phone.post(f"/new/{game}?lang=en", data=form).text


@pytest.mark.parametrize(
    ("names", "dealer"),
    [
        (["Ann", "Bo", "Cy"], "s3"),
        (["Bo", "Cy", "Ann"], "s2"),
        (["Cy", "Ann", "Bo"], "s1"),
        (["Ann", "Cy", "Dee"], "s1"),
    ],
)
def test_the_deal_passes_to_the_left_when_the_same_people_play_again(
    client: FlaskClient, open_table: Open, names: list[str], dealer: str
) -> None:
    opened = open_table(CHIEF, options={"dealer": "s2"})
    page = rules_of_next(client, opened, CHIEF, names)
    assert re.findall(DEALER, page) == [dealer]
    assert re.findall(r'id="begins"[^>]*>(.*?)<', page) == [f"{names[int(dealer[1:]) - 1]} deals."]


@plays("cracker")
def test_nothing_passes_on_from_another_game(client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF, options={"dealer": "s2"})
    assert re.findall(DEALER, rules_of_next(client, opened, "cracker")) == ["s1"]


def test_the_same_people_keep_their_house_rules(client: FlaskClient, open_table: Open) -> None:
    rules = {"chief_split": "declared", "depth": "quick"}
    opened = open_table(CHIEF, edition="original", options=rules)
    page = rules_of_next(client, opened, CHIEF)
    shown = dict(re.findall(r'name="(\w+)" value="(\w+)"[^>]*checked', page))
    assert shown.items() >= {"edition": "original", **rules}.items()
    (changed,) = re.findall(r'id="changed"[^>]*>.*?<small>(.*?)</small>', page)
    assert changed == "Only equal ranks; The player chooses the split"
    code = open_next(client, opened, *NAMES, **shown)
    record = client.get(f"/api/t/{code}/record").get_json()
    assert record["edition"] == "original"
    assert record["options"].items() >= {"match": "rank", **rules}.items()


def test_another_game_begins_with_the_rules_of_its_page(
    client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF, options={"depth": "quick"})
    assert re.search(r'id="changed" hidden', rules_of_next(client, opened, "blind-date"))
