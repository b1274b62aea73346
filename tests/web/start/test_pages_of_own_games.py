"""Games of score sheets on every page: what a table's pages lead to is there, in every language."""

from __future__ import annotations

import random
from collections import deque
from urllib.parse import urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient
from lxml import html

from referee.event import new_move
from referee.samples import JUST_POINTS, SAMPLES, sample_sheet
from referee.sheets import game_of_sheet
from tests.support.sheets import random_move

NAMES = ("Ann", "Bo & <i>", "Cy", "Dee", "Eve", "Flo")
MOST_PAGES, MOVES = 160, 6
ELSEWHERE = ("/static", "/rules/", "/new/", "/ask/", "/print", "/api", "/import", "/try")
"""Where pages lead that belong to no table; of these only those of this game are opened."""
QUICK = (JUST_POINTS, "wizard", "skat")
NAMED = [
    pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
    for name in (JUST_POINTS, *SAMPLES)
]


def begun(app: Flask, phone: FlaskClient, name: str) -> str:
    """A table that a phone opened for a sample, with some random entries."""
    game = game_of_sheet(sample_sheet(name))
    players = max(2, game.info.seats[0])
    form = {"name": [*NAMES[:players]], "players": players, "key": "once"}
    opened = phone.post(f"/new/{game.info.id}/open", data=form)
    assert opened.status_code == 303
    code, service, rng = opened.location.split("/")[2], app.extensions["service"], random.Random(3)
    table = service.store.table_by_code(code)
    for at in range(MOVES):
        history = service.history(table)
        if (move := random_move(game, history.state, rng)) is None:
            break
        entry = new_move(move.kind, move.seat, move.data)
        service.enter(table, history.revision, [entry], f"k{at}", "host")
    return str(code)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", NAMED)
def test_every_way_of_its_pages_leads_somewhere(
    app: Flask, client: FlaskClient, name: str, lang: str
) -> None:
    client.set_cookie("lang", lang)
    code, game = begun(app, client, name), game_of_sheet(sample_sheet(name)).info.id
    todo, seen = deque([f"/t/{code}", f"/new/{game}", f"/rules/{game}", "/"]), set[str]()
    while todo and len(seen) < MOST_PAGES:
        at = todo.popleft()
        if at in seen:
            continue
        seen.add(at)
        answer = client.get(at)
        assert answer.status_code < 400, at
        if 300 <= answer.status_code < 400:
            todo.append(urlsplit(answer.location).path)
        elif "html" in (answer.content_type or "") and answer.text:
            todo += ways(html.document_fromstring(answer.text), game)
    assert len(seen) > 40


def ways(page: html.HtmlElement, game: str) -> list[str]:
    """The addresses to which a page leads, without what never ends or belongs to other games."""
    found = [str(one).partition("#")[0] for one in page.xpath("//@href | //@hx-get")]
    local = [one for one in found if one.startswith("/") and not one.startswith("//")]
    return [
        one
        for one in local
        if "lang=" not in one and "/live" not in one
        if game in one or not one.startswith(ELSEWHERE)
    ]


def test_a_game_that_nobody_knows_is_not_there(client: FlaskClient) -> None:
    for path in ("/new/own-0123456789abcdef", "/rules/own-0123456789abcdef", "/ask/own-01"):
        assert client.get(path).status_code == 404


def test_what_people_wrote_is_text_on_every_page(app: Flask, client: FlaskClient) -> None:
    nasty = "<b>&'\"*_$#"
    sheet = {
        **sample_sheet(JUST_POINTS),
        "name": nasty,
        "ask": [{"name": "points", "label": nasty, "low": "−5"}],
        "points": [{"points": "points", "why": nasty, "rule": nasty}],
        "check": [{"that": "points < 90000", "say": nasty}],
    }
    service = app.extensions["service"]
    game = service.keep_game(sheet)
    opened = client.post(
        f"/new/{game}/open", data={"name": ["Ann", "Bo"], "players": 2, "key": "k"}
    )
    code = opened.location.split("/")[2]
    assert opened.status_code == 303
    table, entry = service.store.table_by_code(code), {"points-s1": "7", "points-s2": "3"}
    service.enter(table, 1, [new_move("step1", None, entry)], "k1", "host")
    pages = ("", "/sheet", "/menu", "/fix", "/ruling/1/s1", "/result", "/share", "/tv")
    for path in (*(f"/t/{code}{page}" for page in pages), f"/rules/{game}", f"/new/{game}"):
        text = client.get(path, follow_redirects=True).text
        assert "<b>&amp;" not in text, path
        assert "<b>&'" not in text, path
        assert html.document_fromstring(text).xpath('//b[starts-with(text(), "&\'")]') == []
    assert client.get(f"/t/{code}/sheet.svg").status_code == 200
    assert nasty in client.get(f"/t/{code}/record.json").get_json()["sheet"]["name"]


@pytest.mark.parametrize(("name", "explained"), [(JUST_POINTS, False), ("wizard", True)])
def test_a_round_is_explained_where_there_is_something_to_say(
    app: Flask, client: FlaskClient, name: str, explained: bool
) -> None:
    """Where points count as they were entered, the next entry follows at once."""
    code = begun(app, client, name)
    service = app.extensions["service"]
    table = service.store.table_by_code(code)
    rng, game = random.Random(1), game_of_sheet(sample_sheet(name))
    while (history := service.history(table)).state.entries or not history.state.rounds:
        move = random_move(game, history.state, rng)
        assert move is not None
        entry = new_move(move.kind, move.seat, move.data)
        service.enter(table, history.revision, [entry], f"m{history.revision}", "host")
    text = client.get(f"/t/{code}").text
    assert ('class="explained' in text) is explained
    assert ("numpad" in text) is not explained
