"""Teams: a side is shown, ranked and drawn as one, and all that tell its points agree."""

from __future__ import annotations

import copy
import csv
import io
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from flask import Flask

from referee.event import Event
from referee.kernel.contract import Move, totals
from referee.kernel.game import AnyGame
from referee.kernel.history import History, extend
from referee.samples import sample_sheet
from referee.service.outcome import outcome_of
from referee.sheets import game_of_sheet
from referee.web.api.tables_json import table_json
from referee.web.finale.chart import course
from referee.web.finale.headline import headline
from referee.web.finale.ranking import ranking
from referee.web.sheet.explained import explained
from referee.web.sheet.files import lines_csv, result_message, rounds_csv
from referee.web.sheet.print_routes import sheet_data
from referee.web.sheet.score_sheet import running_totals, sheet_of
from referee.web.tv.chart import chart_of
from referee.web.tv.routes import tv_page
from referee.web.view.page_header import scoreboard
from referee.web.view.view import View, field_label
from referee.words import plain_number
from tests.support.sheet_games import added, begun
from tests.support.sheets import random_move
from tests.support.tiers import cases, property_test
from tests.support.views import view_of

NAMES = {"s1": "Ann", "s2": "Bo", "s3": "Cy", "s4": "Dee"}
TEAMS, FIRSTS = ("spades", "tichu"), ["s1", "s2"]
SIDES = ["Ann + Cy", "Bo + Dee"]
SEEDS = cases(3, 12)


def moments(name: str, seed: int) -> Iterator[History]:
    """A random game of a sample at its beginning, in its course and at its end."""
    rng = random.Random(f"{name} {seed}")
    history = begun(game_of_sheet(sample_sheet(name)), rng)
    yield history
    for at in range(60):
        move = random_move(history.game, history.state, rng)
        if move is None:
            break
        history = added(history, move)
        if at in (1, 2, 5, 11):
            yield history
    yield history


@property_test
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", TEAMS)
def test_every_page_has_each_side_once_with_the_points_of_all_its_lines(
    app: Flask, name: str, seed: int
) -> None:
    for history in moments(name, seed):
        own = totals(history.lines, history.seats)
        wanted = [own["s1"] + own["s3"], own["s2"] + own["s4"]]
        with app.test_request_context("/?lang=en"):
            view = view_of(history, NAMES)
            assert [view.totals[seat] for seat in history.seats] == wanted * 2
            strip, sheet = scoreboard(view, None), sheet_of(view)
            assert [(one.name, one.total) for one in strip] == list(zip(SIDES, wanted, strict=True))
            assert [one.name for one in sheet.columns] == SIDES
            assert [one.total for one in sheet.totals] == wanted
            added_up = [
                sum(row.cells[at].points for row in sheet.rows if row.cells[at]) for at in (0, 1)
            ]
            assert added_up == wanted
            screen = sorted(tv_page(view, {}).seats, key=lambda seat: seat.id)
            assert [(one.name, one.total) for one in screen] == [
                (one.name, one.total) for one in strip
            ]
            assert summary(view) == dict(zip(SIDES, map(plain_number, wanted), strict=True))
            check_files(view, wanted)
            check_charts(view, wanted)
            if history.result:
                check_end(view, wanted)


def summary(view: View) -> dict[str, str]:
    """What the message tells of each side."""
    rows = (line.rpartition(" ") for line in result_message(view).splitlines()[-2:])
    return {side: number for told, _, number in rows for side in SIDES if told.endswith(side)}


