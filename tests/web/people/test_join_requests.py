"""Asking to be let in: one tap of a phone that may say yes, and nothing before it."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.service.join_requests import MINUTE, MOST_OF_PHONE, MOST_OPEN
from tests.support.talk import CHIEF, LAWYER, Open, Opened, link_of, send
from tests.support.tiers import by_turns
from tests.web.people.test_join import decide, grant_of, joined, newcomers, path_of, role_of

OUTCOMES = ("yes", "no")
keys = itertools.count()


def say(phone: FlaskClient, opened: Opened, seat: str | None) -> Any:
    body = {"seat": seat, "key": f"ask-{next(keys)}"}
    return phone.post(f"/api/t/{opened['code']}/asks", json=body)


def told(phone: FlaskClient, opened: Opened) -> Any:
    return phone.get(f"/api/t/{opened['code']}/asks").get_json()


def answer(phone: FlaskClient, opened: Opened, seq: int, yes: bool = True, **more: Any) -> int:
    path = f"/api/t/{opened['code']}/asks/{seq}"
    body = {"yes": yes, "key": f"answer-{next(keys)}"}
    return int(phone.post(path, json=body, **more).status_code)


def seat_of(phone: FlaskClient, opened: Opened) -> str | None:
    grant = grant_of(phone, opened)
    assert grant
    return grant.seat


@pytest.mark.parametrize("setting", ["link", "watch"])
@pytest.mark.parametrize("seat", ["s2", None])
def test_a_phone_that_came_by_the_code_enters_after_a_yes_and_never_before(
    app: Flask, client: FlaskClient, opened: Opened, setting: str, seat: str | None
) -> None:
    newcomers(app, opened, setting)
    phone = joined(app, opened, "code")
    asked = say(phone, opened, seat)
    assert asked.status_code == 202
    for path in (f"/t/{opened['code']}/seat", f"/t/{opened['code']}/asked", f"/t/{opened['code']}"):
        assert phone.get(path).status_code == 200
        assert role_of(phone, opened) == "watch"
    assert send(phone, opened, LAWYER, seen=3).status_code == 403
    assert answer(client, opened, asked.get_json()["ask"]) == 201
    assert (role_of(phone, opened), seat_of(phone, opened)) == ("seat", seat)
    assert phone.get(f"/t/{opened['code']}/asked").headers["Location"] == f"/t/{opened['code']}"


def test_only_a_host_answers_a_phone_that_watches(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    """Not the phone that asks, not another that asks, not the phone of that seat, no program with
    less than the host's link.
    """
    owner, asker, other = (joined(app, opened, by) for by in ("seat", "code", "code"))
    say(owner, opened, "s2")
    seq = say(asker, opened, "s2").get_json()["ask"]
    assert [answer(phone, opened, seq) for phone in (asker, other, owner)] == [403] * 3
    for link in ("watch", "seat"):
        assert answer(app.test_client(), opened, seq, headers=link_of(opened, link)) == 403
    assert answer(app.test_client(), opened, seq) == 404
    assert role_of(asker, opened) == "watch"
    assert answer(joined(app, opened, "host"), opened, seq) == 201
    assert role_of(asker, opened) == "seat"


def test_who_asks_learns_nothing_but_the_answer(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    asker, other = joined(app, opened, "code"), joined(app, opened, "code")
    seq = say(asker, opened, "s2").get_json()["ask"]
    say(other, opened, "s3")
    own = {"seq": seq, "phone": 2, "seat": "s2", "watches": True, "outcome": ""}
    assert told(asker, opened) == {"asks": [], "own": own}
    assert "ask-bar" not in asker.get(f"/t/{opened['code']}").text
    assert [ask["seq"] for ask in told(client, opened)["asks"]] == [seq, seq + 1]
    page = client.get(f"/t/{opened['code']}?lang=en").text
    assert "Bo wants to join" in page
    assert "+1" in page
    assert answer(client, opened, seq, yes=False) == 201
    assert told(asker, opened)["own"]["outcome"] == "watches"
    assert role_of(asker, opened) == "watch"
    assert "lets you watch only" in asker.get(f"/t/{opened['code']}/asked?lang=en").text
    assert "Cy wants to join" in client.get(f"/t/{opened['code']}?lang=en").text


def test_a_seat_that_has_a_phone_is_asked_of_that_phone(app: Flask, opened: Opened) -> None:
    """Openly both have it then; nobody else but a host may say so."""
    owner, second, third = (joined(app, opened, "seat") for _ in range(3))
    assert say(owner, opened, "s2").status_code == 201
    seq = say(second, opened, "s2").get_json()["ask"]
    assert answer(third, opened, seq) == 403
    assert "ask-bar" in owner.get(f"/t/{opened['code']}").text
    assert seat_of(second, opened) is None
    assert answer(owner, opened, seq) == 201
    assert [seat_of(phone, opened) for phone in (owner, second)] == ["s2", "s2"]


def test_in_secret_entry_a_yes_hands_the_seat_over_and_never_with_cards_face_down(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    opened = open_table(CHIEF, options={"entry": "secret"})
    owner, second = joined(app, opened, "seat"), joined(app, opened, "seat")
    say(owner, opened, "s3")
    seq = say(second, opened, "s3").get_json()["ask"]
    assert send(owner, opened, LAWYER, seen=2).status_code == 201
    assert [answer(phone, opened, seq) for phone in (owner, client)] == [409, 409]
    assert say(joined(app, opened, "seat"), opened, "s3").status_code == 409
    undone = owner.post(f"/api/t/{opened['code']}/undo", json={"seen": 3, "key": "u"})
    assert undone.status_code == 201
    assert answer(owner, opened, seq) == 201
    assert [seat_of(phone, opened) for phone in (owner, second)] == [None, "s3"]


@pytest.mark.parametrize("first", OUTCOMES)
@pytest.mark.parametrize("then", OUTCOMES)
def test_the_first_answer_counts(
    app: Flask, client: FlaskClient, opened: Opened, first: str, then: str
) -> None:
    asker = joined(app, opened, "code")
    seq = say(asker, opened, "s2").get_json()["ask"]
    assert [answer(client, opened, seq, each == "yes") for each in (first, then)] == [201, 409]
    assert role_of(asker, opened) == ("seat" if first == "yes" else "watch")


@pytest.mark.parametrize("how", ["another seat", "only watch", "lowered", "away"])
def test_what_is_no_longer_asked_is_not_answered(
    app: Flask, client: FlaskClient, opened: Opened, how: str
) -> None:
    """A yes to Bo lets nobody in as Cy."""
    asker = joined(app, opened, "code")
    seq = say(asker, opened, "s2").get_json()["ask"]
    if how == "another seat":
        assert say(asker, opened, "s3").status_code == 202
    elif how == "only watch":
        asker.post(f"/t/{opened['code']}/seat", data={"do": "watch"})
    else:
        assert decide(client, opened, 2, "watches" if how == "lowered" else "away") == 303
    assert answer(client, opened, seq) == 409
    assert role_of(asker, opened) == (None if how == "away" else "watch")
    if how == "lowered":
        assert say(asker, opened, "s2").status_code == 403


def test_asks_are_limited(
    app: Flask, client: FlaskClient, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A phone that was told no asks again after a minute; so does one that keeps changing its mind;
    a table is asked by so many at once.
    """
    asker = joined(app, opened, "code")
    assert answer(client, opened, say(asker, opened, "s2").get_json()["ask"], yes=False) == 201
    assert say(asker, opened, "s2").status_code == 429
    store = app.extensions["service"].store
    late = store._clock() + MINUTE + 1
    monkeypatch.setattr("referee.web.people.join_requests.time.time", lambda: late)
    assert say(asker, opened, "s2").status_code == 202
    restless = joined(app, opened, "code")
    monkeypatch.undo()
    assert [
        say(restless, opened, f"s{1 + at % 3}").status_code for at in range(MOST_OF_PHONE + 1)
    ] == [202] * MOST_OF_PHONE + [429]
    found = [say(joined(app, opened, "code"), opened, "s1").status_code for _ in range(MOST_OPEN)]
    assert found[-1] == 429


