"""The same pages with scripts switched off: plain forms and links do everything."""

from __future__ import annotations

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import GO, REDO, UNDO, Phone, box, key
from tests.browser.play import history, start_by_taps
from tests.support.examples import plays

pytestmark = pytest.mark.slow

FOUR = ("Ann", "Bo", "Cy", "Dee")


@pytest.fixture
def plain(new_phone: MakePhone) -> Phone:
    """A phone without script."""
    return new_phone(java_script_enabled=False)


def choose(phone: Phone, cards: str) -> None:
    """Tap cards; the second copy of one has a box of its own once the first is chosen."""
    seen: set[str] = set()
    for card in cards.split():
        phone.tap(f"{key(card)} {'.key-twice' if card in seen else '.key-tap'}")
        seen.add(card)


def meld(phone: Phone, cards: str) -> None:
    """Tap cards and record them."""
    choose(phone, cards)
    phone.send()


def test_start_a_table_and_record_a_round_with_a_card_twice(plain: Phone) -> None:
    """With two packs the same card can be chosen twice; the round is explained when the last seat
    has recorded.
    """
    start_by_taps(plain, "indian-chief", FOUR)
    meld(plain, "JS 4S 9H")
    meld(plain, "AS AS 2C 3D KC")
    meld(plain, "9C 9C")
    assert plain.seat == "s4"
    meld(plain, "KH QS 4D AC")
    expect(plain.page.locator("#explained")).to_be_visible()
    assert plain.totals() == [14, -17, 2, 25]
    plain.tap(GO)
    expect(plain.page.locator("#turn .slots")).to_be_visible()


def test_the_verdict_by_its_button_then_undo_and_redo(plain: Phone) -> None:
    """A button stands in for the verdict while tapping; undo and redo are plain forms."""
    plain.start("indian-chief", 4)
    choose(plain, "JS 4S 9H")
    plain.tap("#verdict [name=refresh]")
    expect(plain.page.locator("#verdict")).to_contain_text("14")
    assert plain.chosen() == ["4S", "JS", "9H"]
    plain.send()
    assert plain.seat == "s2"
    plain.send(UNDO)
    assert plain.seat == "s1"
    plain.send(REDO)
    assert plain.seat == "s2"
    assert plain.revision == 4


def test_a_refusal_opens_the_page_and_leaves_the_pad_as_it_was(plain: Phone) -> None:
    """What was tapped is still chosen below the refusal, which comes first in the page."""
    plain.start("indian-chief", 2)
    plain.melds("9C", "KH QS 4D AC")
    plain.record("decline", "s1")
    plain.table(go="1")
    choose(plain, "KD")
    plain.tap(GO)
    expect(plain.page.locator("#refusal-title")).to_be_visible()
    assert plain.chosen() == ["KD"]
    assert box(plain.page.locator("#refusal"))["y"] < box(plain.page.locator("#pad"))["y"]


def test_a_turn_of_blind_date(plain: Phone) -> None:
    """Every key and place is a button of one form."""
    plain.start("blind-date", 3)
    for blind, match, target in (("QH", "KC", "s2"), ("5S", "KH", "s1"), ("JC", "JD", "s1")):
        plain.tap(f'#pad button.key[data-card="{blind}"]')
        plain.tap(f'#pad button.key[data-card="{match}"]')
        plain.tap(f'#target button[value="{target}"]')
    plain.send()
    expect(plain.page.locator("#explained")).to_be_visible()
    assert plain.totals() == [0, 5, 0]


@plays("captains-orders")
def test_equal_numbers_are_tapped_and_typed(plain: Phone, app: Flask) -> None:
    """Of a deck of numbers every further copy has a box of its own; what is typed is read as
    well.
    """
    plain.start("captains-orders", 4)
    plain.record("accused", None, accuser="s1", whom="s2")
    plain.table()
    seven = plain.page.locator('.key-many[data-card="7"]')
    plain.tap(seven.locator(".key-tap"))
    for times in ("×2", "×3"):
        plain.tap(seven.locator(".key-more", has_text=times))
    plain.tap('.key-many[data-card="9"] .key-tap')
    plain.page.locator("#typing summary").tap()
    plain.page.fill("#typed", "10 10")
    plain.tap(".no-script")
    plain.send()
    laid = history(app, plain.code).played[-1].move.data["cards"]
    assert sorted(laid) == ["10", "10", "7", "7", "7", "9"]