def check_files(view: View, wanted: list[int]) -> None:
    """The table of rounds, that of lines and the printed sheet."""
    head, *rounds, last = csv.reader(io.StringIO(rounds_csv(view).lstrip("\ufeff")))
    assert head[1:] == SIDES
    assert [*map(int, last[1:])] == wanted
    sums = [sum(int(row[at] or 0) for row in rounds) for at in (1, 2)]
    assert sums == wanted
    _head, *lines = csv.reader(io.StringIO(lines_csv(view).lstrip("\ufeff")))
    made = [
        sum(int(row[2]) for row in lines if row[1] in (*side.split(" + "), side)) for side in SIDES
    ]
    assert made == wanted
    data = sheet_data(view, "", "", [])
    assert [player["name"] for player in data["players"]] == SIDES
    last_row = data["rows"][-1] if data["rows"] else []
    assert [entry["total"] for entry in last_row] in ([], wanted)
    for at, total in enumerate(wanted):
        assert sum(row[at]["points"] for row in data["rows"]) == total
    sheet = view.history.game.info.sheet
    boxes = 2 * len(sheet.boxes) - len(sheet.shared)
    assert {len(entry["boxes"]) for row in data["rows"] for entry in row} <= {boxes}


def check_charts(view: View, wanted: list[int]) -> None:
    """The charts end where the totals are; the round explained gives the last step."""
    running = running_totals(view)
    assert list(running) == FIRSTS
    assert [one[-1] for one in running.values()] == wanted
    if view.scene.complete < 2:
        return
    drawn, shown = course(view), chart_of(view, (900, 400))
    assert drawn
    assert drawn.names == SIDES
    assert {one.name: one.total for one in drawn.lines} == dict(
        zip(SIDES, map(plain_number, wanted), strict=True)
    )
    assert list(shown.rows[-1][1]) == wanted
    told = explained(view, view.scene.complete).rows
    steps = {FIRSTS.index(row.seat): row.points for row in told}
    assert [steps.get(at, 0) for at in (0, 1)] == [one[-1] - one[-2] for one in running.values()]


def check_end(view: View, wanted: list[int]) -> None:
    """One place for a side; everybody of it has that place in their own statistics."""
    ranks, result = ranking(view), view.result
    assert result
    assert sorted(rank.name for rank in ranks) == SIDES
    assert [rank.number for rank in ranks] == [
        plain_number(wanted[SIDES.index(rank.name)]) for rank in ranks
    ]
    level = wanted[0] == wanted[1]
    places = [rank.place for rank in ranks]
    assert places == (["", ""] if level else ["1st", "2nd"])
    if not level:
        first = SIDES[wanted.index(max(wanted))]
        assert headline(view).text == f"{first.replace(' + ', ' and ')} win"
    for seat in outcome_of(view.history, []).seats:
        total = wanted[int(seat.seat in ("s2", "s4"))]
        assert seat.total == total
        assert seat.place == (1 if level or total == max(wanted) else 2)
        assert (seat.won == "1") == (total == max(wanted))


@pytest.mark.parametrize("name", TEAMS)
def test_a_line_names_the_partner_who_made_it(app: Flask, name: str) -> None:
    """What the side made together names nobody; a line of one partner begins with the name."""
    alone = together = 0
    for history in moments(name, 1):
        with app.test_request_context("/?lang=en"):
            view = view_of(history, NAMES)
            for line in view.lines:
                text = view.line_text(view.plain, line)
                alone += not line.of_side
                together += line.of_side
                assert text.startswith(f"{NAMES[line.seat]}: ") == (not line.of_side)
    assert alone
    assert together


def test_what_a_team_is_asked_names_both(app: Flask) -> None:
    history = begun(game_of_sheet(sample_sheet("tichu")), random.Random(1))
    with app.test_request_context("/?lang=en"):
        view = view_of(history, NAMES)
        calls = [field_label(view, field) for field in history.prompts[0].fields]
        assert calls == [f"{name}: Call" for name in NAMES.values()]
        while history.state.step == 1:
            move = random_move(history.game, history.state, random.Random(2))
            assert move
            history = added(history, move)
        later = view_of(history, NAMES)
        told = [field_label(later, field) for field in history.prompts[0].fields]
    assert told == ["First out", "Partner second", *(f"{side}: Cards" for side in SIDES)]


