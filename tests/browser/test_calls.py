"""Calling the referee with three phones: nothing chosen is lost, entering waits where it should, the log tells how it was settled."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from playwright.sync_api import Locator, expect

from referee.store.values import NewEvent
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


def call(phone: Phone, words: str = "") -> None:
    """Call the referee about the newest entry, from the menu."""
    phone.tap("#menu summary")
    phone.tap(phone.page.get_by_role("link", name="Call the referee", exact=True))
    phone.page.wait_for_url("**/call")
    phone.page.locator(".choice").first.tap()
    phone.page.locator("input[name=words]").fill(words)
    phone.tap(GO)
    phone.page.wait_for_url(re.compile(r"/call/\d+$"))


def test_a_call_holds_entries_until_the_host_settles_it(three: Three, app: Flask) -> None:
    """Cards half tapped stay, Record says that it waits and why, and once it is settled the kept entry is recorded with one tap."""
    host, seat, looks = three
    seat.cards("9C")
    seat.settle()
    call(looks, "Is that 25?")
    expect(notice(seat)).to_contain_text("calls the referee: Ann’s Lawyer. The table waits.", timeout=WAITS)
    assert seat.chosen() == ["9C"]
    expect(seat.page.locator(GO)).to_have_text("Waits for the referee")
    seat.tap(GO)
    box = seat.page.locator("#refusal .refusal")
    expect(box).to_contain_text("Is that 25?", timeout=WAITS)
    expect(box).to_contain_text("What you have chosen stays here.")
    assert seat.chosen() == ["9C"]
    assert history(app, host.code).revision == 3
    host.tap(notice(host).get_by_role("link", name="Show"))
    host.tap(host.page.locator("#refusal").get_by_role("button", name="It stands"))
    for phone in (host, seat):
        expect(phone.page.locator("#refusal .refusal")).to_have_count(0, timeout=WAITS)
        expect(notice(phone)).to_be_empty(timeout=WAITS)
    expect(seat.page.locator(GO)).to_contain_text("Record", timeout=WAITS)
    assert seat.chosen() == ["9C"]
    seat.send()
    assert history(app, host.code).played[-1].move.kind == "thief"
    expect(looks.page.locator(".called-state")).to_contain_text("Settled, it stands", timeout=WAITS)


def test_a_ruling_is_in_the_log_of_every_phone(three: Three) -> None:
    """A reading is ruled on the page of the question; words half written there are not disturbed by news."""
    host, seat, looks = three
    seat.table("/log")
    seat.tap(seat.page.locator(".log summary", has_text="Ann’s Lawyer"))
    seat.tap(seat.page.get_by_role("link", name=re.compile("Question this: Ann’s Lawyer")))
    seat.page.locator("input[name=clause]").fill("29")
    seat.tap(GO)
    seat.page.wait_for_url(re.compile(r"/call/\d+$"))
    seat.tap("#rule summary")
    seat.page.locator("#rule input[name=words]").fill("As in our book")
    host.tap(notice(host).get_by_role("link", name="Show"))
    host.tap(host.page.locator("#refusal").get_by_role("button", name="Go on meanwhile"))
    expect(seat.page.locator(".called-state")).to_have_text("Entering goes on meanwhile.", timeout=WAITS)
    expect(seat.page.locator("#rule input[name=words]")).to_have_value("As in our book")
    seat.page.locator("#rule .choice", has_text="By rank").first.tap()
    seat.tap(seat.page.locator("#rule").get_by_role("button", name="Rule so"))
    expect(seat.page.locator(".called-state")).to_contain_text("Ruled: What counts as the same: By rank", timeout=WAITS)
    looks.table("/log")
    expect(looks.page.locator(".log")).to_contain_text("Settled, Ann’s Lawyer. Ruled: What counts as the same: By rank")


def test_correcting_the_entry_settles_the_question(three: Three) -> None:
    """From the box over the entry to the correction, and the question is settled by it."""
    host, _seat, looks = three
    call(looks)
    host.tap(notice(host).get_by_role("link", name="Show"))
    host.tap(host.page.locator("#refusal").get_by_role("link", name="Correct it"))
    host.page.wait_for_url("**/correct/2")
    host.cards("AC 2C")
    host.settle()
    host.tap(GO)
    expect(host.page.locator("#changes")).to_be_visible(timeout=WAITS)
    host.tap(GO)
    host.page.wait_for_url("**/sheet**")
    expect(looks.page.locator(".called-state")).to_contain_text("Settled, put right: Ann’s Lawyer", timeout=WAITS)


def test_a_watcher_withdraws_its_own_question(three: Three) -> None:
    """And on a page that was opened meanwhile the line goes."""
    host, _seat, looks = three
    call(looks)
    expect(notice(host)).to_contain_text("The table waits.", timeout=WAITS)
    looks.tap(looks.page.get_by_role("button", name="Withdraw the question"))
    expect(looks.page.locator(".called-state")).to_contain_text("Question withdrawn", timeout=WAITS)
    expect(notice(host)).to_be_empty(timeout=WAITS)


def test_with_the_setting_go_nothing_waits(three: Three, app: Flask) -> None:
    """The question is shown, and entering goes on."""
    host, seat, looks = three
    store = app.extensions["desk"].store
    table = store.table_by_code(host.code)
    store.append(table.id, store.head(table.id), [NewEvent("setting", data={"calls": "go"}, by="host")], "go")
    call(looks)
    expect(notice(seat)).to_contain_text("calls the referee: Ann’s Lawyer", timeout=WAITS)
    expect(notice(seat)).not_to_contain_text("waits")
    seat.cards("9C")
    seat.send()
    assert history(app, host.code).played[-1].move.kind == "thief"


def test_the_screen_in_the_room_announces_the_question(three: Three) -> None:
    """Its one line says who calls, and about what, until it is settled."""
    host, seat, looks = three
    looks.table("/tv")
    expect(looks.page.locator("#live.is-live")).to_be_visible(timeout=WAITS)
    call(seat)
    expect(looks.page.locator(".tv-now")).to_have_text("A phone at the table calls the referee: Ann’s Lawyer", timeout=WAITS)
    host.tap(notice(host).get_by_role("link", name="Show"))
    host.tap(host.page.locator("#refusal").get_by_role("button", name="It stands"))
    expect(looks.page.locator(".tv-now")).to_have_text("Waiting for Bo, Cy, Dee", timeout=WAITS)


def test_without_a_script_an_entry_is_kept_too(new_phone: MakePhone) -> None:
    """The refused form comes back with its cards and the question; once it is settled it is checked and recorded as it is."""
    phone = new_phone(java_script_enabled=False)
    phone.start("indian-chief", 3)
    assert phone.post(f"/t/{phone.code}/call", "key=c&words=Wait") == 303
    phone.table()
    phone.page.locator("#pad input[value='9C']").check(force=True)
    phone.page.locator(GO).click()
    expect(phone.page.locator("#refusal-title")).to_contain_text("calls the referee")
    assert phone.chosen() == ["9C"]
    assert phone.post(f"/t/{phone.code}/call/2", "key=s&outcome=stands") == 303
    phone.page.get_by_role("button", name="Check").click()
    expect(phone.page.locator("#page")).to_have_attribute("data-revision", "3")
    assert phone.chosen() == ["9C"]
    phone.page.locator(GO).click()
    expect(phone.page.locator("#page")).to_have_attribute("data-revision", "4")
