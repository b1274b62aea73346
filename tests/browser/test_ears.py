"""The game for ears and a keyboard: every step is found by role and name, what happens is said, and
the focus is never lost.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import MakePhone
from tests.browser.in_page import in_page
from tests.browser.phone import GO, Phone
from tests.browser.test_two_phones import join, links

CARDS = {
    "KH": "king of hearts",
    "QS": "queen of spades",
    "4D": "4 of diamonds",
    "AC": "ace of clubs",
    "2S": "2 of spades, 1",
    "JS": "jack of spades",
}
MOST_TABS = 90
FOCUSED = in_page("focused")


def focused(page: Page) -> str:
    """What has the focus: its role or element, and what it is called."""
    return str(page.evaluate(FOCUSED))


def reach(page: Page, role: str, name: str) -> None:
    """Go on with the Tab key until the control of that role and name has the focus."""
    wanted = page.get_by_role(role, name=name, exact=False).first  # type: ignore[arg-type]
    expect(wanted).to_be_attached()
    for _ in range(MOST_TABS):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{role} {name!r} is not reached; the focus is on {focused(page)!r}")


def reach_pad(page: Page) -> None:
    """Go on with the Tab key until the pad has the focus."""
    for _ in range(MOST_TABS):
        if page.evaluate("Boolean(document.activeElement.closest('#pad'))"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the pad is not reached; the focus is on {focused(page)!r}")


def heard(page: Page) -> str:
    return page.locator("#aloud").inner_text()


def enter(page: Page, cards: str, button: str) -> None:
    """Type cards on the pad and press the button that records them, by keyboard alone; each card
    tells that it is chosen.
    """
    reach_pad(page)
    for card in cards.split():
        page.keyboard.type(card.lower().replace("t", "10"))
        expect(page.get_by_role("checkbox", name=CARDS[card])).to_be_checked()
    reach(page, "button", button)
    before = page.locator("#page").get_attribute("data-revision")
    page.keyboard.press("Enter")
    expect(
        page.locator(f'#page:not([data-revision="{before}"]), #refusal-title').first
    ).to_be_attached()


def test_a_round_by_keyboard_and_ears(phone: Phone) -> None:
    """A Lawyer, a Thief and the theft, each found by role and name; what it did is said once, and
    the focus stands in the page.
    """
    phone.start("indian-chief", 2)
    page = phone.page
    assert heard(page) == "", "a page that opens says nothing by itself"
    enter(page, "KH QS 4D AC", "Record Lawyer, 25")
    expect(
        page.get_by_role("status").filter(has_text="Ann’s Lawyer, 25. Ann has 25.")
    ).to_be_attached()
    expect(page.locator(":focus")).to_be_attached()
    enter(page, "2S", "Record Thief, 2")
    expect(page.locator("#aloud")).to_have_text("Bo’s Thief, 2. Bo has 2.")
    assert "Bo may steal now" in page.locator("main").aria_snapshot()
    reach(page, "button", "king of hearts, Ann")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Start round 2")).to_be_visible()
    expect(page.locator(":focus")).to_be_attached()
    reach(page, "link", "Start round 2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Cards")).to_be_visible()
    reach_pad(page)
    page.keyboard.type("kh")
    expect(page.get_by_role("status").filter(has_text="is in Bo’s hand")).to_be_visible()
    enter(page, "QS JS 4D AC", "Lawyer")
    expect(page.get_by_role("alert")).to_contain_text("Already used: Lawyer, round 1")
    expect(page.locator(":focus")).to_contain_text("Already used: Lawyer, round 1")
    reach(page, "link", "Fix it")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_count(0)
    # Back at the cards that are still chosen.
    expect(page.locator("input:focus")).to_be_attached()


def test_a_meld_takes_twelve_keys_at_most(phone: Phone) -> None:
    """The way to the cards, four cards as they are written, and Enter: the pad is one stop of the
    Tab key, however it is left.
    """
    phone.start("indian-chief", 4)
    page, keys = phone.page, ["Tab", "Enter", *"khqs4dac", "Enter"]
    expect(page.locator('#pad [tabindex="0"]')).to_have_count(1)
    for key in keys:
        page.keyboard.press(key)
    assert len(keys) <= 12
    phone.gained("s1", "+25")
    reach_pad(page)
    page.keyboard.press("Tab")
    assert not page.evaluate("Boolean(document.activeElement.closest('#pad'))")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('#pad'))")


def test_arrows_go_from_card_to_card(phone: Phone) -> None:
    """Along a row, to the nearest of the next, to the ends; Backspace takes back the last, a ten is
    typed as 10.
    """
    phone.start("indian-chief", 4)
    page = phone.page
    expect(page.locator('#pad [tabindex="0"]')).to_have_count(1)
    reach_pad(page)
    at = "document.activeElement.closest('.key').dataset.card"
    walked = []
    for key in ("Home", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        walked.append(page.evaluate(at))
    assert walked == ["AS", "2S", "9S", "2H", "AH", "8S"]
    page.keyboard.type("10h")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    assert phone.chosen() == ["TH", "JH"]
    page.keyboard.press("Backspace")
    assert phone.chosen() == ["TH"]


@pytest.mark.slow
def test_what_others_enter_is_heard_once(phone: Phone, new_phone: MakePhone) -> None:
    """Another phone hears a score that has changed; no first load and no further tap says it, or
    says it again.
    """
    phone.start("indian-chief", 3)
    other = new_phone("ja")
    join(other, phone, links(phone)[0])
    phone.table()
    assert heard(other.page) == ""
    phone.meld("KH QS 4D AC")
    expect(other.page.locator("#aloud")).to_have_text("Annの弁護士：25。Annは今25。")
    other.page.evaluate("document.querySelector('#aloud').textContent = ''")
    other.cards("2S")
    other.settle()
    assert heard(other.page) == "", "a tap on the pad says nothing again"
    other.table()
    assert heard(other.page) == ""


@pytest.mark.slow
def test_the_focus_stays_while_others_enter(phone: Phone, new_phone: MakePhone) -> None:
    """Whoever stands on a name, a key or a button while another phone records stands there
    afterwards.
    """
    phone.start("indian-chief", 3)
    other = new_phone()
    join(other, phone, links(phone)[0])
    phone.table()
    for at, (seat, cards) in enumerate((("s1", "KH QS 4D AC"), ("s2", "2S"))):
        other.table(seat="s3")
        other.cards("5H")
        other.settle()
        stands = other.page.locator(("#strip [data-seat=s3]", GO)[at])
        stands.focus()
        phone.meld_at(seat, cards)
        expect(other.page.locator("#aloud")).to_contain_text(("Ann", "Bo")[at])
        expect(stands).to_be_focused()
