"""Pausing the game with three phones: nothing chosen is lost, entering waits where it should, all
see what was decided.
"""

from __future__ import annotations

import re

import pytest
from flask import Flask
from playwright.sync_api import Locator, expect

from tests.browser.conftest import MakePhone
from tests.browser.phone import GO, Phone
from tests.browser.play import history
from tests.browser.test_two_phones import join, links

pytestmark = pytest.mark.slow

Three = tuple[Phone, Phone, Phone]
WAITS = 15_000


@pytest.fixture
def three(new_phone: MakePhone) -> Three:
    """A host, a phone that enters, and one that watches, at a table where Ann has made a Lawyer."""
    host, seat, looks = new_phone(), new_phone(), new_phone()
    host.start("indian-chief", 4)
    seat_link, watch_link, _host = links(host)
    for phone, link in ((seat, seat_link), (looks, watch_link)):
        join(phone, host, link)
    host.meld_at("s1", "KH QD 4D AC")
    for phone in (host, seat, looks):
        phone.table()
        expect(phone.page.locator("#live.is-live")).to_be_visible(timeout=WAITS)
    return host, seat, looks


def notice(phone: Phone) -> Locator:
    """The line in which the page announces something."""
    return phone.page.locator("#news")


def pause(phone: Phone) -> None:
    """Pause the game over Ann's number, from its ruling."""
    phone.table("/ruling/1/s1")
    phone.tap(".pause button")
    phone.page.wait_for_url(re.compile(r"/call/\d+$"))


def decide(phone: Phone, button: str = "Continue") -> None:
    """From the line that says the game is paused to the way on that is named."""
    phone.tap(notice(phone).get_by_role("link", name="Show"))
    phone.tap(phone.page.locator("#refusal").get_by_role("link", name="Decide"))
    phone.page.wait_for_url(re.compile(r"/call/\d+$"))
    phone.tap(phone.page.get_by_role("button", name=re.compile(f"^{button}")))


def test_a_pause_holds_entries_until_people_decide(three: Three, app: Flask) -> None:
    """Cards half tapped stay, Record says that it waits, and once it is decided the kept entry is
    recorded with one tap.
    """
    host, seat, _looks = three
    host.cards("9C")
    host.settle()
    pause(seat)
    expect(notice(host)).to_contain_text("The game is paused: Ann’s Lawyer", timeout=WAITS)
    assert host.chosen() == ["9C"]
    expect(host.page.locator(GO)).to_have_text("Paused")
    host.tap(GO)
    box = host.page.locator("#refusal .refusal")
    expect(box).to_contain_text("Your cards stay selected.", timeout=WAITS)
    assert host.chosen() == ["9C"]
    assert history(app, host.code).revision == 3
    seat.tap(seat.page.get_by_role("button", name=re.compile("^Continue with")))
    expect(host.page.locator("#refusal .refusal")).to_have_count(0, timeout=WAITS)
    expect(notice(host)).to_be_empty(timeout=WAITS)
    expect(host.page.locator(GO)).to_contain_text("Record", timeout=WAITS)
    assert host.chosen() == ["9C"]
    host.send()
    assert history(app, host.code).played[-1].move.kind == "thief"


def test_what_is_being_written_is_not_disturbed(three: Three) -> None:
    """Points and a reason half written stay while others enter; who watches sees how it was
    decided.
    """
    host, seat, looks = three
    pause(seat)
    address = seat.page.url.removeprefix(seat.base)
    looks.go(address)
    seat.tap('.pause-answers label:has([value="other"])')
    seat.page.locator("#points").fill("7")
    seat.page.locator("#words").fill("Dropped")
    host.table("/fix")
    expect(seat.page.locator("#words")).to_have_value("Dropped")
    seat.tap(seat.page.get_by_role("button", name="Continue"))
    expect(looks.page.locator(".dispute-state")).to_contain_text(
        "Decided, Ann’s Lawyer: Dropped", timeout=WAITS
    )
    host.table("/ruling/1/s1")
    expect(host.page.locator("#ruling")).to_have_text("You decided: Ann’s Lawyer is worth 7.")


def test_it_is_decided_later(three: Three) -> None:
    """The line goes on every phone, and where one asks the question is still there."""
    host, seat, _looks = three
    pause(seat)
    expect(notice(host)).to_contain_text("The game is paused", timeout=WAITS)
    seat.tap(seat.page.get_by_role("button", name="Decide later"))
    expect(notice(host)).to_be_empty(timeout=WAITS)
    host.go("/ask/indian-chief", table=host.code)
    expect(host.page.get_by_role("link", name="Decide: Ann’s Lawyer")).to_be_visible()


def test_the_screen_in_the_room_announces_the_pause(three: Three) -> None:
    """Its one line says who paused, and about what, until it is decided."""
    host, seat, looks = three
    looks.table("/tv")
    expect(looks.page.locator("#live.is-live")).to_be_visible(timeout=WAITS)
    pause(seat)
    expect(looks.page.locator(".tv-now")).to_have_text(
        "A player’s phone paused the game: Ann’s Lawyer", timeout=WAITS
    )
    decide(host)
    expect(looks.page.locator(".tv-now")).to_have_count(0, timeout=WAITS)


def test_without_a_script_an_entry_is_kept_too(new_phone: MakePhone) -> None:
    """The refused form comes back with its cards and the question; once it is settled it is checked
    and recorded as it is.
    """
    phone = new_phone(java_script_enabled=False)
    phone.start("indian-chief", 3)
    assert phone.post(f"/t/{phone.code}/call", "key=c&words=Wait") == 303
    phone.table()
    phone.page.locator("#pad input[value='9C']").check(force=True)
    phone.page.locator(GO).click()
    expect(phone.page.locator("#refusal-title")).to_contain_text("paused the game")
    assert phone.chosen() == ["9C"]
    assert phone.post(f"/t/{phone.code}/call/2", "key=s&outcome=stands") == 303
    phone.page.get_by_role("button", name="Check").click()
    expect(phone.page.locator("#page")).to_have_attribute("data-revision", "3")
    assert phone.chosen() == ["9C"]
    phone.page.locator(GO).click()
    expect(phone.page.locator("#page")).to_have_attribute("data-revision", "4")
