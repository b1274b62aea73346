"""At 360 × 740 nothing moves under a thumb, and larger text keeps what records in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.in_page import in_page
from tests.browser.phone import GO, SIZE, Phone

pytestmark = pytest.mark.slow

LANGUAGES = pytest.mark.parametrize("lang", ["en", "ja"])


def boxes(phone: Phone, *names: str) -> dict[str, object]:
    """Where parts of the page are."""
    return {name: phone.page.locator(name).bounding_box() for name in names}


@pytest.mark.parametrize("players", [2, 4, 8])
def test_nothing_moves_while_cards_are_tapped(phone: Phone, players: int) -> None:
    """From the first card to the seventh the verdict changes and everything stays where it is."""
    phone.start("indian-chief", players)
    parts = ("#pad", "#turn", "#verdict", "#actions", GO)
    before = boxes(phone, *parts)
    for card in ("KH", "QS", "4D", "AC", "5C", "6C", "7S"):
        phone.verdict(card)
        assert boxes(phone, *parts) == before, card


def test_nothing_moves_while_rows_are_filled(phone: Phone) -> None:
    """The bar of seats comes above the pad and goes again; the rows and the buttons stay where they
    are.
    """
    phone.start("blind-date", 4)
    parts = ("#rows", "#pad", "#actions")
    before = boxes(phone, *parts)
    for card in ("QH", "KC"):
        assert boxes(phone, *parts) == before, card
        phone.tap(f'#pad button.key[data-card="{card}"]')
        phone.settle()
    phone.tap('#target button[value="s2"]')
    phone.settle()
    assert boxes(phone, *parts) == before


@LANGUAGES
@pytest.mark.parametrize("game", ["indian-chief", "blind-date"])
def test_larger_text_keeps_the_buttons_in_sight(new_phone: MakePhone, lang: str, game: str) -> None:
    """At 130 % the page may scroll; what records stays on the screen, and nothing is cut off at the
    side.
    """
    phone = new_phone(lang)
    phone.start(game, 4)
    phone.page.evaluate("document.documentElement.style.fontSize = '130%'")
    expect(phone.page.locator(GO)).to_be_in_viewport(ratio=1)
    assert phone.page.evaluate("document.scrollingElement.scrollWidth") <= SIZE["width"]
    last = phone.page.locator("#pad .key[data-card]").last
    last.scroll_into_view_if_needed()
    last.tap()
    phone.settle()
    expect(phone.page.locator(GO)).to_be_in_viewport(ratio=1)


def test_a_typed_line_is_there_for_keyboards(phone: Phone) -> None:
    """It takes no room until it is reached."""
    phone.start("indian-chief", 4)
    closed = boxes(phone, "#pad", "#actions")
    phone.page.locator("details.typed summary").focus()
    expect(phone.page.locator("details.typed summary")).to_be_visible()
    phone.page.keyboard.press("Tab")
    assert boxes(phone, "#pad")["#pad"] == closed["#pad"]


MELDS = (
    "KS",
    "9C 9C",
    "KS QS JS",
    "KH QD 4D AC",
    "KS QH JD TC KC",
    "AH 2S 5S 8S QS 7S",
    "KS QH JD TC KC QC JC",
)
LINES = in_page("lines")


@LANGUAGES
@pytest.mark.parametrize("meld", MELDS, ids=[str(len(meld.split())) for meld in MELDS])
def test_every_verdict_fits_between_the_keys_and_the_button(
    new_phone: MakePhone, lang: str, meld: str
) -> None:
    """With the widest cards of each meld: the sum in one line, its cards whole, no key below it."""
    phone = new_phone(lang)
    phone.start("indian-chief", 4)
    phone.verdict(meld)
    assert phone.page.evaluate(LINES) == {"lines": 1, "cut": 0, "covered": 0}
