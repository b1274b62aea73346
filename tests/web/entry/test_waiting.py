"""While entries are secret: who waits, what lies covered, taking back; and all cards turning, once
on every phone that waited.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.talk import Open, Opened, seated, send, table
from tests.web.entry.test_secret import EACH, GAMES, OPTIONS, PART, opened
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


@EACH
def test_who_is_ready_waits_and_who_is_not_enters(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    """Every phone shows one covered place for each entry that is in, and nobody but its own seat's
    what lies there.
    """
    found = opened(open_table, client, game_id, 0)
    bo, cy, watcher = (
        seated(app, found, "s2"),
        seated(app, found, "s3"),
        joined(app, found, "watch"),
    )
    assert waits(page(bo, found))
    assert waits(page(watcher, found))
    assert not waits(page(cy, found))
    assert covers(page(bo, found)) == covers(page(watcher, found))
    assert covers(page(bo, found))[1:] == ["covered", "missing"]
    assert [page(phone, found).count('id="laid"') for phone in (bo, cy, watcher, client)] == [
        1,
        0,
        0,
        0,
    ]
    assert '<details id="laid">' in page(bo, found)


@EACH
def test_a_phone_that_enters_for_all_enters_for_those_without_a_phone(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    """While nobody has a phone of their own it enters for everybody, as at any table."""
    found = opened(open_table, client, game_id, 0)
    assert not waits(page(client, found))
    cy = seated(app, found, "s3")
    rest = {entry["seat"] for entry in GAMES[game_id][3]}
    assert waits(page(client, found)) == (rest == {"s3"})
    for seat in rest - {"s3"}:
        assert seated(app, found, seat)
    assert waits(page(client, found))
    assert not waits(page(client, found, "?seat=s3"))
    assert not waits(page(cy, found))


@EACH
def test_what_is_undone_is_chosen_again_on_its_own_phone_alone(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    found = opened(open_table, client, game_id, 0)
    bo, seen = seated(app, found, "s2"), table(client, found)["revision"]
    back = bo.post(f"/t/{found['code']}/undo", data={"of": seen, "seen": seen, "key": "back"})
    assert back.headers["Location"] == f"/t/{found['code']}?back={seen}&go=1"
    chosen = re.compile(r"<[^>]*(?: checked|is-chosen)[^>]*>")
    cards = GAMES[game_id][1][0]["data"]
    wanted = [card for value in cards.values() for card in value.split()]
    tags = " ".join(chosen.findall(page(bo, found, f"?back={seen}")))
    assert [card for card in wanted if f'"{card}"' not in tags] == []
    for other in (client, seated(app, found, "s3"), joined(app, found, "watch")):
        assert not [
            card
            for card in wanted
            if f'"{card}"' in " ".join(chosen.findall(page(other, found, f"?back={seen}")))
        ]


def enter_rest(client: FlaskClient, found: Opened, game_id: str) -> None:
    seen = table(client, found)["revision"]
    for number, entry in enumerate(GAMES[game_id][3]):
        assert send(client, found, entry, seen=seen, key=f"r{number}").status_code == 201


def refresh(text: str) -> str:
    """Where the page asks at the next news."""
    asked = re.findall(r'hx-get="(/t/\w+(?:\?[^"]*)?)" hx-trigger="news from:body"', text)
    assert len(asked) == 1, asked
    return str(asked[0])


@EACH
def test_the_cards_turn_once_on_every_phone_that_waited(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    """Asked again, loaded anew or come late, a phone has the page that follows."""
    found = opened(open_table, client, game_id, 0)
    for phone in (seated(app, found, "s2"), joined(app, found, "watch")):
        again = refresh(page(phone, found))
        assert 'id="turned"' not in phone.get(again, headers=PART).text
    before = [
        refresh(page(phone, found))
        for phone in (seated(app, found, "s2"), joined(app, found, "watch"))
    ]
    enter_rest(client, found, game_id)
    for again, phone in zip(
        before, (seated(app, found, "s2"), joined(app, found, "watch")), strict=True
    ):
        turned = phone.get(again, headers=PART).text
        assert turned.count('id="turned"') == 1
        assert turned.count("turning-line") == len(
            {*(entry["seat"] for entry in GAMES[game_id][3]), "s2"}
        )
        after = re.search(r'hx-get="([^"]*)" hx-trigger="load delay:1600ms', turned)
        assert after
        assert 'id="turned"' not in phone.get(after[1], headers=PART, follow_redirects=True).text
        assert 'id="turned"' not in phone.get(again, follow_redirects=True).text
        assert (
            'id="turned"'
            not in phone.get(
                f"{after[1]}?since={table(client, found)['revision']}",
                headers=PART,
                follow_redirects=True,
            ).text
        )


@EACH
def test_who_enters_last_sees_the_cards_turn_too(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    found = opened(open_table, client, game_id, 0)
    *others, last = GAMES[game_id][3]
    for number, entry in enumerate(others):
        assert (
            send(
                client, found, entry, seen=table(client, found)["revision"], key=f"o{number}"
            ).status_code
            == 201
        )
    phone, seen = seated(app, found, last["seat"]), table(client, found)["revision"]
    kind = {} if game_id == "indian-chief" else {"kind": last["kind"]}
    form = {
        "seat": last["seat"],
        "seen": str(seen),
        "key": "last",
        **kind,
        **{name: text.split() for name, text in last["data"].items()},
    }
    answer = phone.post(f"/t/{found['code']}/entry", data=form, headers=PART, follow_redirects=True)
    assert answer.text.count('id="turned"') == 1
    assert 'id="turned"' not in page(phone, found)


def test_nothing_turns_at_an_open_table(app: Flask, client: FlaskClient, open_table: Open) -> None:
    found = open_table("indian-chief", "Ann", "Bo")
    entries = [
        {"kind": "thief", "seat": seat, "data": {"cards": cards}}
        for seat, cards in (("s1", "9D"), ("s2", "JD"))
    ]
    for seen, entry in enumerate(entries, 1):
        assert send(client, found, entry, seen=seen, key=f"k{seen}").status_code == 201
    assert 'id="turned"' not in client.get(f"/t/{found['code']}?since=2", headers=PART).text


def test_a_new_phone_is_not_made_to_enter_for_all(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """At a secret table nobody is preset to it."""

    def preset(**options: Any) -> bool:
        found = open_table("indian-chief", "Ann", "Bo", options=options)
        text = joined(app, found, "seat").get(f"/t/{found['code']}/seat").text
        return bool(re.search(r'value=""[^>]*(checked|aria-pressed="true"|aria-current)', text))

    assert not preset(entry="secret")


@pytest.mark.parametrize(
    "game_id", [game_id for game_id in GAMES if OPTIONS.get(game_id) is None][:1]
)
def test_no_own_card_lies_open_on_a_phone_that_waits(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    """Outside the part that covers itself nothing tells what was laid, on the page or beside it."""
    told = []
    for secret in (0, 1):
        found = opened(open_table, client, game_id, secret)
        bo = seated(app, found, "s2")
        text = (
            re.sub(r"(?s)<details id=\"laid\">.*?</details>", "", page(bo, found))
            + bo.get(f"/t/{found['code']}/beside", headers=PART).text
        )
        text = re.sub(r'name="key" value="[^"]*"', "", text)
        told.append(text.replace(found["code"], "CODE"))
    assert told[0] == told[1]
