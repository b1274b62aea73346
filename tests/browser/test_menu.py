"""The menu on a short phone: all of it in sight, each way large enough, the detail one tap away."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import Phone
from tests.browser.test_join import by_code, by_link

pytestmark = pytest.mark.slow

SHORT = {"width": 360, "height": 640}
TAPPED = ":is(#menu-sheet a, #menu-sheet button)"


def opened(phone: Phone) -> None:
    """Open the menu on a short screen."""
    phone.page.set_viewport_size(SHORT)  # type: ignore[arg-type]
    phone.table()
    phone.tap("#menu summary")
    expect(phone.page.locator("#menu-sheet .menu-home")).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_menu_is_one_screen_for_everybody(new_phone: MakePhone, lang: str) -> None:
    """Nothing scrolls at 360 × 640, and whatever is tapped is 44 pixels high."""
    host, player, watcher = (new_phone(lang) for _ in range(3))
    host.start("indian-chief", 4)
    by_link(player, host, "s2")
    by_code(watcher, host)
    for phone in (host, player, watcher):
        opened(phone)
        sheet = phone.page.locator("#menu-sheet")
        assert sheet.evaluate("menu => menu.scrollHeight <= menu.clientHeight")
        assert sheet.evaluate("menu => menu.scrollWidth <= menu.clientWidth")
        boxes = [one.bounding_box() for one in phone.page.locator(TAPPED).all()]
        assert min(box["height"] for box in boxes if box) >= 44


def test_the_detail_is_switched_in_two_taps(phone: Phone) -> None:
    """Menu, Quick: the menu is closed and the pad is the other one."""
    phone.start("indian-chief", 4)
    phone.taps = 0
    phone.tap("#menu summary")
    phone.tap('#menu .detail button[value="quick"]')
    expect(phone.page.locator("#menu[open]")).to_have_count(0)
    expect(phone.page.locator('#pad .key[data-card="7C"]')).to_have_count(0)
    assert phone.taps == 2