def test_the_api_tells_the_sides_where_there_are_any(app: Flask) -> None:
    games = {name: game_of_sheet(sample_sheet(name)) for name in ("spades", "skat")}
    with app.test_request_context("/?lang=en"):
        told = {
            name: table_json(view_of(begun(game, random.Random(1)), NAMES))
            for name, game in games.items()
        }
    assert told["spades"]["sides"] == [["s1", "s3"], ["s2", "s4"]]
    assert "sides" not in told["skat"]


def in_secret(app: Flask, ask: int) -> AnyGame:
    """Spades in which one thing is entered in secret."""
    sheet = copy.deepcopy(dict(sample_sheet("spades")))
    sheet["ask"][ask]["secret"] = True
    game: AnyGame = app.extensions["service"].games.keep(sheet)
    return game


def test_a_side_waits_until_all_of_it_have_entered(app: Flask) -> None:
    """The strip has the mark of whoever is to act, and a tap opens that player's entry."""
    history = begun(in_secret(app, 0), random.Random(1))
    wanted = {
        "s1": ([("waiting", "s3"), ("waiting", "s2")]),
        "s2": ([("waiting", "s3"), ("waiting", "s4")]),
        "s3": ([("ready", "s1"), ("waiting", "s4")]),
    }
    for seat, strip in wanted.items():
        history = added(history, Move("step1", seat, {"bid": 3}))
        with app.test_request_context("/?lang=en"):
            told = scoreboard(view_of(history, NAMES), None)
            own = scoreboard(view_of(history, NAMES), "s4")
        assert [(one.state, one.href.rpartition("=")[2]) for one in told] == strip
        assert [one.current for one in own] == [False, True]
        assert own[1].state == "entering"


def test_a_decision_is_on_the_number_of_the_whole_side(app: Flask) -> None:
    """What the players decide replaces the points of both partners together."""
    history = begun(in_secret(app, 1), random.Random(1))
    bids = {f"bid-{seat}": 0 if seat == "s3" else 4 for seat in NAMES}
    history = added(history, Move("step1", None, bids))
    for seat, won in {"s1": 5, "s2": 4, "s4": 4, "s3": 0}.items():
        history = added(history, Move("step2", seat, {"won": won}))
    assert totals(history.lines, history.seats, sides=history.sides)["s1"] == 40 + 1 + 100
    entry = next(one.seq for one in history.played if one.move.seat == "s3" and one.move.data)
    data = {"of": 1, "outcome": "ruled", "about": entry, "points": 50}
    after = extend(history, [Event(history.revision + 1, "settled", data=data)])
    with app.test_request_context("/?lang=en"):
        view = view_of(after, NAMES)
        cells = sheet_of(view).rows[0].cells
        assert [cell and (cell.points, cell.allowed) for cell in cells] == [(50, True), (80, False)]
        assert [view.totals[seat] for seat in view.history.seats] == [50, 80, 50, 80]


def test_what_a_side_made_counts_for_each_partner() -> None:
    """A line of the side is in the statistics of both; a partner's own line in that one's alone."""
    ends = ([*moments("tichu", seed)][-1] for seed in range(20))
    history = next(history for history in ends if history.result)
    counted = {seat.seat: seat.made for seat in outcome_of(history, []).seats}
    lines = [line for line in history.lines if line.points and line.code in made_names(history)]
    assert any(line.of_side for line in lines)
    for seat in history.seats:
        own = [
            line for line in lines if line.seat == seat or (line.of_side and line.seat in FIRSTS)
        ]
        mine = [line for line in own if history.heads[line.seat] == history.heads[seat]]
        assert {name: sums[0] for name, sums in counted[seat].items()} == Counter(
            line.code for line in mine
        )


def made_names(history: History) -> set[str]:
    """The rows that are counted over many games."""
    return {statistic.name for statistic in history.game.info.statistics}
