"""The pages of a paused game, each in a game of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import expect

from tests.browser.phone import GO, Phone

Go = Callable[[Phone, Any], None]


def table(phone: Phone, words: str = "25?") -> None:
    """A table paused over Ann's Lawyer: the dispute is event 4."""
    phone.start("indian-chief", 4, show=False)
    phone.melds("KH QD 4D AC", "9C")
    told = [("key", "call"), ("of", "2"), ("clause", "IC-29"), ("words", words)]
    assert phone.post(f"/t/{phone.code}/call", told) == 303


def at(tail: str, **query: str) -> Go:
    """A page of the table as it is."""

    def go(phone: Phone, _tables: Any) -> None:
        table(phone)
        phone.table(tail, **query)

    return go


def other(phone: Phone, _tables: Any) -> None:
    """Something else is decided: points and a reason."""
    table(phone)
    phone.table("/call/4")
    phone.tap('.pause-answers label:has([value="other"])')


def held(phone: Phone, _tables: Any) -> None:
    """An entry that waits, and why."""
    table(phone)
    phone.table()
    phone.cards("5H 6H 7H")
    phone.settle()
    phone.tap(GO)
    expect(phone.page.locator("#refusal-title")).to_be_visible()


def beggar(phone: Phone) -> None:
    """A whole round in which Ann's Beggar is worth 4, by rank 2; the game is paused over it."""
    phone.start("indian-chief", 3, show=False)
    phone.melds("KD 7D", "KH QS 4D AC", "2S 3S 4H")
    assert phone.post(f"/t/{phone.code}/call", [("key", "call"), ("of", "2")]) == 303


def paused(phone: Phone, _tables: Any) -> None:
    """The ways to decide about a number."""
    beggar(phone)
    phone.table("/call/5")


def decided(phone: Phone, _tables: Any) -> None:
    """A number that people decided by another interpretation, on its ruling."""
    beggar(phone)
    told = [("key", "decided"), ("answer", "match=rank")]
    assert phone.post(f"/t/{phone.code}/call/5", told) == 303
    phone.table("/ruling/1/s1")


DISPUTES: Mapping[str, Go] = {
    "called": at("", go="1"),
    "called-held": held,
    "called-explained": at("", round="1"),
    "called-fix": at("/fix"),
    "question": paused,
    "question-other": other,
    "question-decided": decided,
}
