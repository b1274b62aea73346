"""Whole games of Blind Date by quick entry: every card put where it lies by one tap, counted, and scored here as well."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.games import SEASONS, Turn, blind_dates, turn_points
from tests.browser.phone import GO, NAMES, Phone
from tests.browser.play import history, replayed_totals, start_by_taps

ROW = '#rows .date[data-seat="{}"]'

SLOW = """const fetchIt = window.fetch;
window.fetch = (...wanted) => new Promise(done => setTimeout(done, 300)).then(() => fetchIt(...wanted));"""


def put(phone: Phone, card: str) -> None:
    """Tap a card into the lit place."""
    phone.tap(f'#pad button.key[data-card="{card}"]')
    phone.settle()


def lay_at(phone: Phone, seat: str) -> None:
    """Tap whose blind date the match lies at."""
    phone.tap(f'#target button[value="{seat}"]')
    phone.settle()


def enter_turn(phone: Phone, turn: Turn) -> list[int]:
    """Enter all rows of a turn and record it; returns the taps of each player, the recording shared by all."""
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
    phone.send()
    return taps


@pytest.mark.parametrize(("players", "seed"), [pytest.param(4, 24, marks=pytest.mark.slow), (3, 37)])
def test_a_whole_game_by_taps(phone: Phone, app: Flask, players: int, seed: int) -> None:
    """Eight turns, at most five taps for each player and turn, and the points of each turn as worked out here."""
    start_by_taps(phone, "blind-date", NAMES[:players])
    expected = dict.fromkeys((f"s{at + 1}" for at in range(players)), 0)
    for number, (turn, season) in enumerate(zip(blind_dates(players, seed), SEASONS, strict=True), 1):
        taps = enter_turn(phone, turn)
        print(f"turn {number} ({season}): taps of each player {taps} and one to record")
        assert max(taps) + 1 <= 5
        for seat, gained in turn_points(turn, season).items():
            expected[seat] += gained
        expect(phone.page.locator("#explained, .finale").first).to_be_visible()
        if number == 8:
            phone.table("/sheet")
        assert phone.totals() == list(expected.values())
        if number < 8:
            phone.tap(GO)
            expect(phone.page.locator("#rows")).to_be_visible()
    print(f"the whole game: {phone.taps} taps")
    ranking_of_the_sheet(phone, app)


def ranking_of_the_sheet(phone: Phone, app: Flask) -> None:
    """The final sheet crowns whom the replay of the same moves crowns."""
    again = history(app, phone.code)
    result = again.game.result(again.state)
    assert result is not None
    assert phone.totals() == replayed_totals(app, phone.code)
    crowned = phone.page.locator("#sheet tfoot td").evaluate_all("cells => cells.map(cell => cell.classList.contains('is-first'))")
    assert {seat for seat, first in zip(again.seats, crowned, strict=True) if first} == set(result.winners)


def test_fast_thumbs_lose_no_card(phone: Phone) -> None:
    """Taps that come faster than the server answers fill one place after the other all the same."""
    phone.start("blind-date", 4)
    phone.page.evaluate(SLOW)
    for card in ("QH", "KC"):
        phone.tap(f'#pad button.key[data-card="{card}"]')
    phone.page.wait_for_timeout(1000)
    phone.settle()
    held = {name: phone.page.locator(f'#entry input[name="{name}.s1"]').input_value() for name in ("blind", "match")}
    assert held == {"blind": "QH", "match": "KC"}


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
