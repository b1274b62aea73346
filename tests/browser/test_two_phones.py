"""Two phones at one table: what one enters the other shows, at once and without being disturbed."""

from __future__ import annotations

import time

import pytest
from flask import Flask
from playwright.sync_api import expect

from tests.browser.conftest import MakePhone
from tests.browser.in_page import in_page
from tests.browser.phone import GO, PATIENCE, Phone
from tests.browser.play import history

pytestmark = pytest.mark.slow


def links(phone: Phone) -> list[str]:
    """The links the host may give away: to enter, to watch, to be a host."""
    found = []
    for way in ("seat", "watch", "host"):
        phone.table("/join", way=way)
        found.append(phone.page.locator(".link-plain input").input_value())
    return list(dict.fromkeys(found))


def join(phone: Phone, host: Phone, link: str) -> None:
    """Open a link and accept it, entering for everybody where it asks for a seat."""
    phone.page.goto(link)
    phone.tap(f'button[name=seat][value=""], {GO}')
    phone.page.wait_for_url("**/t/**")
    phone.code = host.code


@pytest.fixture
def two(new_phone: MakePhone) -> tuple[Phone, Phone]:
    """A host of a table of four, and a phone that came by the host's link."""
    return pair(new_phone(), new_phone())


def pair(host: Phone, guest: Phone) -> tuple[Phone, Phone]:
    """Start a table on one phone and join it on the other."""
    host.start("indian-chief", 4)
    join(guest, host, links(host)[0])
    host.table()
    for phone in (host, guest):
        expect(phone.page.locator("#live.is-live")).to_be_visible()
    return host, guest


def recorded(app: Flask, phone: Phone) -> list[tuple[str | None, str]]:
    """Who has recorded what at the phone's table."""
    return [(played.move.seat, played.move.kind) for played in history(app, phone.code).played]


def test_a_half_made_selection_is_never_disturbed(two: tuple[Phone, Phone], app: Flask) -> None:
    """The guest has chosen three cards for Bo; entries for Ann and Dee show without a reload and
    leave them chosen, and Bo's Lawyer is recorded once.
    """
    host, guest = two
    guest.tap('#strip a[data-seat="s2"]')
    guest.page.wait_for_url("**seat=s2")
    guest.cards("KH QS 4D")
    place = guest.page.locator("#pad").bounding_box()
    guest.page.evaluate("window.same = true")
    host.meld("JS 4S 9H")
    guest.gained("s1", "+14")
    host.meld_at("s4", "9C")
    guest.gained("s4", "+9")
    assert guest.chosen() == ["QS", "KH", "4D"]
    assert guest.seat == "s2"
    assert guest.page.locator("#pad").bounding_box() == place
    assert guest.page.evaluate("window.same") is True
    guest.cards("AC")
    guest.send()
    host.gained("s2", "+25")
    assert recorded(app, host) == [("s1", "poor"), ("s4", "thief"), ("s2", "lawyer")]


def test_the_last_meld_explains_the_round_on_both(two: tuple[Phone, Phone]) -> None:
    """A phone in the middle of something is told that its round is over and is not torn out of
    it.
    """
    host, guest = two
    host.melds("9C 8C", "KH QS 4D AC", "2H 3H 4H")
    host.table()
    expect(guest.page.locator('#strip a[data-seat="s3"] .seat-plus')).to_be_visible()
    guest.table()
    host.cards("2D 3D")
    host.settle()
    guest.meld("5S 6S 7S 8S TS")
    expect(guest.page.locator("#explained")).to_be_visible()
    expect(host.page.locator("#news")).not_to_be_empty()
    assert host.chosen() == ["2D", "3D"]


NEWS_DURING_A_SWAP = in_page("news_during_a_swap")


def test_news_that_comes_while_the_page_is_being_changed_is_told_too(
    two: tuple[Phone, Phone],
) -> None:
    """The place that listens for news is itself replaced then: what comes in that moment is asked
    for after it.
    """
    host, guest = two
    guest.page.add_init_script(in_page("streams"))
    guest.table()
    expect(guest.page.locator("#live.is-live")).to_be_visible()
    guest.page.evaluate(NEWS_DURING_A_SWAP)
    host.meld("9C 8C")
    ends = time.monotonic() + PATIENCE / 1000
    while len(guest.page.evaluate("ends")) < 2 and time.monotonic() < ends:
        guest.page.wait_for_timeout(50)
    assert guest.page.evaluate("ends") == ["swapped", "swapped"]


def test_a_double_tap_makes_one_entry(two: tuple[Phone, Phone], app: Flask) -> None:
    """However often the button is tapped, the meld is recorded once and for its own seat."""
    host, guest = two
    host.cards("JS 4S 9H")
    host.settle()
    host.page.locator(GO).dblclick()
    guest.gained("s1", "+14")
    host.settle()
    assert recorded(app, host) == [("s1", "poor")]
    assert host.seat == "s2"
    assert host.chosen() == []


def test_both_record_the_same_seat_at_once(two: tuple[Phone, Phone], app: Flask) -> None:
    """The second is told; nothing is recorded twice."""
    host, _guest = two
    for phone in two:
        phone.cards("JS 4S 9H")
    for phone in two:
        phone.page.locator(GO).tap()
    for phone in two:
        phone.settle()
    assert recorded(app, host) == [("s1", "poor")]


def test_the_watch_link_shows_everything_and_enters_nothing(
    two: tuple[Phone, Phone], new_phone: MakePhone, app: Flask
) -> None:
    """No pad, no undo, no link to enter; even a sent form changes nothing."""
    host, _guest = two
    watcher = new_phone()
    join(watcher, host, links(host)[1])
    expect(watcher.page.locator("#pad")).to_have_count(0)
    expect(watcher.page.locator("#actions button")).to_have_count(0)
    host.table()
    host.meld("JS 4S 9H")
    watcher.gained("s1", "+14")
    watcher.table("/sheet", open="1-s1")
    expect(watcher.page.locator("#lines")).to_be_visible()
    expect(watcher.page.locator('a[href*="/correct/"]')).to_have_count(0)
    assert len(links(watcher)) == 1
    for path, form in (("/entry", "seen=2&seat=s2&cards=9C"), ("/undo", "seen=2&of=2")):
        assert watcher.post(f"/t/{host.code}{path}", form) == 403
    assert history(app, host.code).revision == 2