def test_a_program_with_a_link_has_no_seat_to_ask_for(app: Flask, opened: Opened) -> None:
    program, path = app.test_client(), f"/api/t/{opened['code']}/asks"
    for link in ("watch", "seat", "host"):
        body = {"seat": "s2", "key": link}
        assert program.post(path, json=body, headers=link_of(opened, link)).status_code == 403


def test_the_square_asks_whose_phone_it_is_and_one_tap_is_enough(
    app: Flask, opened: Opened
) -> None:
    """Opening the link lets nobody in; the tap does, and opens that seat's pad."""
    link, phone = path_of(opened, "seat"), app.test_client()
    page = phone.get(f"{link}?lang=en").text
    assert "Who are you?" in page
    assert role_of(phone, opened) is None
    assert phone.post(link, data={"seat": "s2"}).headers["Location"] == f"/t/{opened['code']}"
    assert (role_of(phone, opened), seat_of(phone, opened)) == ("seat", "s2")
    assert phone.get(link).headers["Location"] == f"/t/{opened['code']}"
    watcher = app.test_client()
    watcher.post(link, data={"do": "watch"})
    assert role_of(watcher, opened) == "watch"


def test_a_table_that_is_over_shows_its_end_to_whoever_comes_to_watch(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    client.post(f"/t/{opened['code']}/end", data={"do": "close", "key": "end"})
    phone = app.test_client()
    came = phone.get(path_of(opened, "watch"))
    assert (came.status_code, came.headers["Location"]) == (303, f"/t/{opened['code']}")
    assert role_of(phone, opened) == "watch"


def test_the_bar_is_answered_in_its_place(app: Flask, client: FlaskClient, opened: Opened) -> None:
    """So that nothing chosen on the host's pad is lost; without script the table comes."""
    asker = joined(app, opened, "code")
    seq = say(asker, opened, "s2").get_json()["ask"]
    path = f"/t/{opened['code']}/asks/{seq}"
    part = client.post(path, data={"do": "yes", "key": "y"}, headers={"HX-Request": "true"})
    assert part.status_code == 200
    assert 'id="asks"' in part.text
    assert "<html" not in part.text
    assert role_of(asker, opened) == "seat"
    assert client.post(path, data={"do": "yes", "key": "z"}).status_code == 303


def test_the_setup_of_a_secret_game_says_who_has_no_phone_yet(
    client: FlaskClient, app: Flask
) -> None:
    form = {"name": ["Ann", "Bo"], "key": "n", "entry": "secret", "touched.entry": "1"}
    address = client.post(f"/new/{CHIEF}/open", data=form).headers["Location"]
    assert address.endswith("/setup")
    page = client.get(f"{address}?lang=en").text
    assert "No phone yet: Ann and Bo" in page
    assert "Start round 1" in page
    client.post(address.replace("/setup", "/seat"), data={"seat": "s1"})
    part = client.get(f"{address.replace('/setup', '/join')}?joined=1&lang=en").text
    assert "No phone yet: Bo" in part
    assert "<html" not in part


@pytest.mark.parametrize(("by", "ways"), [("code", 1), ("seat", 2), ("host", 3)])
def test_one_square_stands_alone_and_only_hosts_get_the_one_that_makes_hosts(
    app: Flask, opened: Opened, by: str, ways: int
) -> None:
    phone = joined(app, opened, by)
    pages = [
        phone.get(f"/t/{opened['code']}/join?way={way}").text for way in ("seat", "watch", "host")
    ]
    assert [page.count("square-box") for page in pages] == [1, 1, 1]
    links = [path_of(opened, role) for role in ("seat", "watch", "host")]
    assert sum(any(link in page for page in pages) for link in links) == ways


def pages_of(app: Flask, opened: Opened) -> list[str]:
    """Every address of a table that needs no more than its code."""
    return sorted(
        rule.rule.replace("<code>", opened["code"])
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and rule.arguments == {"code"}
        if not rule.rule.endswith("/live")
    )


@by_turns
@pytest.mark.parametrize("game", GAMES)
def test_every_page_of_a_table_shows_its_host_who_asks(
    app: Flask, client: FlaskClient, open_table: Open, game: str
) -> None:
    """As a page and drawn anew: who waits outside is seen wherever the host has the table open. A
    TV has no host.
    """
    names = "ABCDEFGH"[: max(3, GAMES[game].info.seats[0])]
    opened = open_table(game, *names)
    assert say(joined(app, opened, "code"), opened, "s2").status_code == 202
    shown = {}
    for path in pages_of(app, opened):
        for headers in ({}, {"HX-Request": "true"}):
            page = client.get(path, headers=headers)
            if page.status_code == 200 and 'class="bar"' in page.text and not path.endswith("/tv"):
                anew = 'data-live="/' in page.text or bool(headers)
                shown[path, *headers] = anew and 'class="ask-bar"' in page.text
    assert len(shown) > 24
    assert [path for path, ok in shown.items() if not ok] == []
