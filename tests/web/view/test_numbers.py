"""Every number on sheet, round explained, television, paper and JSON stands beside the cards that
make it up, and no others.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from flask import Flask

from referee.games import GAMES
from referee.kernel.contract import Line, totals
from referee.kernel.history import History
from referee.store.values import TableRow
from referee.web.api.tables_json import table_json
from referee.web.sheet.explained import explained
from referee.web.sheet.print_routes import sheet_data
from referee.web.sheet.score_sheet import sheet_of
from referee.web.view.page_header import scoreboard
from referee.web.view.view import View
from tests.properties.test_every_game import upto
from tests.support.examples import kept
from tests.support.random_play import random_history
from tests.support.tiers import cases, property_test

SEEDS = cases(2, 3, first=2)
MOMENTS = 2
VALUE = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}


def view_of(history: History, role: Any = "host", lang: str = "en") -> View:
    """A history as somebody at the table sees it, each seat named by its id."""
    row = TableRow(1, "ABCDEF", history.game.info.id, 1, 0.0, "h", "s", "w")
    names = {seat: f"<{seat}>" for seat in history.seats}
    return View(table=row, history=history, names=names, role=role, lang=lang)


def moments(game_id: str) -> Iterator[History]:
    """Random games of every kind of table, each at its end and at a few moments before."""
    for seed in SEEDS:
        whole = random_history(game_id, seed)
        rng = random.Random(seed)
        some = rng.sample(range(len(whole.played) + 1), min(MOMENTS, len(whole.played)))
        yield from (upto(whole, moves) for moves in {len(whole.played), *some})


def behind(lines: Sequence[Line]) -> dict[tuple[int, str], list[Line]]:
    """The counting lines of every number."""
    found: dict[tuple[int, str], list[Line]] = {}
    for line in lines:
        if line.counts:
            found.setdefault((line.round, line.seat), []).append(line)
    return found


def fits(shown: Sequence[str], lines: Sequence[Line], copies: Any) -> bool:
    """Whether the shown cards are those of the lines: nothing else, all of each line, nothing more
    often than it can be.
    """
    named = Counter(card for line in lines for card in line.cards)
    seen = Counter(shown)
    whole = all(not Counter(line.cards) - seen for line in lines)
    return (
        set(seen) == set(named)
        and whole
        and all(
            n <= max(copies.get(card, 0), *(line.cards.count(card) for line in lines))
            for card, n in seen.items()
        )
    )


def beside(shown: Any, view: View, round_: int, seat: str, lines: Sequence[Line]) -> list[str]:
    """The cards beside a number, its player's and those of others.

    What the player laid stands there too where it counts for nothing itself, and is left out.
    """
    named = {card for line in lines for card in line.cards}
    laid = {card for played in view.history.entered(round_, seat) for card in played.cards}
    cards = [*shown.cards, *(card for one in shown.others for card in one.cards)]
    return [card for card in cards if card in named or card not in laid]


@property_test
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_the_cards_beside_a_number_are_those_that_count(app: Flask, game_id: str) -> None:
    checked = 0
    for history in moments(game_id):
        with app.test_request_context("/?lang=en"):
            view = view_of(history, "watch")
            cells, copies = behind(view.lines), view.scene.deck.counts
            for (round_, seat), lines in cells.items():
                opened = sheet_of(view, f"{round_}-{seat}")
                drawn = [cell for cell in opened.cells if cell.opened]
                assert [cell.points for cell in drawn] == [sum(line.points for line in lines)]
                assert drawn[0].opened
                shown = beside(drawn[0].opened, view, round_, seat, lines)
                assert fits(shown, lines, copies), (history.seats, round_, seat, shown, lines)
            for round_ in {round_ for round_, _ in cells}:
                for row in explained(view, round_).rows:
                    lines = cells[round_, row.seat]
                    assert row.points == sum(line.points for line in lines)
                    shown = beside(row, view, round_, row.seat, lines)
                    assert fits(shown, lines, copies), (round_, row, lines)
                    made = lines[0].slot in {slot.name for slot in view.history.game.info.slots}
                    assert row.kind == (view.translator.word(str(lines[0].slot)) if made else "")
                    checked += 1
            told = table_json(view)["lines"]
            assert [(one["cards"], one["points"], one["seat"]) for one in told] == [
                (list(line.cards), line.points, line.seat) for line in view.lines
            ]
    assert checked


@property_test
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_the_crown_is_with_the_best_number_and_with_nobody_while_all_are_level_or_unranked(
    app: Flask, game_id: str
) -> None:
    for history in moments(game_id):
        with app.test_request_context("/?lang=en"):
            view = view_of(history, "watch")
            columns = scoreboard(view, None)
        numbers = {column.id: column.total for column in columns}
        best = (min if history.game.info.low_wins else max)(numbers.values())
        first = {seat for seat, total in numbers.items() if total == best}
        level = len(first) == len(numbers) or not history.game.info.ranked
        ahead = view.scene.ahead if view.scene.ahead is not None else () if level else first
        assert {column.id for column in columns if column.leads} == set(ahead)
        assert view.scene.shown or numbers == totals(
            history.lines, history.seats, view.scene.complete
        )


def entries_of(node: Any) -> Iterator[dict[str, Any]]:
    """Every entry of a printed sheet, however its game nests them."""
    if isinstance(node, dict):
        if {"round", "seat", "points"} <= set(node):
            yield node
        for child in node.values():
            yield from entries_of(child)
    elif isinstance(node, list):
        for child in node:
            yield from entries_of(child)


@property_test
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_every_number_on_paper_is_the_sum_of_its_lines(app: Flask, game_id: str) -> None:
    for history in moments(game_id):
        cells = behind(history.lines)
        with app.test_request_context("/?lang=en"):
            data = sheet_data(view_of(history), "", "", [])
        for entry in entries_of(data):
            lines = cells.get((entry["round"], entry["seat"]), [])
            total = totals(history.lines, history.seats, entry["round"])[entry["seat"]]
            assert entry["points"] == sum(line.points for line in lines)
            assert entry["total"] == total


def number(card: str) -> int:
    """What a card counts for in games that add cards up: its number, the ace one, faces ten."""
    return int(card) if card.isdigit() else VALUE.get(card[0]) or int(card[0])


def added(line: Line) -> int:
    return sum(map(number, line.cards))


def worth(game_id: str, line: Line) -> tuple[int, int] | None:
    """What a line says and what its cards come to, where the rules add up cards or take the
    highest; None elsewhere.
    """
    if not line.cards or not line.counts:
        return None
    if game_id == "indian-chief":
        return of_a_meld(line)
    if game_id == "dream-team":
        return line.points, added(line)
    if game_id == "cracker":
        return -line.points, max(map(number, line.cards))
    if "sum" in line.params:
        return int(line.params["sum"]), added(line)
    return None


def of_a_meld(line: Line) -> tuple[int, int] | None:
    value = added(line)
    if line.slot in ("thief", "poor"):
        return line.points, value
    if line.code == "chief_two":
        return line.points, value % 10
    if line.slot == "rich":
        return -line.points, value
    if line.slot == "lawyer":
        return line.points, 25 if value == 25 else 0
    if line.slot == "beggar":
        return line.points, len(line.cards) * (4 if line.code == "beggar_twice" else 2)
    return (line.points, 10 * len(line.cards)) if line.code == "doctor" else None


ADDING = kept(
    ["captains-orders", "cracker", "dream-team", "indian-chief", "not-a-pair", "three-draw"]
)


@property_test
@pytest.mark.parametrize("game_id", ADDING)
def test_cards_that_are_added_up_come_to_what_their_line_says(game_id: str) -> None:
    """The rules of these games again, in a few words of their own: sums, highest cards, so much for
    each.
    """
    found = [
        (line, told)
        for history in moments(game_id)
        for line in history.lines
        if (told := worth(game_id, line))
    ]
    assert found
    for line, (said, cards) in found:
        assert said == cards, line
