"""The end: every game's result as the page and the picture tell it, and nothing that is not counted
from the log.
"""

from __future__ import annotations

import re
from itertools import pairwise
from unittest import mock

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.kernel.contract import rank_by, totals
from referee.kernel.fields import Seat
from referee.kernel.highlights import best_plays
from referee.web.finale import picture
from referee.web.finale.chart import course
from referee.web.finale.decided import changes_of_lead, leads
from referee.web.finale.page import FinalePage, finale_page
from referee.web.view.view import View
from tests.properties.test_every_game import upto, well_said
from tests.support.random_play import random_history
from tests.support.talk import CHIEF, Open, play, stored
from tests.support.tiers import by_turns, cases, property_test
from tests.web.people.test_join import joined
from tests.web.people.test_seats import end
from tests.web.tv.test_tv import view_of

pytestmark = by_turns

SEEDS = cases(2, 5, first=1)


def drawn(app: Flask, code: str) -> tuple[View, FinalePage]:
    """The end as a watcher's page has it."""
    with app.test_request_context(f"/t/{code}/result?lang=en"):
        view = view_of(app, code)
        return view, finale_page(view)


@property_test
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_every_game_ends_as_its_result_says(
    app: Flask, client: FlaskClient, game_id: str, seed: int
) -> None:
    played = random_history(game_id, seed)
    code = play(client, played)["code"]
    for lang in ("en", "ja"):
        answer = client.get(f"/t/{code}?lang={lang}", follow_redirects=True)
        assert (answer.status_code, answer.request.path) == (200, f"/t/{code}/result")
        well_said(answer.text, f"{game_id} {seed} {lang}")
        assert "style=" not in answer.text
    view, page = drawn(app, code)
    assert view.result is not None
    first = {rank.seat for rank in page.ranks if rank.first}
    assert first == set(page.headline.winners) == set(view.result.winners)
    if not view.history.game.info.tally:
        ranked = [seat for group in view.result.ranking for seat in group]
        assert [rank.seat for rank in page.ranks] == ranked
    for rank in page.ranks:
        assert rank.rings is None or rank.rings == view.totals[rank.seat]
        assert rank.bar is None or 0 <= rank.bar.at <= rank.bar.at + rank.bar.length <= 100.01
    bars = sorted(
        (rank.bar.length * (-1 if rank.bar.minus else 1), int(rank.number.replace("−", "-")))
        for rank in page.ranks
        if rank.bar
    )
    for (short, low), (long, high) in pairwise(bars):
        assert low < high or short == long, "a longer bar is a higher number"


@property_test
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_what_is_told_is_true(app: Flask, client: FlaskClient, game_id: str, seed: int) -> None:
    """The best entry is nobody's second, the last change of the lead is the last, and the lines of
    the chart end at the totals.
    """
    played = random_history(game_id, seed)
    code = play(client, played)["code"]
    view, page = drawn(app, code)
    found = best_plays(view.history.game, view.state, view.lines)
    assert len({highlight.points for highlight in found}) <= 1
    if found and view.history.game.highlights is None and not view.history.game.info.tally:
        cells = {
            cell: sum(line.points for line in lines)
            for cell, lines in view.sight.scored.items()
            if any(line.cards for line in lines)
        }
        assert found[0].points == max(cells.values())
    last = view.history.played[-1]
    assert page.last_entry
    assert page.last_entry.cards == last.cards
    assert page.last_entry.sign == view.signs.get(last.move.seat or "")
    front = leads(view)
    rounds = {view.round_name(n).lower(): n for n in range(len(front), 0, -1)}
    for fact in page.decided:
        if "keeps it" in fact.text and view.result:
            at = rounds[fact.round.lower()]
            after = [totals(view.lines, view.history.seats, n) for n in range(1, len(front) + 1)]
            best_of = [rank_by(each, view.low_wins)[0] for each in after]
            (before,) = best_of[at - 2]
            assert f"the lead from {view.names[before]} and keeps it" in fact.text
            assert before not in view.result.winners
            assert all(first == view.result.winners for first in best_of[at - 1 :])
        if "after every round" in fact.text and view.result:
            assert {*front} == {view.result.winners}
        if short := re.search(r"Close: (−?\d+) for ", fact.text):
            assert view.result is not None
            second, wanted = view.result.ranking[1][0], int(short[1].replace("−", "-"))
            made = view.points(rounds[fact.round.lower()], second) or 0
            other = dict(view.totals) | {second: view.totals[second] - made + wanted}
            assert rank_by(other, view.low_wins)[0] == (second,)
    with app.test_request_context("/?lang=en"):
        line = course(view)
    if line:
        totals_there = {each.seat: int(each.total.replace("−", "-")) for each in line.lines}
        assert totals_there.items() <= view.totals.items()
        winners = view.result.winners if view.result else ()
        assert sum(each.first for each in line.lines) == len(winners)
    assert changes_of_lead(view) < max(1, len(front))


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_the_picture_has_its_size_and_says_nothing_of_how_to_get_in(
    client: FlaskClient, game_id: str
) -> None:
    code = play(client, random_history(game_id, 1))["code"]
    with mock.patch.object(picture.paper, "finale", wraps=picture.paper.finale) as drawing:
        answer = client.get(f"/t/{code}/result.png?lang=en")
    assert answer.mimetype == "image/png"
    assert [int.from_bytes(answer.data[at : at + 4]) for at in (16, 20)] == [1200, 630]
    told = drawing.call_args.args[0]
    words = repr([told[name] for name in told.keys() - {"winners", "ranks", "chart"}])
    assert code not in words
    assert "http" not in words


