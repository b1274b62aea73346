"""Games of score sheets by taps: what the phone records is what the rules were told."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from flask import Flask
from playwright.sync_api import expect

from referee.kernel.fields import Value
from referee.samples import JUST_POINTS, SAMPLES, sample_sheet
from referee.sheets import game_of_sheet
from tests.browser.away_scenes import cut_off
from tests.browser.conftest import Counted, MakePhone
from tests.browser.phone import GO
from tests.browser.play import history, replayed_totals
from tests.browser.rooms import DARK, LIGHT, Tour, flaws
from tests.browser.taps import ready
from tests.browser.test_offline import found
from tests.support.sheets import random_move
from tests.support.tiers import IN_SLOW, IN_SOAK

SOME, WHOLE = 6, 400
"""Entries of a game: the slow tier plays the beginning of each, ``make soak`` all of it."""
LOOKED_AT = 3
"""After so many entries the phone goes on in another room."""
MOST_TAPS = 12
"""Of a round of four players with bids and tricks, and the way to the next round."""


def unordered(data: Mapping[str, Value]) -> dict[str, Value]:
    """An answer; what was chosen has no order."""
    return {
        name: tuple(sorted(value)) if isinstance(value, tuple) else value
        for name, value in data.items()
    }


def ways() -> list[object]:
    """The fast tier plays the beginning of one sample."""
    tiers = [(SOME, IN_SLOW), (WHOLE, IN_SOAK)]
    return [
        pytest.param(name, most, marks=() if (name, most) == ("hearts", SOME) else tier)
        for name in SAMPLES
        for most, tier in tiers
    ]


@pytest.mark.parametrize(("name", "most"), ways())
def test_a_sample_by_taps(app: Flask, new_phone: MakePhone, name: str, most: int) -> None:
    game, rng = game_of_sheet(sample_sheet(name)), random.Random(name)
    tour = Tour(new_phone(), DARK if SAMPLES.index(name) % 2 else LIGHT)
    phone = tour.phone
    code = phone.start(game.info.id, game.info.seats[0])
    for at in range(most):
        state = history(app, code).state
        move = random_move(game, state, rng)
        if move is None:
            break
        if at % LOOKED_AT == 0:
            tour.move()
            assert flaws(phone) == []
        asked = {(one.kind, one.seat): one for one in game.prompts(state)}
        phone.send(ready(phone, asked[move.kind, move.seat], move.data))
        assert unordered(history(app, code).played[-1].move.data) == unordered(move.data)
        if phone.page.locator("#explained").count():
            phone.tap(GO)
            expect(phone.page.locator("#turn")).to_be_visible()
    if history(app, code).result:
        expect(phone.page.locator(".finale")).to_be_visible()
    phone.table("/sheet")
    assert phone.totals() == replayed_totals(app, code)


def test_bids_and_tricks_of_four_are_few_taps(
    app: Flask, new_phone: MakePhone, counted: Counted
) -> None:
    """The first round of Wizard: bids, tricks, and the way to the second."""
    phone = new_phone()
    phone.start(game_of_sheet(sample_sheet("wizard")).info.id, 4)
    before = phone.taps
    for numbers in ((1, 0, 0, 1), (0, 1, 0, 0)):
        phone.page.wait_for_selector(".figure.is-lit")
        for number in numbers:
            phone.tap(f'.numpad button[value="{number}"]')
        phone.settle()
        phone.send(GO)
    phone.tap(GO)
    expect(phone.page.locator("#turn")).to_be_visible()
    counted("wizard, 4 players, a round", phone.taps - before, MOST_TAPS)


def test_keys_close_for_what_a_sum_leaves(new_phone: MakePhone) -> None:
    """One trick in all: once somebody has it, the others can only have none."""
    phone = new_phone()
    phone.start(game_of_sheet(sample_sheet("wizard")).info.id, 3)
    phone.page.wait_for_selector(".figure.is-lit")
    for number in (0, 0, 0):
        phone.tap(f'.numpad button[value="{number}"]')
    phone.settle()
    phone.send(GO)
    phone.page.wait_for_selector(".player-told")
    one = phone.page.locator('.numpad button[value="1"]')
    expect(one).not_to_have_attribute("aria-disabled", "true")
    phone.tap('.numpad button[value="1"]')
    expect(one).to_have_attribute("aria-disabled", "true")
    expect(phone.page.locator(".numpad-head [data-left]")).to_contain_text("0")


def test_just_points_goes_on_at_once_and_ends_when_the_players_say(
    app: Flask, new_phone: MakePhone
) -> None:
    phone = new_phone()
    code = phone.start(game_of_sheet(sample_sheet(JUST_POINTS)).info.id, 2)
    phone.page.wait_for_selector(".figure.is-lit")
    for points in (12, 7):
        if points > 9:
            phone.tap(f'.numpad button[data-tens][value="{points // 10}"]')
        phone.tap(f'.numpad button[value="{points % 10}"]:not([data-tens])')
        phone.settle()
    phone.send(GO)
    expect(phone.page.locator(".figure.is-lit")).to_be_visible()
    assert history(app, code).state.round == 2
    phone.tap("#other-ways a")
    phone.page.wait_for_selector('#entry input[name=kind][value="stop"]', state="attached")
    phone.send(GO)
    expect(phone.page.locator(".finale")).to_be_visible()
    assert history(app, code).state.scores == {"s1": 12, "s2": 7}


def test_a_number_below_zero_is_tapped_sign_first_or_last(app: Flask, new_phone: MakePhone) -> None:
    """Plus or minus before the number keeps the place lit; after it, the place is tapped again."""
    phone = new_phone()
    code = phone.start(game_of_sheet(sample_sheet(JUST_POINTS)).info.id, 2)
    phone.page.wait_for_selector(".figure.is-lit")
    for key in ('[value="-"]', '[data-tens][value="1"]', '[value="5"]:not([data-tens])'):
        phone.tap(f".numpad button{key}")
    phone.tap('.numpad button[value="4"]:not([data-tens])')
    phone.tap(phone.page.locator(".figure .text").nth(1))
    phone.tap('.numpad button[value="-"]')
    phone.settle()
    phone.send(GO)
    expect(phone.page.locator(".figure.is-lit")).to_be_visible()
    assert history(app, code).state.scores == {"s1": -15, "s2": -4}


def test_numbers_are_saved_offline_under_what_they_are(new_phone: MakePhone) -> None:
    """The button says that it saves them once all are there; what waits is called by its step."""
    phone = new_phone()
    phone.start(game_of_sheet(sample_sheet("wizard")).info.id, 3)
    phone.page.wait_for_selector(".figure.is-lit")
    cut_off(phone)
    go = phone.page.locator("#actions .button-go")
    for number in (1, 0, 0):
        expect(go).not_to_contain_text("Save")
        phone.page.locator(f'.numpad button[value="{number}"]').tap()
    expect(go).to_contain_text("Save")
    expect(go).not_to_have_class("is-open")
    go.tap()
    expect(phone.page.locator("#verdict")).to_contain_text("Bid: saved")
    found(phone)
