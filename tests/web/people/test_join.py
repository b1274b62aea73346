"""Joining: by code and by link, as the host has it; the phones of a table and what the host decides
about them.
"""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.event import Event
from referee.store.values import Grant, Role
from tests.support.talk import LAWYER, Opened, link_of, send, stored


def path_of(opened: Opened, role: str) -> str:
    return "/join/" + str(opened["links"][role]).rsplit("/", 1)[1]


def grant_of(phone: FlaskClient, opened: Opened) -> Grant | None:
    """What a phone was given at a table."""
    cookie, store = phone.get_cookie("device"), phone.application.extensions["service"].store
    found: Grant | None = (
        store.grant_of(cookie.value, stored(phone.application, opened).id) if cookie else None
    )
    return found


def role_of(phone: FlaskClient, opened: Opened) -> Role | None:
    """What a phone may do, as the store has it."""
    found: Role | None = getattr(grant_of(phone, opened), "role", None)
    return found


def newcomers(app: Flask, opened: Opened, value: str) -> None:
    setting = (Event(0, "setting", data={"newcomers": value}), f"set-{value}")
    app.extensions["service"].store.announce(stored(app, opened).id, setting)


def joined(app: Flask, opened: Opened, by: str) -> FlaskClient:
    """A new phone that came by the code or by one of the links."""
    phone = app.test_client()
    answer = (
        phone.post("/join", data={"code": opened["code"]})
        if by == "code"
        else phone.post(path_of(opened, by))
    )
    assert answer.status_code == 303
    return phone


def decide(host: FlaskClient, opened: Opened, phone: int, what: str, key: str = "") -> int:
    form = {"phone": phone, "do": what, "key": key or f"{phone}-{what}"}
    return host.post(f"/t/{opened['code']}/phones", data=form).status_code


@pytest.mark.parametrize(
    ("setting", "roles"),
    [
        ("link", ["watch", "watch", "seat", "host"]),
        ("enter", ["seat", "watch", "seat", "host"]),
        ("watch", ["watch", "watch", "watch", "host"]),
    ],
)
def test_what_a_newcomer_may_do_is_as_the_host_has_it(
    app: Flask, opened: Opened, setting: str, roles: list[str]
) -> None:
    newcomers(app, opened, setting)
    for by, role in zip(("code", "watch", "seat", "host"), roles, strict=True):
        assert role_of(joined(app, opened, by), opened) == role


def test_programs_with_a_link_are_newcomers_too(app: Flask, opened: Opened) -> None:
    newcomers(app, opened, "watch")
    program, path = app.test_client(), f"/api/t/{opened['code']}/moves"
    body = {"seen": 2, "key": "a", "entries": [LAWYER]}
    assert program.post(path, json=body).status_code == 404
    for link, status in (("seat", 403), ("host", 201)):
        answer = program.post(path, json=body, headers=link_of(opened, link))
        assert answer.status_code == status


def test_a_phone_let_in_stays_when_newcomers_only_watch(app: Flask, opened: Opened) -> None:
    phone = joined(app, opened, "seat")
    newcomers(app, opened, "watch")
    phone.post(path_of(opened, "seat"))
    phone.post("/join", data={"code": opened["code"]})
    assert role_of(phone, opened) == "seat"


def test_where_everybody_may_enter_a_phone_that_watches_does_so_by_itself(
    app: Flask, opened: Opened
) -> None:
    phone, page = joined(app, opened, "code"), f"/t/{opened['code']}/join?lang=en"
    assert opened["links"]["seat"] not in phone.get(page).text
    newcomers(app, opened, "enter")
    taken = phone.post(f"/t/{opened['code']}/seat", data={"seat": "s2"})
    assert taken.headers["Location"] == f"/t/{opened['code']}"
    assert role_of(phone, opened) == "seat"


def test_whoever_joins_by_the_link_is_asked_for_a_seat_at_once(app: Flask, opened: Opened) -> None:
    phone = app.test_client()
    answer = phone.post(path_of(opened, "seat"))
    assert answer.headers["Location"] == f"/t/{opened['code']}/seat"
    page = phone.get(answer.headers["Location"] + "?lang=en").text
    assert "Who are you?" in page
    assert "Enter for everyone" in page
    phone.post(f"/t/{opened['code']}/seat", data={"seat": "s2"})
    assert phone.post(path_of(opened, "seat")).headers["Location"] == f"/t/{opened['code']}"


