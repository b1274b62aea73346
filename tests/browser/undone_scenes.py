"""What an undo brings back, what a refusal offers, and two phones that entered for the same
player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import expect

from tests.browser.away_scenes import PATIENCE, STANDS, leave_behind, until
from tests.browser.phone import GO, UNDO, Phone

Go = Callable[[Phone, Any], None]
LAWYER = "KH QS 4D AC"


def undone(phone: Phone, _tables: Any) -> None:
    """A meld that was undone: its cards are still chosen."""
    phone.start("indian-chief", 4, show=False)
    phone.melds(LAWYER)
    phone.table()
    phone.send(UNDO)
    expect(phone.page.locator("#band")).to_be_attached()
    until(phone, STANDS)


def undone_tap(phone: Phone, _tables: Any) -> None:
    """The same where one tap on a card had answered."""
    phone.start("three-draw", 3, show=False)
    phone.record("draw", "s1", card="7")
    phone.table()
    phone.send(UNDO)
    expect(phone.page.locator("#band")).to_be_attached()


def refusal_reason(phone: Phone, tables: Any) -> None:
    """A refusal with a reason tapped: what allows it stands over what fixes it."""
    tables.open(phone, "running", go="1")
    phone.cards("5H 6S 7S")
    phone.tap(GO)
    phone.tap('#refusal .chip:has([value="house"])')
    expect(phone.page.locator("#refusal .button-stand")).to_be_visible()


def refusal_impossible(phone: Phone, _tables: Any) -> None:
    """A third queen of spades: nothing allows it, and each side has its way to be fixed."""
    phone.start("indian-chief", 4, show=False)
    phone.melds(LAWYER, "QS")
    phone.table(seat="s3")
    until(phone, STANDS)
    phone.page.locator("#typing").evaluate("box => { box.open = true; }")
    phone.page.fill("#typed", "QS")
    phone.settle()
    phone.tap(GO)
    expect(phone.page.locator("#refusal .facts li")).to_have_count(3)


def conflict(phone: Phone, _tables: Any) -> None:
    """Bo’s Thief was entered by another phone while this one had no line."""
    phone.start("indian-chief", 4, show=False)
    phone.melds(LAWYER, "8C")
    phone.table()
    until(phone, STANDS)
    leave_behind(phone, "s2", "9H")
    expect(phone.page.locator("#conflict")).to_be_visible(timeout=PATIENCE * 1000)


UNDONE: Mapping[str, Go] = {"undone": undone, "undone-tap": undone_tap}
REFUSED: Mapping[str, Go] = {
    "refusal-reason": refusal_reason,
    "refusal-impossible": refusal_impossible,
    "away-conflict": conflict,
}
