"""Undo gives an entry back as it was filled in: sent at once, by its big button, the same is
recorded again, in every game and form.
"""

from __future__ import annotations

import random
from itertools import product

import pytest
from flask import Flask
from flask.testing import FlaskClient
from lxml import html
from lxml.html import HtmlElement

from referee.event import new_move
from referee.games import GAMES
from referee.kernel.contract import Move
from tests.support.options import depths
from tests.support.talk import Open
from tests.support.tiers import SLOW, cases, property_test
from tools.sample import sample_game

pytestmark = property_test
NAMES = ("Ann", "Bo", "Cy", "Dee")
STOPS = 20 if SLOW else 8
CONTROLS = "//*[@form='entry' or ancestor::form[@id='entry']]"


def filled(page: HtmlElement) -> dict[str, list[str]]:
    """What the page sends by a tap on its big button, as it stands."""
    sent: dict[str, list[str]] = {}
    for box in page.xpath(f"{CONTROLS}[self::input or self::textarea]"):
        tickable = box.get("type") in ("checkbox", "radio")
        if box.get("name") and (not tickable or box.get("checked") is not None):
            sent.setdefault(box.get("name"), []).append(
                box.text or "" if box.tag == "textarea" else box.get("value", "on")
            )
    go = page.xpath("//*[@id='actions']//button[contains(@class, 'button-go')]")
    assert go, "nothing to tap"
    if go[0].get("name"):
        sent.setdefault(go[0].get("name"), []).append(go[0].get("value"))
    return sent


def buttons(page: HtmlElement) -> list[str]:
    """Which of Undo and Redo a page has at its foot."""
    drawn = page.xpath("//*[@id='actions']//form//button/@class")
    return [name for name in ("undo", "redo") if any(f"button-{name}" in one for one in drawn)]


def alike(move: Move) -> tuple[object, ...]:
    """A move, in whatever order its cards or seats were tapped."""
    data = {
        name: sorted(value) if isinstance(value, tuple) else value
        for name, value in move.data.items()
    }
    return move.kind, move.seat, data


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_what_was_undone_is_recorded_again_by_one_tap(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    """What was undone is offered to be recorded again by one tap, and is then as it was."""
    service, game, tried = app.extensions["service"], GAMES[game_id], 0
    for seed, depth in product(cases(1, 2), depths(game_id)):
        names = NAMES[: max(game.info.seats[0], min(len(NAMES), game.info.seats[1]))]
        code = open_table(game_id, *names, options={"depth": depth} if depth else {})["code"]
        table = service.store.table_by_code(code)
        history = service.history(table)
        moves = sample_game(game, history.state, random.Random(seed))
        wanted = random.Random(seed).sample(range(len(moves)), min(STOPS, len(moves)))
        for at, one in enumerate(moves):
            accept = tuple(ruling.code for ruling in one.prompt.overrules)
            entry = new_move(one.prompt.kind, one.prompt.seat, dict(one.answer), accept)
            history = service.enter(
                table, history.revision, [entry], f"{code}-{at}", "host", "so", True
            )
            if at not in wanted or one.prompt.aside or accept or not one.prompt.fields:
                continue
            last, tried = history.played[-1], tried + 1
            undo = {"of": last.seq, "seen": history.revision, "key": f"u-{code}-{at}"}
            answer = client.post(f"/t/{code}/undo", data=undo, follow_redirects=True)
            assert answer.status_code == 200
            page = html.fromstring(answer.text)
            assert buttons(page) == ["redo"], "Redo stands where Undo stood"
            # An entry of nothing, as an empty zone, leaves nothing to clear.
            for clear in page.xpath("//*[@id='band']/a/@href"):
                assert "redo" not in buttons(html.fromstring(client.get(clear).text))
            sent = filled(page)
            told = (game_id, depth, last.move, sent)
            assert client.post(f"/t/{code}/entry", data=sent).status_code == 303, told
            history = service.history(table)
            assert alike(history.played[-1].move) == alike(last.move), told
            # What follows names laid cards by their places, so the entry is made in its first
            # order.
            newest, key = history.played[-1].seq, f"a-{code}-{at}"
            again = {"of": newest, "seen": history.revision, "key": key}
            assert client.post(f"/t/{code}/undo", data=again).status_code == 303
            seen = service.history(table).revision
            history = service.enter(table, seen, [entry], f"{code}-{at}-first", "host", "so", True)
    assert tried
