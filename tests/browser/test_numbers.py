"""Numbers by taps: one set of keys fills the lit number and lights the next."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import GO, Phone
from tests.support.examples import plays

pytestmark = [pytest.mark.slow, plays("dream-team", "not-a-pair")]
LIT = ".figure.is-lit input"


def tap(phone: Phone, *numbers: int) -> None:
    """Tap numbers on the numpad, the tens of each before its ones."""
    for tens, ones in (divmod(number, 10) for number in numbers):
        if tens:
            phone.tap(f'.numpad button[data-tens][value="{tens}"]')
        phone.tap(f'.numpad button[value="{ones}"]:not([data-tens])')


def test_a_full_number_lights_the_next_and_no_keyboard_opens(phone: Phone) -> None:
    phone.start("dream-team", 3, depth="quick")
    expect(phone.page.locator(LIT)).to_have_attribute("id", "sum_s1")
    phone.tap(phone.page.locator(LIT))
    expect(phone.page.locator(LIT)).to_have_attribute("inputmode", "none")
    tap(phone, 31, 17)
    expect(phone.page.locator("#sum_s1")).to_have_value("31")
    expect(phone.page.locator("#sum_s2")).to_have_value("17")
    phone.tap("#sum_s2")
    expect(phone.page.locator(LIT)).to_have_attribute("id", "sum_s2")
    phone.tap('.numpad button[value=""]')
    expect(phone.page.locator("#sum_s2")).to_have_value("")
    tap(phone, 5)
    expect(phone.page.locator("#sum_s2")).to_have_value("5")
    expect(phone.page.locator(LIT), "the ones end a number").to_have_attribute("id", "sum_s3")
    phone.tap('.numpad button[data-tens][value="2"]')
    expect(phone.page.locator(LIT), "ones follow").to_have_attribute("id", "sum_s3")
    tap(phone, 6)
    expect(phone.page.locator("#sum_s3")).to_have_value("26")


def test_without_script_numbers_are_typed(new_phone: MakePhone) -> None:
    plain = new_phone(java_script_enabled=False)
    plain.start("dream-team", 2, depth="quick")
    assert not plain.page.locator(".numpad").is_visible()
    for at, number in enumerate(("40", "31"), 1):
        plain.page.fill(f"#sum_s{at}", number)
    plain.tap(GO)
    plain.page.wait_for_load_state()
    expect(plain.page.locator(".explained-row").first).to_be_visible()


@pytest.mark.parametrize(
    ("width", "height"), [(360, 640), (360, 740), (740, 360), (820, 1180), (1280, 800)]
)
def test_a_number_is_taken_as_often_as_the_middle_of_its_key_is_tapped(
    new_phone: MakePhone, width: int, height: int
) -> None:
    """What gives one back lies at the corner of the key, however large that is."""
    phone = new_phone(viewport={"width": width, "height": height})
    phone.start("not-a-pair", 4, depth="quick")
    for times in range(1, 4):
        phone.tap('#pad .key[data-card="7"]')
        phone.settle()
        assert phone.chosen() == ["7"] * times
    phone.tap('#pad .key[data-card="7"] .key-less')
    phone.settle()
    assert phone.chosen() == ["7"] * 2
