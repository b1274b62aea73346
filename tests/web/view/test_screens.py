"""What a page says of where the table stands: the banner of its own round, a light where it
listens, colours that mean something.
"""

from __future__ import annotations

import re
from importlib import import_module

import pytest
from flask import Flask
from flask.testing import FlaskClient
from markupsafe import Markup

from referee.event import new_move
from referee.games import GAMES
from referee.kernel.contract import Checked
from referee.kernel.game import check, find_prompt
from referee.service.draft import Draft
from referee.service.errors import Refused
from referee.web.entry.entry_form import fill
from referee.web.entry.page import entry_page, explained_page
from referee.web.entry.refusal import refusal_of
from referee.web.entry.rows import rows_entry
from referee.web.sheet.explained import explained
from referee.web.view.page_header import scoreboard
from referee.web.view.view import field_label
from referee.words import line_sentence
from tests.properties.test_every_game import ids_of, upto
from tests.support.random_play import json_of, random_history
from tests.support.talk import play
from tests.web.view.test_numbers import view_of

PAGES = ("", "?go=1", "/sheet", "/fix", "/setup", "/print", "/share", "/join", "/players", "/tv")
BANNER = re.compile(r'<p class="banner">.*?</p>', re.DOTALL)


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_a_round_is_explained_under_its_own_banner(app: Flask, game_id: str) -> None:
    for seed in (1, 2):
        whole = random_history(game_id, seed)
        for round_ in {played.round for played in whole.played} - {0}:
            moves = [at for at, played in enumerate(whole.played) if played.round == round_]
            begun, done = view_of(upto(whole, moves[0])), view_of(upto(whole, moves[-1] + 1))
            with app.test_request_context("/?lang=en"):
                entered = entry_page(begun, Draft()).get_data(as_text=True)
                told = explained_page(done, round_).get_data(as_text=True)
            assert BANNER.findall(told) == BANNER.findall(entered), (seed, round_)


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_a_page_has_a_light_where_it_listens_and_its_game_s_colours(
    client: FlaskClient, game_id: str
) -> None:
    whole = random_history(game_id, 1)
    opened = play(client, upto(whole, len(whole.played) // 2), ids_of(whole))
    for page in PAGES:
        text = client.get(f"/t/{opened['code']}{page}", follow_redirects=True).text
        assert ('id="live"' in text) == ('data-live="/' in text), page
        if 'data-live="/' in text:
            two = bool(re.search(r'<div id="page"[^>]* data-suits="two"', text))
            assert two == GAMES[game_id].info.two_colours, page


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_who_only_watches_sees_the_table_and_the_newest_round(app: Flask, game_id: str) -> None:
    """The sheet, the board where there is one, and a way to the ruling about every number of the
    last round; nothing to enter.
    """
    whole = random_history(game_id, 2)
    for at in (0, len(whole.played) // 2, len(whole.played) - 1):
        view = view_of(upto(whole, at), "watch")
        with app.test_request_context("/?lang=en"):
            text = entry_page(view, Draft()).get_data(as_text=True)
            last = explained(view, view.scene.complete).rows if view.scene.complete else ()
        assert 'id="sheet"' in text
        assert ('id="board"' in text) == bool(view.scene.board)
        assert all(f'class="brief-points" href="{row.ruling_href}"' in text for row in last)
        assert 'id="pad"' not in text
        assert 'class="button button-go' not in text


def test_a_card_is_never_written_where_a_seat_is_asked_for(app: Flask) -> None:
    begun = (upto(random_history("blind-date", seed), 0) for seed in range(1, 40))
    history = next(found for found in begun if found.prompts and found.prompts[0].form == "row")
    first, second = history.seats[:2]
    with app.test_request_context("/?lang=en"):
        view = view_of(history)
        lit = Draft({f"match.{first}": ["KS"], "slot": [f"target.{first}"]})
        card = fill(lit, "QS", view)
        seat = fill(lit, second, view)
        waiting = rows_entry(view, lit).pad
    assert card.one(f"match.{first}") == "KS"
    assert card.one(f"target.{first}") == ""
    assert card.one("slot") == f"target.{first}"
    assert waiting is not None
    assert all(key.reason for suit in waiting.suits for key in suit.keys)
    assert (seat.one(f"match.{first}"), seat.one(f"target.{first}")) == ("KS", second)
    assert seat.one("slot") != f"target.{first}"


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_a_refusal_for_something_missing_names_it(app: Flask, game_id: str) -> None:
    """Every prompt of random games answered with one field left out: what is refused for it says
    which.
    """
    for seed in (1, 2, 3):
        whole = random_history(game_id, seed)
        kinds = {played.move.kind: at for at, played in enumerate(whole.played)}
        for at in kinds.values():
            history, move = upto(whole, at), whole.played[at].move
            for left in move.data:
                data = {name: value for name, value in move.data.items() if name != left}
                entry = new_move(move.kind, move.seat, json_of(data))
                checked = check(history.game, history.state, entry.kind, entry.seat, entry.data)
                wrong = tuple(
                    ruling
                    for ruling in checked.objections
                    if ruling.field == left and ruling.level == "impossible"
                )
                if checked.move is not None or not wrong:
                    continue
                refused = Refused(0, Checked(None, wrong), history)
                with app.test_request_context("/?lang=en"):
                    view = view_of(history)
                    told = refusal_of(view, refused, (), Draft())
                    asked = find_prompt(view.prompts, move.kind, move.seat)
                    assert asked
                    wanted = next(field for field in asked.fields if field.name == left)
                    missing = f"Missing: {field_label(view, wanted)}"
                    assert told.title == missing, (game_id, move.kind, left)


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_only_who_has_entered_is_ticked_and_only_who_leads_is_crowned(
    app: Flask, game_id: str
) -> None:
    for seed in (1, 2, 3):
        whole = random_history(game_id, seed)
        for at in range(0, len(whole.played), max(1, len(whole.played) // 12)):
            history = upto(whole, at)
            with app.test_request_context("/?lang=en"):
                view = view_of(history)
                shown = scoreboard(view, None)
            entered = {
                played.move.seat for played in history.played if played.round == view.scene.round
            }
            assert {seat.id for seat in shown if seat.state == "ready"} <= entered
            if game_id == "pyramid" and view.scene.ahead is not None:
                order = import_module("referee.games.pyramid.playing").ranking(history.state.now)
                first = set(order[0]) if len(order) > 1 else set()
                assert {seat.id for seat in shown if seat.leads} == first


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_a_line_of_the_whole_table_is_told_without_a_name(app: Flask, game_id: str) -> None:
    for seed in (1, 2, 3, 4):
        history = random_history(game_id, seed)
        with app.test_request_context("/?lang=en"):
            view = view_of(history)
            for round_ in {line.round for line in history.lines if line.nobody}:
                bare = {
                    line_sentence(view.plain, line)
                    for line in history.lines
                    if line.nobody and line.round == round_
                }
                told = [
                    str(Markup(row.text).striptags())
                    for part in explained(view, round_).sections
                    for row in part.rows
                ]
                owned = [
                    text
                    for text in told
                    if text.startswith("<")
                    and any(text.endswith(one) and text != one for one in bare)
                ]
                assert owned == []
