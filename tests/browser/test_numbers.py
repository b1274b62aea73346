"""Numbers by taps: one set of keys fills the lit number and lights the next."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import GO, Phone
from tests.support.examples import plays

pytestmark = [pytest.mark.slow, plays("dream-team")]
LIT = ".figure.is-lit input"


def tap(phone: Phone, keys: str) -> None:
    """Tap digits of the numpad."""
    for key in keys:
        phone.tap(f'.numpad button[value="{key}"]')


def test_a_full_number_lights_the_next_and_no_keyboard_opens(phone: Phone) -> None:
    phone.start("dream-team", 3, depth="quick")
    expect(phone.page.locator(LIT)).to_have_attribute("id", "sum_s1")
    phone.tap(phone.page.locator(LIT))
    expect(phone.page.locator(LIT)).to_have_attribute("inputmode", "none")
    tap(phone, "3117")
    expect(phone.page.locator("#sum_s1")).to_have_value("31")
    expect(phone.page.locator("#sum_s2")).to_have_value("17")
    phone.tap("#sum_s2")
    expect(phone.page.locator(LIT)).to_have_attribute("id", "sum_s2")
    phone.tap('.numpad button[value=""]')
    expect(phone.page.locator("#sum_s2")).to_have_value("")
    expect(phone.page.locator('.numpad button[value="9"]')).not_to_have_attribute("aria-disabled", "true")
    tap(phone, "5")
    expect(phone.page.locator(LIT), "no second digit can follow: at most 49").to_have_attribute("id", "sum_s3")
    phone.tap("#sum_s1")
    expect(phone.page.locator('.numpad button[value="0"]')).to_have_attribute("aria-disabled", "true")


def test_without_script_numbers_are_typed(new_phone: MakePhone) -> None:
    plain = new_phone(java_script_enabled=False)
    plain.start("dream-team", 2, depth="quick")
    assert not plain.page.locator(".numpad").is_visible()
    for at, number in enumerate(("40", "31"), 1):
        plain.page.fill(f"#sum_s{at}", number)
    plain.tap(GO)
    plain.page.wait_for_load_state()
    expect(plain.page.locator(".explained-row").first).to_be_visible()
