"""*Fix it* at a number leads to the entries that can move it, and what a correction says is what
then happens.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.event import new_move
from referee.games import GAMES
from referee.kernel.contract import Line
from referee.kernel.game import check
from referee.kernel.history import History, Played
from referee.service.corrections import amended
from referee.web.changes.before_after import changes_page
from referee.web.changes.fix_routes import EntryRow, rows
from referee.web.sheet.score_sheet import MOST_FIXES, causes_of, sheet_of
from referee.web.view.score_changes import changed_cells, points_by_cell
from referee.words import Translator, line_sentence
from tests.support.random_play import json_of, random_history
from tests.support.talk import Open, meld, send, table
from tests.support.tiers import by_turns, cases, property_test
from tests.web.view.test_numbers import view_of
from tools.sample import sample_answer

SEEDS = cases(1, 2, first=1)
CELLS = len(cases(1, 3))
SOME, MANY = len(cases(8, 14)), 4000
"""Tries in the place of an entry that is not listed, and of one that is: of its other answers a
single one may move the number.
"""
Cell = tuple[int, str]


def number_in(game_id: str, lines: Sequence[Line], cell: Cell) -> Any:
    """A number of the sheet: its points, and what the game writes in its place."""
    counted = [line for line in lines if (line.round, line.seat) == cell and line.counts]
    return sum(line.points for line in counted), [
        line_sentence(Translator("en", game_id, {}), line, ".cell") for line in counted[:1]
    ]


def another(
    history: History, played: Played, rng: random.Random
) -> tuple[str, dict[str, Any]] | None:
    """One other legal answer of the same seat at the same moment: drawn whole, or with one value or
    card exchanged.
    """
    prompts = [
        prompt
        for prompt in history.game.prompts(played.before)
        if prompt.seat == played.move.seat and (not prompt.aside or prompt.kind == played.move.kind)
    ]
    if not prompts:
        return None
    prompt, data = rng.choice(prompts), json_of(dict(played.move.data))
    drawn = sample_answer(prompt, rng)
    if prompt.kind == played.move.kind and data and rng.random() < 0.8:
        name = rng.choice(list(data))
        both_lists = all(isinstance(one, list) and one for one in (data[name], drawn.get(name)))
        if both_lists and rng.random() < 0.7:
            data[name][rng.randrange(len(data[name]))] = rng.choice(drawn[name])
        else:
            data[name] = drawn.get(name)
        drawn = data
    if prompt.kind == played.move.kind and drawn == json_of(dict(played.move.data)):
        return None
    checked = check(history.game, played.before, prompt.kind, prompt.seat, drawn)
    return None if checked.objections else (prompt.kind, drawn)


def moves_it(
    history: History, at: int, end: int, cell: Cell, tries: int, rng: random.Random
) -> bool:
    """Whether any of so many tries in the place of a move makes the number another one while all
    later moves stand.
    """
    game, played = history.game, history.played[at]
    now = number_in(game.info.id, history.lines, cell)
    for _ in range(tries):
        found = another(history, played, rng)
        state = played.before
        moves = [(found[0], played.move.seat, found[1], ())] if found else []
        moves += [
            (later.move.kind, later.move.seat, later.move.data, later.move.accept)
            for later in history.played[at + 1 : end]
        ]
        for kind, seat, data, accept in moves if found else []:
            checked = check(game, state, kind, seat, data, accept)
            if checked.move is None or checked.objections:
                break
            state = game.advance(state, checked.move)
        else:
            if found and number_in(game.info.id, game.lines(state), cell) != now:
                return True
    return False


def cells_of(game_id: str, seeds: Sequence[int]) -> Iterator[tuple[History, Cell]]:
    """A few numbers of random games."""
    for seed in seeds:
        history = random_history(game_id, seed)
        found = sorted({(line.round, line.seat) for line in history.lines if line.counts})
        yield from (
            (history, cell) for cell in random.Random(seed).sample(found, min(CELLS, len(found)))
        )


@property_test
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_correct_this_lists_the_entries_that_can_move_a_number_and_no_others(
    app: Flask, game_id: str
) -> None:
    rng = random.Random(game_id)
    for history, cell in cells_of(game_id, SEEDS):
        with app.test_request_context("/?lang=en"):
            view = view_of(history)
            found = causes_of(view, *cell)
            opened = next(
                each.opened for each in sheet_of(view, f"{cell[0]}-{cell[1]}").cells if each.opened
            )
        links = [way.href.partition("/correct/")[2] for way in opened.correct]
        assert links, "there is always a way to correct"
        named = [played.seq for played in found.entries]
        assert [int(seq) for seq in links if seq] == (named if len(named) <= MOST_FIXES else [])
        assert "" in links or (found.whole and found.entries), "the log where these are not all"
        assert len({way.text for way in opened.correct}) == len(links), opened.correct
        end = sum(played.round <= cell[0] for played in history.played)
        listed = {played.seq for played in found.entries}
        for at in range(end):
            played = history.played[at]
            if played.seq in listed:
                what = ("moves nothing", history.seats, cell, played.move)
                assert moves_it(history, at, end, cell, MANY, rng), what
            elif found.whole and played.round == cell[0]:
                what = ("is missing", cell, played.move)
                assert not moves_it(history, at, end, cell, SOME, rng), what


@by_turns
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_a_correction_tells_its_own_seat_first_then_what_moves_and_what_falls(
    app: Flask, game_id: str
) -> None:
    stood = 0
    for seed in range(1, 6):
        history, rng = random_history(game_id, seed), random.Random(seed)
        for played in rng.sample(history.played, min(8, len(history.played))):
            found = next(
                (other for _ in range(20) if (other := another(history, played, rng))), None
            )
            if found is None:
                continue
            entry = new_move(found[0], played.move.seat, found[1])
            with app.test_request_context("/?lang=en"):
                after, view = amended(history, played.seq, entry), view_of(history)
                page = changes_page(view, played, entry, after, "")
                old, now = points_by_cell(view, history), points_by_cell(view, after)
                moving = changed_cells(view, history, after)
            own = (played.round, played.move.seat or "")
            assert (page.own is not None) == (own in old or own in now)
            if page.own:
                told = (page.own.seat, page.own.old, page.own.new)
                assert told == (own[1], old.get(own), now.get(own, "–"))
            # What falls with its entry is told by the entry's name.
            fallen = {cell for cell, (_old, new) in moving.items() if after.broken and new is None}
            told = [change for change in page.changes if change.kind == "cell"]
            assert len(told) == len(moving.keys() - fallen - {own})
            go = str(page.actions.go.text)
            assert "Fix and go back to" in go if after.broken else go == f"Fix {page.entry_name}"
            assert len(page.lost) == len(history.played) - len(after.played)
            stood += not after.broken
    assert stood


@property_test
@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_no_two_different_answers_read_alike_in_the_list_of_entries(
    app: Flask, game_id: str
) -> None:
    for seed in SEEDS:
        history = random_history(game_id, seed)
        with app.test_request_context("/?lang=en"):
            listed = {row.seq: row for row in rows(view_of(history)) if isinstance(row, EntryRow)}
        told: dict[tuple[Any, ...], Any] = {}
        for played in history.played:
            row = listed[played.seq]
            plain = {
                name: value
                for name, value in played.move.data.items()
                if value not in (None, False) and name not in PLACES
            }
            own = (played.round, played.move.kind, played.move.seat, plain)
            reads = (row.round, row.name, row.points, *row.notes, *row.cards)
            assert told.setdefault(reads, own) == own, row


PLACES = {"place", "card", "two"}
"""Spots of a table that has no words for them; a card is drawn."""


def test_the_corrected_entry_has_its_history_where_only_another_number_moved(
    client: FlaskClient, open_table: Open
) -> None:
    """Bo’s Poor, of which only spades count, matches Ann’s Beggar or does not: Bo’s points stay,
    Ann’s move; both cells tell of it.
    """
    opened = open_table("indian-chief", "Ann", "Bo")
    beggar = meld("beggar", "s1", "KH QD")
    poor = meld("poor", "s2", "KC 2S 3D")
    assert send(client, opened, beggar, poor).status_code == 201
    address, seen = f"/t/{opened['code']}", table(client, opened)["revision"]
    links = re.findall(r"/correct/(\d+)", client.get(f"{address}/sheet?open=1-s1").text)
    assert links == ["2", "3"]
    changed = {"seen": seen, "key": "c", "kind": "poor", "seat": "s2", "cards": ["9C", "2S", "3D"]}
    page = client.post(f"{address}/correct/3", data=changed).text
    assert "Fix Bo’s Poor Man</span>" in page
    text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    changes = r"unchanged 10|unchanged \d+ 1 other player’s score changes Ann, round 1"
    assert re.search(rf"Bo, round 1 .* (?:{changes})", text), text
    assert "Who leads" in text or "Who wins" in text
    amended_so = client.post(f"{address}/amend/3", data=changed | {"reason_kind": "misread"})
    assert amended_so.status_code == 303
    for cell in ("1-s1", "1-s2"):
        told = client.get(f"{address}/sheet?open={cell}").text.partition('id="lines"')[2]
        assert "Misread" in told
        assert "Bo’s K♣ was really 9♣" in told, cell
        assert ("Was 2" in told) == (cell == "1-s1")
    assert "Bo’s K♣ was really 9♣" in client.get(f"{address}/fix").text