def test_the_hosts_list_names_phones_without_secrets(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    phones = [joined(app, opened, by) for by in ("seat", "code")]
    phones[0].post(f"/t/{opened['code']}/seat", data={"seat": "s2"})
    pages = [
        client.get(f"/t/{opened['code']}/players{tail}?lang=en").text
        for tail in ("", "/s2", "/phone/3")
    ]
    here = ("Phone 1", "this phone · enters for everyone · host", "own phone, asleep")
    told = (
        (*here, "no phone: you enter", "Phone 3", "watch only"),
        ("Phone 2", "Bo’s phone", "Remove this phone"),
        ("Phone 3", "watch only", "Let in"),
    )
    for page, texts in zip(pages, told, strict=True):
        assert not [text for text in texts if text not in page]
    for phone in (client, *phones):
        cookie = phone.get_cookie("device")
        assert cookie is not None
        assert not [page for page in pages if cookie.value in page]
    assert [phone.get(f"/t/{opened['code']}/players").status_code for phone in phones] == [403, 403]
    assert decide(phones[0], opened, 3, "enters") == 403


def test_the_host_lowers_and_raises_a_phone(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    phone = joined(app, opened, "seat")
    assert decide(client, opened, 2, "watches") == 303
    assert "Watching" in phone.get(f"/t/{opened['code']}?lang=en").text
    assert send(phone, opened, LAWYER, seen=2).status_code == 403
    phone.post(path_of(opened, "seat"))
    assert role_of(phone, opened) == "watch"
    assert decide(client, opened, 2, "enters") == 303
    assert send(phone, opened, LAWYER, seen=3).status_code == 201
    log = client.get(f"/t/{opened['code']}/fix?lang=en").text
    assert "Phone 2 is watching only." in log
    assert "Phone 2 can enter." in log


def test_a_phone_sent_away_is_told_so_and_let_in_again(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    phone = joined(app, opened, "seat")
    assert decide(client, opened, 2, "away") == 303
    assert phone.get(f"/t/{opened['code']}").status_code == 303
    assert phone.get(f"/api/t/{opened['code']}").status_code == 404
    answer = phone.post("/join?lang=en", data={"code": opened["code"]})
    assert answer.status_code == 403
    assert "removed this phone" in answer.text
    assert phone.post(path_of(opened, "seat") + "?lang=en").status_code == 403
    tapping = phone.post(f"/t/{opened['code']}/preview", headers={"HX-Request": "true"})
    assert tapping.headers["HX-Redirect"] == f"/t/{opened['code']}"
    assert decide(client, opened, 2, "enters") == 303
    assert phone.get(f"/t/{opened['code']}").status_code == 200


def test_the_last_host_cannot_go(app: Flask, client: FlaskClient, opened: Opened) -> None:
    assert [decide(client, opened, 1, what) for what in ("watches", "away", "enters")] == [409] * 3
    joined(app, opened, "host")
    assert "Remove as host" in client.get(f"/t/{opened['code']}/players/phone/1?lang=en").text
    assert decide(client, opened, 1, "enters", "later") == 303
    assert client.get(f"/t/{opened['code']}/players").status_code == 403


def test_what_is_no_decision_is_refused(client: FlaskClient, opened: Opened) -> None:
    for phone, what in ((9, "enters"), (1, "crown"), (9, "freed")):
        assert decide(client, opened, phone, what) == 422


def test_the_join_page_stays_reachable(app: Flask, client: FlaskClient, opened: Opened) -> None:
    watcher = joined(app, opened, "code")
    client.post(f"/t/{opened['code']}/end", data={"do": "close", "key": "end"})
    for phone in (client, watcher):
        assert phone.get(f"/t/{opened['code']}/join").status_code == 200


# New links

LINKS = ("host", "seat", "watch")


def links_of(app: Flask, opened: Opened) -> dict[str, str]:
    """Everything by which a phone comes in at a table or its group, as it is now."""
    table = stored(app, opened)
    group = app.extensions["service"].store.group(table.group_id).link
    ways = {role: f"/join/{getattr(table, f'{role}_link')}" for role in LINKS}
    return ways | {"group": f"/g/{group}", "code": table.join_code}


def comes_in(app: Flask, way: str, by: str) -> bool:
    """Whether a new phone gets in by a code or an address."""
    phone = app.test_client()
    if way == "group":
        return phone.get(by).status_code == 200
    answer = phone.post("/join", data={"code": by}) if way == "code" else phone.post(by)
    return answer.status_code == 303


@pytest.mark.parametrize("how", ["page", "api", "away"])
def test_renewed_links_let_nobody_in_by_the_old_ones(
    app: Flask, client: FlaskClient, opened: Opened, how: str
) -> None:
    """Nobody new comes by anything that was known before; who is in stays in, at the same address;
    the log tells of it.
    """
    player, gone = joined(app, opened, "seat"), joined(app, opened, "seat")
    old, path = links_of(app, opened), f"/t/{opened['code']}"
    if how == "api":
        told = client.post(f"/api{path}/links", json={"key": "new"})
        assert told.status_code == 201
        new, renewed = links_of(app, opened), told.get_json()
        assert renewed["join_code"] == new["code"]
        assert all(renewed["links"][role].endswith(new[role]) for role in LINKS)
    else:
        form = {"do": "renew"} if how == "page" else {"do": "away", "phone": "3", "renew": "1"}
        assert client.post(f"{path}/phones", data=form | {"key": "new"}).status_code == 303
        new = links_of(app, opened)
    assert not set(old.values()) & set(new.values())
    for way in old:
        assert not comes_in(app, way, old[way]), way
        assert comes_in(app, way, new[way]), way
        bearer = {"Authorization": "Bearer " + old[way].rsplit("/", 1)[-1]}
        assert app.test_client().get(f"/api{path}", headers=bearer).status_code == 404
    assert [phone.get(path).status_code for phone in (client, player)] == [200, 200]
    assert gone.get(path).status_code == (303 if how == "away" else 200)
    assert player.post("/join", data={"code": old["code"]}).status_code == 303
    assert "and links are new" in client.get(f"{path}/fix?lang=en").text
    assert new["code"] in client.get(f"{path}/join").text


def test_the_host_is_offered_a_new_code_when_a_phone_is_removed(
    app: Flask, client: FlaskClient, opened: Opened
) -> None:
    joined(app, opened, "seat")
    host, page = (
        client.get(f"/t/{opened['code']}/players/phone/{number}?lang=en").text for number in (1, 2)
    )
    assert re.search(r'name="renew" value="1" checked', page)
    assert "Anyone who saw the old code could return." in page
    assert "Remove this phone" not in host, "the only host stays"
