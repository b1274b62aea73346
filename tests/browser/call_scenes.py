"""The pages of a call for the referee, each at a table of its own that was called at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import expect

from tests.browser.phone import GO, Phone

Go = Callable[[Phone, Any], None]


def table(phone: Phone, words: str = "25?") -> None:
    """A table at which the referee is called about Ann's Lawyer: the call is event 4."""
    phone.start("indian-chief", 4, show=False)
    phone.melds("KH QD 4D AC", "9C")
    assert phone.post(f"/t/{phone.code}/call", [("key", "call"), ("of", "2"), ("clause", "IC-29"), ("words", words)]) == 303


def at(tail: str, **query: str) -> Go:
    """A page of the table as it is."""
    def go(phone: Phone, _tables: Any) -> None:
        table(phone)
        phone.table(tail, **query)
    return go


def wrong(phone: Phone, _tables: Any) -> None:
    """A call about a clause that is none."""
    table(phone)
    phone.table("/call", clause="IC-999")
    phone.tap(GO)
    expect(phone.page.locator(".field-error")).to_be_visible()


def ruling(phone: Phone, _tables: Any) -> None:
    """What a ruling is made of."""
    table(phone)
    phone.table("/call/4")
    phone.tap("#rule summary")


def held(phone: Phone, _tables: Any) -> None:
    """An entry that waits, and why."""
    table(phone)
    phone.table()
    phone.cards("5H 6H 7H")
    phone.settle()
    phone.tap(GO)
    expect(phone.page.locator("#refusal-title")).to_be_visible()


def ruled(phone: Phone, _tables: Any) -> None:
    """A question that was settled by a reading this table does not play."""
    table(phone)
    form = [("key", "ruled"), ("outcome", "ruled"), ("reading", "match=rank"), ("words", "As in our book")]
    assert phone.post(f"/t/{phone.code}/call/4", form) == 303
    phone.table("/call/4")


CALLS: Mapping[str, Go] = {
    "call": at("/call"),
    "call-wrong": wrong,
    "called": at("", go="1"),
    "called-held": held,
    "called-explained": at("", round="1"),
    "called-log": at("/log"),
    "question": at("/call/4"),
    "question-ruling": ruling,
    "question-ruled": ruled,
}
