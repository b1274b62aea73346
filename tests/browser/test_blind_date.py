"""Whole games of Blind Date by taps, counted: quick entry puts every card where it lies and is
scored here as well; full entry tells every phase.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.conftest import Counted
from tests.browser.games import SEASONS, Turn, blind_dates, turn_points
from tests.browser.in_page import in_page
from tests.browser.phone import GO, NAMES, Phone
from tests.browser.play import history, replayed_totals, start_by_taps
from tests.browser.rooms import DARK, LIGHT, Room, Tour, flaws
from tests.games.blind_date.table import Dealer, table
from tests.support.tiers import IN_SLOW, IN_SOAK, SOAK

ROW = '#rows .date[data-seat="{}"]'

SLOW = in_page("slow")


def put(phone: Phone, card: str) -> None:
    """Tap a card into the lit place."""
    phone.tap(f'#pad button.key[data-card="{card}"]')
    phone.settle()


def lay_at(phone: Phone, seat: str) -> None:
    """Tap whose blind date the match lies at."""
    phone.tap(f'#target button[value="{seat}"]')
    phone.settle()


def enter_turn(phone: Phone, turn: Turn) -> list[int]:
    """Enter all rows of a turn and record it; returns the taps of each player, the recording shared
    by all.
    """
    taps = []
    for seat, blind, match, target, bare in turn:
        before = phone.taps
        put(phone, blind)
        put(phone, match)
        lay_at(phone, target)
        if bare:
            phone.tap(f"{ROW.format(seat)} label.spot-flag")
            phone.settle()
        taps.append(phone.taps - before)
    assert flaws(phone) == []
    phone.send()
    return taps


@pytest.mark.parametrize(
    ("players", "seed", "rooms"),
    [
        pytest.param(4, 24, DARK, marks=IN_SLOW),
        pytest.param(3, 37, LIGHT[:1], marks=IN_SOAK),
    ],
)
def test_a_whole_game_by_taps(
    phone: Phone, app: Flask, counted: Counted, players: int, seed: int, rooms: Sequence[Room]
) -> None:
    """Eight turns, each in another room than the one before, at most five taps for each player and
    turn, and the points of each turn as worked out here.
    """
    play_eight(Tour(phone, rooms), app, counted, players, seed)


def play_eight(tour: Tour, app: Flask, counted: Counted, players: int, seed: int) -> None:
    """Play the eight turns, and compare the points of each."""
    most, phone = 0, tour.phone
    start_by_taps(phone, "blind-date", NAMES[:players])
    expected = dict.fromkeys((f"s{at + 1}" for at in range(players)), 0)
    for number, (turn, season) in enumerate(
        zip(blind_dates(players, seed), SEASONS, strict=True), 1
    ):
        tour.look("rows")
        tour.move()
        most = max(most, max(enter_turn(phone, turn)) + 1)
        for seat, gained in turn_points(turn, season).items():
            expected[seat] += gained
        expect(phone.page.locator("#explained, .finale").first).to_be_visible()
        tour.look("explained" if number < 8 else "end")
        if number == 8:
            phone.table("/sheet")
            tour.look("sheet")
        assert phone.totals() == list(expected.values())
        if number < 8:
            phone.tap(GO)
            expect(phone.page.locator("#rows")).to_be_visible()
    counted(f"blind-date-quick, {players} players, the whole game", phone.taps)
    counted(f"blind-date-quick, {players} players, one and a turn", most, 5)
    ranking_of_the_sheet(phone, app)


def ranking_of_the_sheet(phone: Phone, app: Flask) -> None:
    """The final sheet crowns whom the replay of the same moves crowns."""
    again = history(app, phone.code)
    result = again.game.result(again.state)
    assert result is not None
    assert phone.totals() == replayed_totals(app, phone.code)
    crowned = phone.page.locator("#sheet tfoot td").evaluate_all(
        "cells => cells.map(cell => cell.classList.contains('is-first'))"
    )
    first = {seat for seat, crown in zip(again.seats, crowned, strict=True) if crown}
    assert first == {*result.winners}


BUDGET = 34
"""Taps of a turn of four players in full entry, of which no entry is refused and in which nobody
has to say who starts.
"""


def tap_answer(phone: Phone, kind: str, answer: Mapping[str, object]) -> None:
    """Give one answer of full entry by taps, as it is drawn; the last of three cubes is recorded by
    its own tap.
    """
    texts = {
        name: value if isinstance(value, list | tuple) else [value]
        for name, value in answer.items()
    }
    if kind == "cubes":
        cubes = [f'label:has(input[name="cubes"][value="{cube}"])' for cube in texts["cubes"]]
        for cube in cubes[:2]:
            phone.tap(cube)
            phone.settle()
        none = '.others form:has([name=kind][value="cubes"]) button'
        phone.send(cubes[2] if len(cubes) > 2 else GO if cubes else none)
        return
    if kind == "match":
        phone.tap(f'#pad .key[data-card="{texts["card"][0]}"]')
        phone.settle()
    elif kind == "exchange":
        phone.tap(f'label:has(input[name="action"][value="{texts["action"][0]}"])')
        phone.settle()
    last = list(texts)[-1]
    phone.send(f'button[name="{last}"][value="{texts[last][0]}"]:not(.button-go)')


def dealt_game(seed: int) -> list[list[dict[str, Any]]]:
    """A game of four in full entry with hands dealt and held as at a table: for each of its eight
    turns the answers, cards turned up in seat order.
    """
    dealer, turns = Dealer(random.Random(seed), ("s1", "s2", "s3", "s4")), []
    state = table(dealer.seats, depth="full")
    for _season in range(4):
        before = len(dealer.log)
        state = dealer.season(state)
        said = dealer.log[before:]
        half = next(
            at
            for at, (one, other) in enumerate(pairwise(said), 1)
            if (one["kind"], other["kind"]) == ("reveal", "sum")
        )
        turns += [said[:half], said[half:]]
    return [[*turn[:-4], *sorted(turn[-4:], key=lambda one: str(one["seat"]))] for turn in turns]


def facts_of(answer: Mapping[str, Any]) -> dict[str, Any]:
    """An answer without its kind and its seat."""
    return {name: value for name, value in answer.items() if name not in ("kind", "seat")}


def record(phone: Phone, answer: Mapping[str, Any]) -> None:
    """Record an answer as a program does, without a tap."""
    phone.record(answer["kind"], answer["seat"], **facts_of(answer))


@pytest.mark.slow
def test_a_full_turn_of_four_takes_at_most_thirty_four_taps(
    phone: Phone, app: Flask, counted: Counted
) -> None:
    """The last season in full entry by taps, in ``make soak`` the whole game: every turn counted,
    each ends with what it was worth, and the totals are those of the log.
    """
    phone.start("blind-date", 4, show=False, depth="full")
    turns, tour, first = [], Tour(phone, LIGHT), 1 if SOAK else 7
    played = dealt_game(7)
    for answer in itertools.chain.from_iterable(played[: first - 1]):
        record(phone, answer)
    phone.table()
    if first > 1:
        phone.tap(GO)
        expect(phone.page.locator("#board .columns")).to_be_visible()
    for number, turn in enumerate(played[first - 1 :], first):
        tour.move()
        assert flaws(phone) == [], number
        before = phone.taps
        for answer in turn:
            tour.look(f"{answer['kind']} is asked")
            if answer["seat"]:
                assert phone.seat == answer["seat"]
            tap_answer(phone, answer["kind"], facts_of(answer))
        turns.append(phone.taps - before - any(answer["kind"] == "start" for answer in turn))
        expect(phone.page.locator("#explained, .finale").first).to_be_visible()
        tour.look("explained" if number < 8 else "end")
        if number < 8:
            phone.tap(GO)
            expect(phone.page.locator("#board .columns")).to_be_visible()
    phone.table("/sheet")
    tour.look("sheet")
    assert phone.totals() == replayed_totals(app, phone.code)
    assert len(turns) == 9 - first
    counted("blind-date-full, 4 players, a turn", max(turns), BUDGET)


def test_fast_thumbs_lose_no_card(phone: Phone) -> None:
    """Taps that come faster than the server answers fill one place after the other all the same."""
    phone.start("blind-date", 4)
    phone.page.evaluate(SLOW)
    for card in ("QH", "KC"):
        phone.tap(f'#pad button.key[data-card="{card}"]')
    phone.page.wait_for_timeout(1000)
    phone.settle()
    for name, card in (("blind", "QH"), ("match", "KC")):
        expect(phone.page.locator(f'#entry input[name="{name}.s1"]')).to_have_value(card)


def test_recording_waits_for_what_was_tapped_before_it(phone: Phone, app: Flask) -> None:
    """The row is recorded with the place that was tapped last, and once, however fast the thumb."""
    phone.start("blind-date", 3)
    for card in ("QH", "KC"):
        put(phone, card)
    phone.page.evaluate(SLOW)
    for target in ('#target button[value="s2"]', GO, GO):
        phone.tap(target)
    expect(phone.page.locator('.date[data-seat="s1"] .is-fixed').first).to_be_visible()
    phone.settle()
    assert [played.move.data["target"] for played in history(app, phone.code).played] == ["s2"]


def test_a_card_in_a_wrong_place_is_changed_by_two_taps(phone: Phone) -> None:
    """Tap the place, tap the right card; the next place lights up again."""
    phone.start("blind-date", 4)
    put(phone, "QH")
    put(phone, "KC")
    phone.tap(f"{ROW.format('s1')} .spot >> nth=0")
    phone.settle()
    put(phone, "QD")
    assert phone.page.locator('#entry input[name="blind.s1"]').input_value() == "QD"
    assert phone.page.locator('#entry input[name="match.s1"]').input_value() == "KC"
    assert phone.revision == 1


def test_cards_wait_while_a_seat_is_asked_for(phone: Phone) -> None:
    """While it is asked at whose date a match lies, a touched card changes nothing: the bar of
    seats calls for the eye.
    """
    phone.start("blind-date", 4)
    put(phone, "QH")
    put(phone, "KC")
    phone.tap('#pad .key[data-card="QD"]', closed=True)
    phone.settle()
    expect(phone.page.locator("#target.is-called")).to_be_visible()
    expect(phone.page.locator("#held")).to_be_visible()
    assert phone.page.locator('#entry input[name="match.s1"]').input_value() == "KC"
    lay_at(phone, "s2")
    put(phone, "QD")
    assert phone.page.locator('#entry input[name="blind.s2"]').input_value() == "QD"


def test_a_match_is_changed_by_one_tap_until_its_column_is_tapped(phone: Phone, app: Flask) -> None:
    """The columns light up once a card is chosen, but for one's own; a card that a rule refuses
    says why with its clause and closes nothing.
    """
    phone.start("blind-date", 4, show=False, depth="full")
    for answer in itertools.takewhile(lambda one: one["kind"] != "match", dealt_game(7)[0]):
        record(phone, answer)
    phone.table()
    known = history(app, phone.code)
    seat = phone.seat
    refused = phone.page.locator("#pad .key.is-doubtful").first
    phone.tap(refused)
    phone.settle()
    expect(phone.page.locator("#turn .is-wrong .clause")).to_be_visible()
    free = phone.page.locator("#pad .key:not(.is-doubtful, .is-closed)").first
    card = free.get_attribute("data-card")
    phone.tap(f'#pad .key[data-card="{card}"]')
    phone.settle()
    expect(phone.page.locator("#turn .is-wrong")).to_have_count(0)
    expect(phone.page.locator("#board .column.is-lit")).to_have_count(3)
    others = next(other for other in known.seats if other != seat)
    phone.send(f'#board button[value="{others}"]')
    laid = history(app, phone.code).played[-1].move
    told = (laid.kind, laid.seat, laid.data["card"], laid.data["target"])
    assert told == ("match", seat, (card,), others)
