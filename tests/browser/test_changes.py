"""Several phones at one table: what one corrects, takes back or lets stand the others show once,
and the host may be asked.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.change_scenes import MELDS
from tests.browser.conftest import MakePhone
from tests.browser.phone import GO, REDO, UNDO, Phone
from tests.browser.test_two_phones import join, links

pytestmark = pytest.mark.slow

SOON = 10_000
Three = tuple[Phone, Phone, Phone]


@pytest.fixture
def three(new_phone: MakePhone) -> Three:
    """A host, a phone that enters for Bo, and one that watches, in the fourth round of a table of
    two.
    """
    host, bo, watcher = (new_phone() for _ in range(3))
    host.start("indian-chief", 2, show=False)
    for melds in MELDS:
        host.melds(*melds)
    seat, watch = links(host)[:2]
    join(bo, host, seat)
    join(watcher, host, watch)
    assert bo.post(f"/t/{bo.code}/seat", "seat=s2") == 303
    for phone in (host, bo, watcher):
        phone.table(go="1")
        expect(phone.page.locator("#live.is-live")).to_be_visible(timeout=SOON)
    return host, bo, watcher


def correct(phone: Phone, why: str = "the nine was a spade") -> None:
    """Ann's first meld has the nine of spades instead of hearts: taps, the reason in words."""
    phone.table("/correct/2")
    phone.cards("9H 9S")
    phone.settle()
    phone.tap(GO)
    expect(phone.page.locator("#changes")).to_be_visible(timeout=SOON)
    phone.page.locator("#changes input[name=reason]").fill(why)
    phone.tap(GO)
    phone.page.wait_for_url(re.compile("/(sheet|changes)"))


def line(phone: Phone) -> Locator:
    """The line above the pad."""
    return phone.page.locator("#news")


def expect_numbers(phone: Phone) -> None:
    """The rows of the list: Ann's round and her total, before and after."""
    rows = phone.page.locator("#changes .change")
    expect(rows).to_have_text(
        [re.compile(r"Ann, round 1.*14\s*23$", re.S), re.compile(r"Ann, total\s*14\s*23$")],
        timeout=SOON,
    )


def see(phone: Phone) -> None:
    """Put the list away."""
    phone.tap("#changes form button:not([name])")
    expect(phone.page.locator("#changes")).to_have_count(0, timeout=SOON)


def test_a_correction_is_told_on_every_other_phone_until_it_is_seen_there(three: Three) -> None:
    """On a pad in use as one line, without a card moved; on a watching phone as the list; each puts
    it away for itself.
    """
    host, bo, watcher = three
    host.cards("5D 6D")
    host.settle()
    pad = host.page.locator("#pad").bounding_box()
    correct(bo)
    expect(line(host)).to_contain_text("Bo corrected Ann’s Poor Man: 14 → 23", timeout=SOON)
    assert host.chosen() == ["5D", "6D"]
    assert host.page.locator("#pad").bounding_box() == pad
    expect(host.page.locator('#strip a[data-seat="s1"].is-changed')).to_be_visible()
    dotted = host.page.locator('#strip a[data-seat="s1"] .seat-total')
    expect(dotted).to_have_css("text-decoration-line", "underline")
    expect(dotted).to_have_css("animation-duration", "0.2s, 5s")
    expect(bo.page.locator("#changes")).to_have_count(0)
    expect(watcher.page.locator("#changes")).to_contain_text("the nine was a spade", timeout=SOON)
    expect_numbers(watcher)
    see(watcher)
    watcher.table(go="1")
    expect(watcher.page.locator("#changes")).to_have_count(0)
    host.tap(line(host).locator("a"))
    expect(host.page.locator("#changes")).to_contain_text("Bo corrected Ann’s Poor Man")
    see(host)
    host.table(go="1")
    expect(line(host)).to_be_empty()


def test_what_is_open_stays_open_when_news_come(three: Three) -> None:
    """The menu does not close under the finger because somebody else entered."""
    host, seat, watcher = three
    for phone in (seat, watcher):
        phone.tap("#menu summary")
    host.meld("9S")
    for phone in (seat, watcher):
        expect(phone.page.locator("#strip .seat-plus")).not_to_have_count(0, timeout=SOON)
        expect(phone.page.locator("#menu")).to_have_attribute("open", "")
        phone.tap("#menu summary")
        expect(phone.page.locator("#menu")).not_to_have_attribute("open", "")


def test_an_undo_is_told_and_a_redo_leaves_nothing_to_tell(three: Three) -> None:
    """Bo takes back his own last meld, and puts it back."""
    host, bo, watcher = three
    bo.send(UNDO)
    expect(line(host)).to_contain_text("Bo undid Bo’s Poor Man", timeout=SOON)
    expect(watcher.page.locator("#changes")).to_contain_text("Bo undid Bo’s Poor Man", timeout=SOON)
    bo.send(REDO)
    expect(line(host)).to_be_empty(timeout=SOON)
    expect(watcher.page.locator("#changes")).to_have_count(0, timeout=SOON)


def test_an_entry_let_stand_is_told_with_its_rule_and_reason(three: Three) -> None:
    """Ann makes a second Lawyer; the host lets it stand."""
    host, bo, watcher = three
    host.cards("TH TD 4C AD")
    host.settle()
    host.tap(GO)
    expect(host.page.locator("#refusal-title")).to_be_visible(timeout=SOON)
    host.tap('#refusal .chip:has([value="other"])')
    host.page.locator("#reason").fill("agreed by all")
    host.send('#refusal [name="overrule"]')
    expect(line(bo)).to_contain_text(
        "Allowed: Ann’s Lawyer (IC-8). Reason: agreed by all", timeout=SOON
    )
    expect(watcher.page.locator("#changes")).to_contain_text("agreed by all", timeout=SOON)
    expect(line(host)).to_be_empty()


def test_without_script_too(three: Three, new_phone: MakePhone) -> None:
    """The line, the list and Seen are plain links and forms."""
    host, bo, _watcher = three
    plain = new_phone(java_script_enabled=False)
    join(plain, host, links(host)[0])
    correct(bo)
    plain.table(go="1")
    expect(line(plain)).to_contain_text("Bo corrected Ann’s Poor Man")
    plain.tap(line(plain).locator("a"))
    expect_numbers(plain)
    see(plain)
    plain.table(go="1")
    expect(line(plain)).to_be_empty()
