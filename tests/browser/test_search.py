"""The search over the rules on a phone: three taps from the table, and rules while typing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import SIZE, Phone

pytestmark = pytest.mark.slow

MENU = "#menu summary"
RULES = '.menu-sheet a[href*="/rules/"]'


@pytest.mark.parametrize(("lang", "words", "clause"), [("en", "two theifs want the same card", "IC-24"), ("ja", "泥棒が何人も出た", "IC-22")])
def test_three_taps_from_the_table_and_typing(new_phone: MakePhone, lang: str, words: str, clause: str) -> None:
    """Menu, rules, the box; the rules come by themselves and the first is on the screen."""
    phone = new_phone(lang)
    phone.start("indian-chief", 4, match="rank")
    before = phone.taps
    phone.tap(MENU)
    phone.tap(RULES)
    phone.page.wait_for_url("**/rules/indian-chief*")
    phone.tap("#search")
    assert phone.taps - before == 3
    address = phone.page.url
    phone.page.keyboard.type(words)
    expect(phone.page.locator(f"#found-{clause}")).to_be_visible()
    box = phone.page.locator("#found .rule").first.bounding_box()
    assert box is not None
    assert box["y"] + 100 < SIZE["height"]
    assert phone.page.url == address
    expect(phone.page.locator("#search")).to_be_focused()
    phone.page.locator("#search").fill("IC-A1")
    expect(phone.page.locator("#found-IC-A1 > .rule-options b")).to_have_count(1)
    assert phone.page.evaluate("document.scrollingElement.scrollWidth") <= SIZE["width"]
    phone.page.locator("#search").fill("")
    expect(phone.page.locator("#found .rule")).to_have_count(0)
    phone.tap(".bar-back")
    phone.page.wait_for_url(f"**/t/{phone.code}*")


def test_the_newest_words_win(phone: Phone) -> None:
    """What was asked first never overwrites what was asked last, and a rulebook stays where it is below."""
    phone.go("/rules/indian-chief")
    for words in ("beggar", "doctor", "IC-29"):
        phone.page.locator("#search").fill(words)
    expect(phone.page.locator("#found .rule").first).to_have_id("found-IC-29")
    expect(phone.page.locator("#IC-29")).to_have_count(1)


def test_without_script_a_button_sends_the_words(new_phone: MakePhone) -> None:
    """The answer is a page of its own with an address of its own."""
    phone = new_phone(java_script_enabled=False)
    phone.go("/rules")
    phone.page.locator("#search").fill("thief")
    phone.tap(".search button")
    phone.page.wait_for_url("**/rules/search?q=thief")
    expect(phone.page.locator("#found .rule").first).to_be_visible()
