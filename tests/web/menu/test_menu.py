"""The menu of every game: ten ways for a host, nine for a player, six for a watcher at most."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient
from lxml import html

from referee.games import GAMES
from tests.support.at_table import record
from tests.support.eventful import phone, stored
from tests.support.random_play import random_history
from tests.support.talk import CHIEF, DOCTOR, LAWYER, Open, Opened
from tests.support.tiers import by_turns
from tests.web.people.test_join import joined
from tests.web.people.test_seats import claim, end

MOST = {"host": 10, "seat": 9, "watch": 6}
EACH = pytest.mark.parametrize("game_id", sorted(GAMES))


def ways(client: FlaskClient, code: str, lang: str = "en") -> list[str]:
    """Every way of the menu, without the line below it; how much is entered is one."""
    page = html.fromstring(client.get(f"/t/{code}/menu?lang={lang}").text)
    for small in page.xpath("//nav[@class='menu-page']//small"):
        small.drop_tree()
    found = page.xpath("//nav[@class='menu-page']//*[self::a or @id='detail-head']")
    return [way.text_content().strip() for way in found]


def state(client: FlaskClient, opened: Opened, way: str) -> str:
    """The line below a way."""
    page = client.get(f"/t/{opened['code']}/menu?lang=en").text
    found = re.search(rf"<span>{re.escape(way)}<small>(.*?)</small>", page)
    return unescape(found[1]) if found else ""


@by_turns
@EACH
@pytest.mark.parametrize("over", [False, True])
def test_the_menu_has_few_ways_and_each_is_served(
    app: Flask, open_table: Open, game_id: str, over: bool
) -> None:
    """The menu has at most ten ways, and each opens for whoever is shown it."""
    store = app.extensions["service"].store
    if over:
        table = stored(store, random_history(game_id, 1))
    else:
        names = "ABCDEFGH"[: GAMES[game_id].info.seats[0]]
        table = store.table_by_code(open_table(game_id, *names)["code"])
    for role, most in MOST.items():
        client = phone(app, table, role, store.seats(table.id)[0].seat if role == "seat" else None)
        for lang in ("en", "ja"):
            assert 0 < len(ways(client, table.code, lang)) <= most, (role, lang)
        page = html.fromstring(client.get(f"/t/{table.code}/menu").text)
        for href in page.xpath("//nav[@class='menu-page']//a/@href"):
            assert client.get(href, follow_redirects=True).status_code == 200, (role, href)


def test_who_sees_what(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF)
    player, watcher = joined(app, opened, "seat"), joined(app, opened, "code")
    claim(player, opened, "s2")
    code = opened["code"]
    first = ["Score sheet", "Invite", "Ask the referee"]
    last = ["Print and share", "Settings", "Home"]
    own = ["Detail", "Fix a mistake", "Players and phones", "How to play"]
    assert ways(client, code) == [*first, *own, *last]
    own = ["You are Bo", "Fix a mistake", "How to play"]
    assert ways(player, code) == [*first, *own, *last]
    assert ways(watcher, code) == [*first, *last]
    end(client, opened)
    assert "You are Bo" not in ways(player, code)
    after = ["Score sheet", "Share picture", "Ask the referee", "Fix a mistake"]
    assert ways(client, code)[:4] == after


def test_the_lines_below_are_live(app: Flask, client: FlaskClient, open_table: Open) -> None:
    opened = open_table(CHIEF)
    player = joined(app, opened, "seat")
    assert state(client, opened, "Fix a mistake") == "nothing entered yet"
    assert state(player, opened, "You enter for everyone") == "choose your name, or only watch"
    claim(player, opened, "s2")
    record(client, opened, DOCTOR, LAWYER)
    assert state(client, opened, "Fix a mistake") == "last entry: Cy’s Lawyer, 25"
    assert state(player, opened, "Fix a mistake").startswith("your last entry: Doctor, ")
    assert state(player, opened, "You are Bo") == "not Bo? only watching?"
    assert state(client, opened, "Players and phones") == "3 players, 2 phones"


def test_the_line_of_the_newest_entry_tells_no_secret(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """An entry that lies face down is no line of anybody else's menu."""
    opened = open_table(CHIEF, options={"entry": "secret"})
    owner, other = joined(app, opened, "seat"), joined(app, opened, "seat")
    claim(owner, opened, "s2")
    claim(other, opened, "s1")
    record(owner, opened, DOCTOR)
    assert state(owner, opened, "Fix a mistake").startswith("your last entry: Doctor")
    assert state(other, opened, "Fix a mistake") == "nothing entered yet"


def test_how_to_play_has_the_steps_and_leads_to_all_rules(
    client: FlaskClient, open_table: Open
) -> None:
    """The setup without its invitation and the button that starts the game, which goes on."""
    opened = open_table(CHIEF)
    page = client.get(f"/t/{opened['code']}/menu?lang=en").text
    (href,) = re.findall(r'href="([^"]+)"[^>]*>(?:(?!</a>).)*<span>How to play', page)
    how = client.get(f"{href}&lang=en").text
    assert 'class="steps"' in how
    assert f'href="/rules/{CHIEF}?table={opened["code"]}"' in how
    assert "Scan to join" not in how
    assert "Back to the game" in how