def test_a_table_that_runs_has_no_end(client: FlaskClient, open_table: Open) -> None:
    code = open_table(CHIEF)["code"]
    for name in ("result", "result.png"):
        assert client.get(f"/t/{code}/{name}").headers["Location"] == f"/t/{code}"


def test_ended_early_nobody_has_won(app: Flask, client: FlaskClient) -> None:
    played = random_history(CHIEF, 1)
    opened = play(client, upto(played, len(played.played) // 2))
    end(client, opened)
    page = client.get(f"/t/{opened['code']}/result?lang=en").text
    assert "Ended after round" in page
    assert "crowned" not in page
    assert client.get(f"/t/{opened['code']}/result.png").status_code == 200


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_the_last_entry_is_undone_from_the_end_by_one_tap(
    app: Flask, client: FlaskClient, game_id: str
) -> None:
    """After the last entry a wrong tap is dearest. Who only watches has nothing to undo."""
    opened = play(client, played := random_history(game_id, 1))
    page = client.get(f"/t/{opened['code']}/result").text
    undo = re.search(r'<form class="undo" method="post" action="([^"]+)">(.*?)</form>', page)
    assert undo
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', undo[2]))
    assert client.post(undo[1], data=sent).status_code == 303
    assert client.get(f"/t/{opened['code']}/result").status_code == 303
    other = play(client, played)
    assert 'class="undo"' not in joined(app, other, "watch").get(f"/t/{other['code']}/result").text


def test_watchers_see_it_and_start_nothing_of_the_group(app: Flask, client: FlaskClient) -> None:
    played = random_history(CHIEF, 1)
    opened = play(client, played)
    watcher = joined(app, opened, "watch")
    page = watcher.get(f"/t/{opened['code']}/result?lang=en").text
    assert "wins" in page
    assert "Same players again" not in page
    assert "/g/" not in page
    page = client.get(f"/t/{opened['code']}/result").text
    again = re.search(r'<form id="again" method="post" action="([^"]+)"', page)
    assert again
    assert client.post(again[1], data={"key": "k"}).headers["Location"].endswith("/setup")


@pytest.mark.parametrize("game_id", [name for name, game in GAMES.items() if game.info.tally])
def test_one_tap_leads_to_the_next_game_of_an_evening(client: FlaskClient, game_id: str) -> None:
    played = random_history(game_id, 1)
    code = play(client, played)["code"]
    page = client.get(f"/t/{code}/result?lang=en").text
    form = re.search(r'<form id="next" method="post" action="([^"]+)">(.*?)</form>', page, re.S)
    assert form
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[2]))
    assert "starts game 2" in page
    assert client.post(form[1], data=fields).status_code == 303
    assert client.get(f"/t/{code}").status_code == 200


@pytest.mark.parametrize("game_id", [name for name, game in GAMES.items() if not game.info.tally])
def test_the_same_people_again_are_told_what_changes_in_the_set_up(
    app: Flask, client: FlaskClient, game_id: str
) -> None:
    """Whoever is said to deal or to start does so at the table that the tap opens."""
    opened = play(client, random_history(game_id, 1))
    page = client.get(f"/t/{opened['code']}/result?lang=en").text
    said = page.partition("next-says")[2].partition("</p>")[0]
    assert "Gather all the cards" in said
    client.post(f"/t/{opened['code']}/again", data={"key": "k"})
    service = app.extensions["service"]
    table = service.store.tables_of_group(stored(app, opened).group_id)[0]
    names = {row.seat: row.name for row in service.store.seats(table.id)}
    options = service.history(table).options
    named = [
        names[str(options[option.field.name])]
        for option in GAMES[game_id].info.options
        if isinstance(option.field, Seat)
    ]
    assert re.findall(r"<span>(\S+) (?:deals|starts)", said) == named
