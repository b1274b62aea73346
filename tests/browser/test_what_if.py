"""What if on the phone: the numbers follow each choice, and with scripts switched off a button asks for them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import GO, Phone

pytestmark = pytest.mark.slow

CHOSEN = "#matter"
TOTALS = "#matter tbody td:last-child"


def table_with_a_beggar(phone: Phone) -> None:
    """A finished round in which a Beggar counts a king and a queen; then the question."""
    phone.start("indian-chief", 3, show=False)
    phone.melds("KD KC", "KH QS 4D AC", "2S 3S 4H")
    phone.table("/what-if")


def test_each_choice_is_counted_at_once_and_the_button_puts_them_into_the_address(new_phone: MakePhone) -> None:
    phone = new_phone()
    table_with_a_beggar(phone)
    expect(phone.page.locator(CHOSEN)).to_have_count(0)
    phone.tap("label:has(input[value=original])")
    expect(phone.page.locator(TOTALS).first).to_contain_text("2")
    phone.tap("details.fold summary")
    phone.tap('label:has(input[name="o.beggar_own"][value=yes])')
    expect(phone.page.locator(TOTALS).first).to_contain_text("6")
    expect(phone.page.locator("details.fold")).to_have_attribute("open", "")
    phone.tap(GO)
    expect(phone.page).to_have_url(re.compile("edition=original.*o.beggar_own=yes"))
    expect(phone.page.locator(TOTALS).first).to_contain_text("6")
    assert phone.problems == []


def test_without_script_a_button_counts(new_phone: MakePhone) -> None:
    phone = new_phone(java_script_enabled=False)
    table_with_a_beggar(phone)
    phone.tap("label:has(input[value=original])")
    phone.tap(GO)
    expect(phone.page.locator(TOTALS).first).to_contain_text("2")


def test_from_a_number_of_the_sheet_to_its_ruling_and_back(new_phone: MakePhone) -> None:
    phone = new_phone()
    table_with_a_beggar(phone)
    phone.table("/sheet", open="1-s1")
    phone.tap("#lines a[href*=ruling]")
    expect(phone.page.locator("#ruling")).to_have_text("The Beggar is worth 4.")
    phone.tap(".bar-back")
    expect(phone.page.locator("#lines")).to_be_visible()
    assert phone.problems == []
