"""Entries that were saved on their phone: whatever another phone entered meanwhile for the same
player, nothing is lost or counted twice.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from lxml import html

from referee.games import GAMES
from referee.web.entry.conflict import asked_again
from tests.support.at_table import enter, post, record
from tests.support.talk import CHIEF, Open
from tests.support.tiers import cases, property_test
from tests.web.entry.test_let_stand import form_of
from tools.sample import sample_game

NAMES = ("Ann", "Bo", "Cy", "Dee")


def saved(client: FlaskClient, code: str, cards: list[str], key: str, **more: Any) -> Any:
    """Send what was saved for Ann on a page that had seen nothing yet."""
    form = {"seen": 1, "seat": "s1", "cards": cards, "key": key, "queued": "1", **more}
    return client.post(f"/t/{code}/entry?lang=en", data=form)


def melds(app: Flask, code: str) -> list[tuple[str, ...]]:
    """The melds that stand."""
    service = app.extensions["service"]
    return [
        tuple(played.cards) for played in service.history(service.store.table_by_code(code)).played
    ]


def test_both_entries_are_shown_and_one_tap_decides(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """What each makes stands on its button; the saved one takes the place of the other once,
    however often it is sent.
    """
    code = open_table(CHIEF, "Ann", "Bo")["code"]
    assert enter(client, code, "s1", "8C").status_code == 303
    answer = saved(client, code, ["7C"], "b")
    assert answer.status_code == 409
    page = html.fromstring(answer.text)
    buttons = [" ".join(one.text_content().split()) for one in page.xpath("//button")]
    assert buttons == ["Use 7", "Keep 8"]
    assert "Ann’s cards are already in" in answer.text
    assert melds(app, code) == [("8C",)]
    for _ in range(2):
        assert saved(client, code, ["7C"], "b", replaces=page.get("data-of")).status_code == 204
        assert melds(app, code) == [("7C",)]
    assert "Entered twice while offline" in client.get(f"/t/{code}/fix?lang=en").text


def test_an_answer_to_another_question_decides_nothing(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """Where the other entry was undone and made anew meanwhile, it is asked again."""
    code = open_table(CHIEF, "Ann", "Bo")["code"]
    enter(client, code, "s1", "8C")
    post(client, code, "undo", of=2)
    enter(client, code, "s1", "9C")
    answer = saved(client, code, ["7C"], "b", replaces=2)
    assert answer.status_code == 409
    assert "Keep 9" in answer.text
    assert melds(app, code) == [("9C",)]


def test_what_the_referee_refuses_there_is_no_choice(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """A saved entry that cannot stand comes back as an entry to be fixed."""
    code = open_table(CHIEF, "Ann", "Bo")["code"]
    enter(client, code, "s1", "8C")
    answer = saved(client, code, ["7C", "7C", "7C"], "b")
    assert answer.status_code == 409
    assert 'id="conflict"' not in answer.text
    assert melds(app, code) == [("8C",)]


@property_test
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_the_same_from_two_phones_counts_once(
    app: Flask, client: FlaskClient, open_table: Open, game_id: str
) -> None:
    """An entry that another phone made too is no question and no second entry, in every game and
    form.

    Where the same is asked again at once it may be the next one, and of one phone that knows of the
    first it is: it is asked about then, and never dropped.
    """
    game, service = GAMES[game_id], app.extensions["service"]
    for seed in cases(1, 2):
        names = NAMES[: max(game.info.seats[0], min(len(NAMES), game.info.seats[1]))]
        opened = open_table(game_id, *names)
        code, table = opened["code"], service.store.table_by_code(opened["code"])
        moves = sample_game(game, service.history(table).state, random.Random(seed))
        for at, one in enumerate(moves[:12]):
            entry = {
                "kind": one.prompt.kind,
                "seat": one.prompt.seat,
                "data": dict(one.answer),
                "accept": [ruling.code for ruling in one.prompt.overrules],
            }
            seen, before = service.history(table).revision, len(service.history(table).played)
            record(client, opened, entry, reason="so")
            if one.prompt.seat is None or one.prompt.form == "row" or not one.prompt.fields:
                continue
            form = form_of(entry, seen, f"s{at}") | {"queued": "1"}
            answer = client.post(f"/t/{code}/entry", data=form)
            if asked_again(service.history(table).played[-1]):
                assert answer.status_code != 204, "it may be the next one"
            else:
                made = answer.status_code, answer.headers.get("X-Made")
                assert made == (204, str(seen + 1)), (game_id, entry)
            assert len(service.history(table).played) == before + 1
            known = form | {"key": f"o{at}", "made": str(seen + 1)}
            own = client.post(f"/t/{code}/entry", data=known)
            assert own.status_code != 204, "the same twice from one phone is never dropped"
