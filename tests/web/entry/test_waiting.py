"""While entries are secret: who waits, what lies covered, taking back; and all cards turning, once
on every phone that waited.
"""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.at_table import post, record
from tests.support.examples import plays
from tests.support.talk import CHIEF, Open, Opened, meld, seated, table
from tests.web.entry.test_secret import GAMES, PART, SECRETIVE, enter_rest, opened, steady
from tests.web.people.test_join import joined


def page(phone: FlaskClient, found: Opened, query: str = "", **headers: str) -> str:
    answer = phone.get(
        f"/t/{found['code']}{query}",
        headers={"Accept-Language": "en", **headers},
        follow_redirects=True,
    )
    assert answer.status_code == 200
    return answer.text


def waits(text: str) -> bool:
    return 'class="page entry waiting"' in text


def covers(text: str) -> list[str]:
    """How every seat's cards lie."""
    return re.findall(r'class="cover-card is-(\w+)"', text)


@pytest.fixture(params=SECRETIVE)
def game_id(request: pytest.FixtureRequest) -> str:
    """Each game whose entries may be secret."""
    return str(request.param)


@pytest.fixture
def found(client: FlaskClient, open_table: Open, game_id: str) -> Opened:
    """A secret table on which Bo has entered the first of the secrets."""
    return opened(open_table, client, game_id, 0)


def test_who_is_ready_waits_and_who_is_not_enters(
    app: Flask, client: FlaskClient, found: Opened
) -> None:
    """Every phone shows one covered place for each entry that is in, and nobody but its own seat's
    what lies there.
    """
    bo, cy = seated(app, found, "s2"), seated(app, found, "s3")
    watcher = joined(app, found, "watch")
    assert waits(page(bo, found))
    assert waits(page(watcher, found))
    assert not waits(page(cy, found))
    assert covers(page(bo, found)) == covers(page(watcher, found))
    assert covers(page(bo, found))[1:] == ["covered", "missing"]
    assert page(bo, found).count('id="laid"') == 1
    assert not any('id="laid"' in page(phone, found) for phone in (cy, watcher, client))
    assert '<details id="laid">' in page(bo, found)


def test_a_phone_that_enters_for_all_enters_for_those_without_a_phone(
    app: Flask, client: FlaskClient, found: Opened, game_id: str
) -> None:
    """While nobody has a phone of their own it enters for everybody, as at any table."""
    assert not waits(page(client, found))
    cy = seated(app, found, "s3")
    rest = {entry["seat"] for entry in GAMES[game_id][3]}
    assert waits(page(client, found)) == (rest == {"s3"})
    for seat in rest - {"s3"}:
        assert seated(app, found, seat)
    assert waits(page(client, found))
    assert not waits(page(client, found, "?seat=s3"))
    assert not waits(page(cy, found))


def test_what_is_undone_is_chosen_again_on_its_own_phone_alone(
    app: Flask, client: FlaskClient, found: Opened, game_id: str
) -> None:
    bo, seen = seated(app, found, "s2"), table(client, found)["revision"]
    back = post(bo, found["code"], "undo", of=seen)
    assert back.headers["Location"] == f"/t/{found['code']}?back={seen}&go=1"
    cards = [card for value in GAMES[game_id][1][0]["data"].values() for card in value.split()]

    def chosen(phone: FlaskClient) -> list[str]:
        tags = re.findall(
            r"<[^>]*(?: checked|is-chosen)[^>]*>", page(phone, found, f"?back={seen}")
        )
        return [card for card in cards if f'"{card}"' in " ".join(tags)]

    assert chosen(bo) == cards
    for other in (client, seated(app, found, "s3"), joined(app, found, "watch")):
        assert chosen(other) == []


def refresh(text: str) -> str:
    """Where the page asks at the next news."""
    asked = re.findall(r'hx-get="(/t/\w+(?:\?[^"]*)?)" hx-trigger="news from:body"', text)
    assert len(asked) == 1, asked
    return str(asked[0])


def test_the_cards_turn_once_on_every_phone_that_waited(
    app: Flask, client: FlaskClient, found: Opened, game_id: str
) -> None:
    """Asked again, loaded anew or come late, a phone has the page that follows."""
    phones = seated(app, found, "s2"), joined(app, found, "watch")
    before = [refresh(page(phone, found)) for phone in phones]
    for again, phone in zip(before, phones, strict=True):
        assert 'id="turned"' not in phone.get(again, headers=PART).text
    enter_rest(client, found, game_id)
    seats = {*(entry["seat"] for entry in GAMES[game_id][3]), "s2"}
    for again, phone in zip(before, phones, strict=True):
        turned = phone.get(again, headers=PART).text
        assert turned.count('id="turned"') == 1
        assert turned.count("turning-line") == len(seats)
        after = re.search(r'hx-get="([^"]*)" hx-trigger="load delay:1600ms', turned)
        assert after
        newest = f"{after[1]}?since={table(client, found)['revision']}"
        for address, headers in ((after[1], PART), (again, {}), (newest, PART)):
            shown = phone.get(address, headers=headers, follow_redirects=True).text
            assert 'id="turned"' not in shown


def test_who_enters_last_sees_the_cards_turn_too(
    app: Flask, client: FlaskClient, found: Opened, game_id: str
) -> None:
    *others, last = GAMES[game_id][3]
    record(client, found, *others)
    phone, seen = seated(app, found, last["seat"]), table(client, found)["revision"]
    form = {name: text.split() for name, text in last["data"].items()}
    form |= {} if game_id == "indian-chief" else {"kind": last["kind"]}
    form |= {"seat": last["seat"], "seen": str(seen), "key": "last"}
    answer = phone.post(f"/t/{found['code']}/entry", data=form, headers=PART, follow_redirects=True)
    assert answer.text.count('id="turned"') == 1
    assert 'id="turned"' not in page(phone, found)


def test_nothing_turns_at_an_open_table(app: Flask, client: FlaskClient, open_table: Open) -> None:
    found = open_table(CHIEF, "Ann", "Bo")
    record(client, found, meld("thief", "s1", "9D"), meld("thief", "s2", "JD"))
    assert 'id="turned"' not in client.get(f"/t/{found['code']}?since=2", headers=PART).text


def test_a_new_phone_is_not_made_to_enter_for_all(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """At a secret table nobody is preset to it."""
    found = open_table(CHIEF, "Ann", "Bo", options={"entry": "secret"})
    text = page(joined(app, found, "seat"), found, "/seat")
    assert not re.search(r'value=""[^>]*(checked|aria-pressed="true"|aria-current)', text)


@plays(CHIEF)
def test_no_own_card_lies_open_on_a_phone_that_waits(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """Outside the part that covers itself nothing tells what was laid, on the page or beside it."""
    told = []
    for secret in (0, 1):
        found = opened(open_table, client, CHIEF, secret)
        bo = seated(app, found, "s2")
        open_part = re.sub(r'(?s)<details id="laid">.*?</details>', "", page(bo, found))
        text = open_part + bo.get(f"/t/{found['code']}/beside", headers=PART).text
        told.append(steady(text, found["code"]))
    assert told[0] == told[1]
