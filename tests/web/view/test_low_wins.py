"""A game that the lowest total wins: who leads is told alike on every page, on the screen, by the
API and in what-if.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.kernel.contract import totals
from referee.kernel.rescore import rescored
from referee.web.rulings.recount import totals_and_places
from referee.web.tv.chart import chart_of
from referee.web.view.page_header import scoreboard
from tests.properties.test_every_game import ids_of, upto
from tests.support.random_play import EVERY, random_history
from tests.support.talk import play
from tests.web.tv.test_tv import view_of

GAME = GAMES["indian-chief"]


@pytest.fixture(params=[False, True], ids=["highest", "lowest"])
def low(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """The same game with either end of the scale on top."""
    game = replace(GAME, info=replace(GAME.info, low_wins=request.param))
    for games in (GAMES, EVERY):
        monkeypatch.setitem(games, GAME.info.id, game)  # type: ignore[arg-type]
    return bool(request.param)


def test_who_leads_is_told_alike_everywhere(app: Flask, client: FlaskClient, low: bool) -> None:
    played = (random_history("indian-chief", seed) for seed in range(20))
    whole = next(history for history in played if len(history.seats) > 3)
    half, ids = upto(whole, len(whole.played) // 2), ids_of(whole)
    code = play(client, half, ids)["code"]
    through = GAME.scene(half.state).complete
    sums = {ids[seat]: total for seat, total in totals(half.lines, half.seats, through).items()}
    first = {seat for seat, total in sums.items() if total == (min if low else max)(sums.values())}
    assert 0 < len(first) < len(sums)
    with app.test_request_context(f"/t/{code}?lang=en"):
        view = view_of(app, code)
        assert view.leaders == first
        assert {column.id for column in scoreboard(view, None) if column.leads} == first
        places = totals_and_places(view)
        assert {seat for seat, place in places.items() if place.first} == first
        assert {seat for seat, place in places.items() if place.place == 1} == first
        for picture in chart_of(view, (800, 400)).pictures:
            ends = {line.seat: line.points[-1][1] for line in picture.lines}
            assert {seat for seat, y in ends.items() if y == min(ends.values())} == first
    assert client.get(f"/t/{code}?lang=en").text.count("leads") == len(first)


def test_ranks_of_a_count_under_other_rules(low: bool) -> None:
    history = random_history("indian-chief", 3)
    half = rescored(
        replace(upto(history, len(history.played) // 2), game=GAMES["indian-chief"]), {}
    )
    ends = [half.totals[group[0]] for group in half.ranks]
    assert half.result is None
    assert ends == sorted(set(half.totals.values()), reverse=not low)
