"""The screen in the room: every game on it, half played and finished; no control, nothing secret,
and a chart that adds up.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient

from referee.games import GAMES
from referee.kernel.contract import places, rank_by, totals
from referee.kernel.history import History
from referee.web.sheet.score_sheet import running_totals
from referee.web.tv.chart import axis_steps, chart_of, spread
from referee.web.tv.routes import LYING, TvPage, tv_page
from referee.web.tv.tally import SessionTable
from referee.web.view.view import View
from tests.properties.test_every_game import upto, well_said
from tests.support.random_play import random_history
from tests.support.talk import DOCTOR, LAWYER, Open, code_of, play, seated, send, stored
from tests.support.tiers import by_turns, cases, property_test
from tests.support.views import view_of as seen
from tests.web.people.test_seats import end, open_next

SEEDS = cases(1, 2, first=1)
CHIEF = ("indian-chief", "Ann", "Bo", "Cy", "Dee")
CONTROLS = re.compile(r"<(form|button|input|select|textarea|details|summary)\b")
TOTAL = re.compile(r'<b id="tv-(s\d+)-(-?\d+)">')
POLYLINE = re.compile(r'<polyline points="([^"]+)"')


def view_of(app: Flask, code: str, role: Any = "watch") -> View:
    """The table as the screen sees it."""
    service, row = app.extensions["service"], stored(app, {"code": code})
    history = service.history(row)
    names = {seat: seat for seat in history.seats}
    return View(table=row, history=history, names=names, role=role, service=service)


def model(app: Flask, code: str) -> TvPage:
    """What the template is given."""
    with app.test_request_context(f"/t/{code}/tv?lang=en"):
        return tv_page(view_of(app, code), {}, "table")


@property_test
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_every_game_half_played_and_finished(client: FlaskClient, game_id: str, seed: int) -> None:
    whole = random_history(game_id, seed)
    for moves in {0, len(whole.played) // 2, len(whole.played)}:
        opened = play(client, upto(whole, moves))
        for lang, name in (("en", "Live"), ("ja", "接続中")):
            address = f"/t/{opened['code']}/tv?lang={lang}"
            answer = client.get(address)
            assert answer.status_code == 200, address
            well_said(answer.text, address)
            assert f'<html lang="{lang}"' in answer.text
            assert name in answer.text
            assert not CONTROLS.search(answer.text), address
            back, *links = re.findall(r'<a [^>]*href="([^"]+)"', answer.text)
            assert back == f"/t/{opened['code']}", "the way back"
            shows = {f"{back}/tv?show={one}" for one in ("table", "evening")}
            assert shows.issuperset(links), "and at most the evening"
            assert not re.search(r"<[^>]*\b(style|onclick)=", answer.text)


@by_turns
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_the_end_is_ranked_as_the_rules_say(app: Flask, client: FlaskClient, game_id: str) -> None:
    for seed in (1, 2, 3, 4):
        whole: History = random_history(game_id, seed)
        opened = play(client, whole)
        shown = model(app, opened["code"])
        result = view_of(app, opened["code"]).result
        assert result is not None
        assert shown.now.text
        ranked = [seat for group in result.ranking for seat in group]
        assert [row.id for row in shown.seats] == ranked
        assert {row.id for row in shown.seats if row.leads} == set(result.winners)
        for group in result.ranking:
            places = {row.place for row in shown.seats if row.id in group}
            assert len(places) == 1, "who ties shares a place"
            assert all(place.endswith("=") == (len(group) > 1) for place in places if place)
        won = result.won and GAMES[game_id].info.ranked
        assert all(bool(row.place) == won for row in shown.seats)


LABEL = 24


@property_test
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "game_id", sorted(name for name, game in GAMES.items() if not game.info.tally)
)
def test_the_points_of_the_chart_are_the_running_totals(
    app: Flask, client: FlaskClient, game_id: str, seed: int
) -> None:
    """Measured in the page: each point's height, read against the grid, is the total of the lines
    up to its round.
    """
    whole = random_history(game_id, seed)
    opened = play(client, whole)
    view = view_of(app, opened["code"])
    with app.test_request_context("/?lang=en"):
        chart = chart_of(view, LYING).pictures[0]
    (low, at_low), (high, at_high) = chart.ticks[0], chart.ticks[-1]
    scale = (high - low) / (at_low - at_high)
    running = running_totals(view)
    for line in chart.lines:
        read = [low + (at_low - y) * scale for _x, y in line.points]
        by_hand = [
            totals(view.lines, view.history.seats, n)[line.seat]
            for n in range(view.scene.complete + 1)
        ]
        assert read == pytest.approx(by_hand, abs=0.06 * abs(scale))
        assert running[line.seat] == by_hand
        assert by_hand[-1] == view.totals[line.seat]
    # Names stand at the ends of their lines wherever these are far enough apart.
    ends = {line.seat: line.points[-1][1] for line in chart.lines}
    heights = sorted(ends.values())
    if all(below - above > LABEL for above, below in pairwise(heights)):
        assert {line.seat: line.label for line in chart.lines} == pytest.approx(ends, abs=0.1)
    page = client.get(f"/t/{opened['code']}/tv?lang=en").text
    told = page.partition('id="chart-table"')[2].partition("</table>")[0]
    if told:
        cells = [int(text.replace("−", "-")) for text in re.findall(r"<td>([^<]+)</td>", told)]
        assert cells == [
            running[seat][n]
            for n in range(1, view.scene.complete + 1)
            for seat in view.history.seats
        ]
        assert len(POLYLINE.findall(page)) == 2 * len(view.history.seats), "lying and upright"


@property_test
@pytest.mark.parametrize("game_id", sorted(name for name, game in GAMES.items() if game.info.tally))
def test_an_evening_shows_the_games_won(app: Flask, client: FlaskClient, game_id: str) -> None:
    whole = random_history(game_id, SEEDS[0])
    opened = play(client, whole)
    page = client.get(f"/t/{opened['code']}/tv?lang=en").text
    for seat, won in view_of(app, opened["code"]).totals.items():
        row = page.partition(f'id="tv-{seat}"')[2].partition("</li>")[0]
        assert re.search(rf">{won} won<|>{won}</b><small>won|<small>[^<]*{won} won<", row), row


@by_turns
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_the_places_of_a_session_are_those_of_its_games(game_id: str) -> None:
    """Those that tie share a place, and as many places after it stay empty."""
    view = seen(random_history(game_id, 1), {})
    assert view.result is not None
    ranking = (
        rank_by(view.totals, view.low_wins) if view.history.game.info.tally else view.result.ranking
    )
    assert SessionTable(view, ()).places == {
        seat: (place, len(group) > 1)
        for place, group in places(ranking)
        for seat in group
        if view.ranked
    }


def cards_of(rows: Iterable[Any]) -> list[str]:
    return sorted(spot.card for row in rows for spot in row.spots if spot.card)


@property_test
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_the_board_shows_every_card_that_lies_and_no_empty_place(
    app: Flask, client: FlaskClient, game_id: str
) -> None:
    whole = random_history(game_id, SEEDS[0])
    for moves in (len(whole.played) // 2, len(whole.played)):
        opened = play(client, upto(whole, moves))
        board, scene = model(app, opened["code"]).board, view_of(app, opened["code"]).scene
        if board is None:
            continue
        stands = [block.built or block for shelf in board.shelves for block in shelf.blocks]
        shown = [row for block in (*board.lanes, *stands) for row in block.rows]
        lying = [one for row in scene.board for one in (row, *row.built)]
        assert cards_of(shown) == cards_of(lying)
        page = client.get(f"/t/{opened['code']}/tv?show=table").text
        assert not re.search(r'class="lie[^"]*is-(asked|free|next)[^"]*is-empty', page)


def test_who_comes_late_reads_the_code_and_scans_it(client: FlaskClient, open_table: Open) -> None:
    opened = open_table(*CHIEF)
    page = client.get(f"/t/{opened['code']}/tv?lang=en").text
    code = view_code(page)
    with_code = segno.make(f"http://localhost/join?code={code}", error="m", micro=False)
    drawn = re.search(r'tv-qr"[^>]*><svg[^>]*><path[^>]* d="([^"]+)"', page)
    assert drawn
    square = with_code.svg_inline(border=2, omitsize=True, svgclass=None, lineclass=None)
    assert drawn.group(1) in square
    assert client.get(f"/join?code={code}").status_code == 200


def view_code(page: str) -> str:
    """The code as the corner shows it."""
    found = re.search(r'class="tv-corner">.*<b>(\w+)</b>', page)
    assert found
    return found.group(1)


def test_an_evening_counts_games_and_only_those_this_screen_was_let_in_to(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """Before its first entry a table shows the evening; a screen that came by the code knows of no
    other table.
    """
    opened = open_table(*CHIEF)
    screen = app.test_client()
    screen.post("/join", data={"code": opened["code"]})
    send(client, opened, DOCTOR)
    end(client, opened, key="x")
    code = open_next(client, opened, *CHIEF[1:], game="blind-date")
    told = client.get(f"/t/{code}/tv?lang=en").text
    assert "Today" in told
    assert "Games won" in told
    assert "Today" not in client.get(f"/t/{code}/tv?lang=en&show=table").text
    # The screen goes where the table goes, and has seen both.
    assert screen.get(f"/t/{opened['code']}/tv").headers["Location"] == f"/t/{code}/tv"
    stranger = app.test_client()
    stranger.post("/join", data={"code": view_code(client.get(f"/t/{code}/tv").text)})
    assert "Today" not in stranger.get(f"/t/{code}/tv?lang=en&show=evening").text


def doing(page: str) -> list[str]:
    """What each seat is doing, as its column says."""
    return re.findall(r'class="tv-doing">(?:<svg.*?</svg>)?([^<]*)<', page)


def test_a_secret_table_shows_nothing_hidden(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """Who has entered shows, what does not; also on a device that has claimed the seat which
    entered.
    """
    opened = open_table(*CHIEF, options={"entry": "secret"})
    own = seated(app, opened, "s2")
    send(own, opened, DOCTOR)
    for reader in (client, own):
        page = reader.get(f"/t/{opened['code']}/tv").text
        assert doing(page) == ["to enter", "entered", "to enter", "to enter"]
        assert "Doctor" not in page
        assert 'class="mini' not in page
        assert {total for _seat, total in TOTAL.findall(page)} == {"0"}


def test_who_is_awaited_and_what_was_made(client: FlaskClient, open_table: Open) -> None:
    opened = open_table(*CHIEF)
    path = f"/t/{opened['code']}/tv"
    assert doing(client.get(path).text) == ["to enter"] * 4
    send(client, opened, DOCTOR)
    assert doing(client.get(path).text) == ["to enter", "entered", "to enter", "to enter"]
    send(client, opened, LAWYER, seen=2, key="l")
    assert doing(client.get(path).text) == ["to enter", "entered", "entered", "to enter"]
    told = doing(client.get(f"{path}?lang=ja").text)
    assert told == ["これから", "入力済み", "入力済み", "これから"]


def test_a_watcher_sees_it_and_a_stranger_does_not(app: Flask, open_table: Open) -> None:
    opened = open_table(*CHIEF)
    path = f"/t/{opened['code']}/tv"
    watcher, stranger = app.test_client(), app.test_client()
    watcher.post("/join", data={"code": opened["code"]})
    assert watcher.get(path).status_code == 200
    assert stranger.get(path).status_code == 404


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_theme_may_stand_in_the_address(
    client: FlaskClient, open_table: Open, theme: str
) -> None:
    path = f"/t/{open_table(*CHIEF)['code']}/tv"
    client.set_cookie("looks", "dark.four" if theme == "light" else "light.four")
    assert f'data-theme="{theme}"' in client.get(f"{path}?theme={theme}").text
    assert f'data-theme="{theme}"' not in client.get(f"{path}?theme=plaid").text


def test_its_style_sheet_is_linked_there_alone(client: FlaskClient, open_table: Open) -> None:
    code = open_table(*CHIEF)["code"]
    assert "/static/tv.css" in client.get(f"/t/{code}/tv").text
    for page in ("", "?go=1", "/sheet", "/join", "/fix"):
        assert "/static/tv.css" not in client.get(f"/t/{code}{page}").text


def test_the_join_page_leads_there_and_the_menu_does_not(
    client: FlaskClient, open_table: Open
) -> None:
    code = open_table(*CHIEF)["code"]
    assert f"/t/{code}/tv" in client.get(f"/t/{code}/join").text
    assert f"/t/{code}/tv" not in client.get(f"/t/{code}/menu").text


def test_it_hears_of_news_and_keeps_the_screen_awake(client: FlaskClient, open_table: Open) -> None:
    code = open_table(*CHIEF)["code"]
    page = client.get(f"/t/{code}/tv?theme=dark").text
    assert f'data-live="/t/{code}/live" data-awake' in page
    assert 'hx-trigger="news from:body"' in page
    assert f'hx-get="/t/{code}/tv?theme=dark"' in page


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ([0, 0], [0, 1]),
        ([0, 47, 107], [0, 50, 100, 150]),
        ([-31, 57], [-40, -20, 0, 20, 40, 60]),
        ([0, -9], [-10, -5, 0, 5]),
    ],
)
def test_the_grid_has_round_steps(values: list[int], found: list[int]) -> None:
    assert axis_steps(values, 5) == found


def test_names_at_the_ends_stand_apart_and_inside() -> None:
    found = spread([100.0, 100.0, 101.0, 10.0, 299.0, 299.0], 24, 16, 300)
    order = sorted(found)
    assert all(below - above >= 23.9 for above, below in pairwise(order))
    assert order[0] >= 16
    assert order[-1] <= 300
    assert found[0] < found[1] < found[2], "those that tie keep the order of the seats"


def test_a_screen_goes_on_to_the_next_table_with_its_looks_alone(
    client: FlaskClient, open_table: Open
) -> None:
    """Whatever else its address says is no name for the code that leads on."""
    code = open_table(*CHIEF)["code"]
    assert end(client, {"code": code}) == 303
    following = code_of(client.post(f"/t/{code}/again", data={"key": "again"}))
    junk = "code=x&endpoint=y&_external=1&_scheme=javascript&_anchor=z"
    answer = client.get(f"/t/{code}/tv?theme=dark&{junk}&lang=ja")
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"/t/{following}/tv?lang=ja&theme=dark"


def test_a_screen_stays_where_the_next_table_has_not_let_it_in(
    app: Flask, client: FlaskClient, open_table: Open
) -> None:
    """Whoever comes by the code of a table that is over sees its end, and no page to join."""
    opened = open_table(*CHIEF)
    end(client, opened)
    open_next(client, opened, *CHIEF[1:])
    late = app.test_client()
    assert late.post("/join", data={"code": opened["code"]}).status_code == 303
    assert late.get(f"/t/{opened['code']}/tv").status_code == 200
