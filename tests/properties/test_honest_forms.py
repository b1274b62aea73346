"""Forms of every game as their pages draw them: what is opened has a way back, and no button
records what nobody has said.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import product

import pytest
from flask import Flask
from flask.testing import FlaskClient
from lxml import html
from lxml.html import HtmlElement

from referee.event import new_move
from referee.games import GAMES
from referee.kernel.game import check
from tests.support.options import depths
from tests.support.talk import Open
from tests.support.tiers import SLOW, cases, property_test
from tools.sample import sample_game

pytestmark = property_test
NAMES = ("Ann", "Bo", "Cy", "Dee")
STOPS = 20 if SLOW else 6
"""At how many moments of a game its pages are looked at."""
PASSING = re.compile(r'(name="key" value=)"[^"]*"|data-later="[^"]*"')


@pytest.fixture(params=sorted(GAMES))
def game_id(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def moments(app: Flask, open_table: Open, game_id: str) -> Iterator[str]:
    """The code of a table at some moments of games drawn at random, at every depth there is."""
    service, game = app.extensions["service"], GAMES[game_id]
    for seed, depth in product(cases(1, 2), depths(game_id)):
        names = NAMES[: max(game.info.seats[0], min(len(NAMES), game.info.seats[1]))]
        code = open_table(game_id, *names, options={"depth": depth} if depth else {})["code"]
        table = service.store.table_by_code(code)
        history = service.history(table)
        moves = sample_game(game, history.state, random.Random(seed))
        wanted = {0, *random.Random(seed).sample(range(len(moves)), min(STOPS, len(moves)))}
        for at, one in enumerate(moves):
            if at in wanted:
                yield code
            entry = new_move(one.prompt.kind, one.prompt.seat, dict(one.answer))
            history = service.enter(table, history.revision, [entry], f"{code}-{at}", "host")


def page(client: FlaskClient, address: str) -> HtmlElement:
    answer = client.get(address, follow_redirects=True)
    assert answer.status_code == 200, address
    return html.fromstring(answer.text)


def shown(found: HtmlElement) -> str:
    """A page as it looks, without what no two copies share."""
    return PASSING.sub("", html.tostring(found.get_element_by_id("page"), encoding="unicode"))


def opened_from(found: HtmlElement) -> list[str]:
    """The answers that a page opens instead of asking for them itself."""
    beside = "//*[contains(@class, 'others')]//a/@href | //*[@id='other-ways']//a/@href"
    return list(found.xpath(beside))


def test_whatever_is_opened_has_a_way_back_that_takes_nothing_back(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    """An answer that is opened has a way back that takes nothing back."""
    for code in moments(app, open_table, game_id):
        before = page(client, f"/t/{code}?go=1")
        for href in opened_from(before):
            (back,) = page(client, href).xpath("//*[@id='actions']/a/@href")
            own = re.search(r"seat=(\w+)", href)
            choice = page(client, f"/t/{code}?seat={own[1]}") if own else before
            assert shown(page(client, back)) == shown(choice), (href, back)


def test_no_button_records_what_nobody_has_said(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    """A form that has something to ask is not sent by its big button before something is tapped,
    unless it shows what is chosen.
    """
    for code in moments(app, open_table, game_id):
        first = page(client, f"/t/{code}?go=1")
        for found in [first, *(page(client, href) for href in opened_from(first))]:
            for button in found.xpath(
                "//*[@id='actions']//button[contains(@class, 'button-go')][not(contains(@class,"
                " 'is-open') or contains(@class, 'is-quiet'))]"
            ):
                asked = found.xpath(
                    "//*[@form='entry' or"
                    " ancestor::form[@id='entry']]"
                    "[self::input[not(@type='hidden')][not(@name='typed')]]"
                )
                chosen = {field.get("name") for field in asked if field.get("checked") is not None}
                assert {field.get("name") for field in asked} <= chosen, html.tostring(button)


def test_what_one_tap_answers_is_hatched_just_where_a_rule_refuses_it(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    """Keys, buttons and columns of a form with one field are compared with the game's own word on
    each; what lies elsewhere is closed.
    """
    service = app.extensions["service"]
    for code in moments(app, open_table, game_id):
        history = service.history(service.store.table_by_code(code))
        found = page(client, f"/t/{code}?go=1")
        kind, seat = (
            found.xpath(f"//form[@id='entry']//input[@name='{name}']/@value")
            for name in ("kind", "seat")
        )
        asked = [
            prompt
            for prompt in history.prompts
            if [prompt.kind] == kind and [prompt.seat or ""] == seat
        ]
        for field in [
            prompt.fields[0] for prompt in asked if prompt.form == "tap" and len(prompt.fields) == 1
        ]:
            for button in found.xpath(f"//form[@id='entry']//button[@name='{field.name}']"):
                told = {field.name: button.get("value")}
                checked = check(history.game, history.state, asked[0].kind, asked[0].seat, told)
                refused = any(ruling.field == field.name for ruling in checked.objections)
                assert ("is-doubtful" in button.get("class")) == refused, html.tostring(button)
