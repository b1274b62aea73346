"""Secret entry on phones: what was laid is looked at while it is held, taken back with its cards
chosen, and all cards turn at once.
"""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import GO, UNDO, Phone, box
from tests.browser.play import history
from tests.browser.secret_scenes import ROUND, Secretive

pytestmark = pytest.mark.slow
NO_MENU = (
    "() => !document.querySelector('#laid > summary').dispatchEvent(new MouseEvent('contextmenu',"
    " {bubbles: true, cancelable: true}))"
)
STAGGERED = (
    "() => new Set([...document.querySelectorAll('#turned .mini')].map(one =>"
    " getComputedStyle(one).animationDelay)).size"
)
STILL = (
    "() => [...document.querySelectorAll('#turned *')].every(one =>"
    " getComputedStyle(one).animationName === 'none')"
)


def waiting(phone: Phone) -> None:
    phone.table()
    expect(phone.page.locator("#laid")).to_be_attached()
    expect(phone.page.locator("#live.is-live")).to_be_visible()


def test_what_was_laid_shows_while_it_is_held_and_covers_itself(new_phone: MakePhone) -> None:
    """A finger lets go; a key opens it, and it covers itself after a while."""
    host = new_phone()
    Secretive(host, "indian-chief", 2).open("s1", "s2").meld("s1", ROUND[1])
    waiting(host)
    cards, summary = host.page.locator("#laid .hand"), host.page.locator("#laid summary")
    expect(cards).to_be_hidden()
    assert box(summary)["height"] >= 56
    host.page.wait_for_function(NO_MENU)
    summary.hover()
    host.page.mouse.down()
    expect(cards).to_be_visible()
    host.page.mouse.up()
    expect(cards).to_be_hidden()
    host.page.clock.install()
    summary.focus()
    host.page.keyboard.press("Enter")
    expect(cards).to_be_visible()
    host.page.clock.fast_forward(6000)
    expect(cards).to_be_hidden()


def test_taking_back_is_one_tap_and_the_cards_are_chosen_again(
    new_phone: MakePhone, app: Flask
) -> None:
    host = new_phone()
    Secretive(host, "indian-chief", 2).open("s1", "s2").meld("s1", ROUND[1])
    waiting(host)
    host.taps = 0
    host.send(UNDO)
    assert host.taps == 1
    assert sorted(host.chosen()) == sorted(ROUND[1].split())
    host.send()
    expect(host.page.locator("#laid")).to_be_attached()
    assert len(history(app, host.code).played) == 1


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_all_cards_turn_on_both_phones_and_the_page_goes_on_by_itself(
    new_phone: MakePhone, motion: str
) -> None:
    """One after the other, or all at once where less motion is wanted; loaded anew the page is the
    round explained.
    """
    host, bo = new_phone(reduced_motion=motion), new_phone(reduced_motion=motion)
    table = Secretive(host, "indian-chief", 2).open("s1")
    assert bo.post("/" + table.link.split("/", 3)[3], "") == 303
    assert bo.post(f"/t/{host.code}/seat", "seat=s2") == 303
    bo.code = host.code
    table.meld("s1", ROUND[1])
    waiting(host)
    bo.table()
    bo.cards(ROUND[3])
    bo.settle()
    bo.tap(GO)
    for phone in (bo, host):
        expect(phone.page.locator("#turned li")).to_have_count(2)
    assert (host.page.evaluate(STAGGERED) > 1, host.page.evaluate(STILL)) == (
        (True, False) if motion == "no-preference" else (False, True)
    )
    for phone in (bo, host):
        expect(phone.page.locator("#explained")).to_be_visible()
        phone.table()
        expect(phone.page.locator("#explained")).to_be_visible()
        expect(phone.page.locator("#turned")).to_have_count(0)
